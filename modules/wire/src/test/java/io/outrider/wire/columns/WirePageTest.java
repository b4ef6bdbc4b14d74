package io.outrider.wire.columns;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.testkit.DocumentExamples;
import io.outrider.wire.Batch;
import io.outrider.wire.Micros;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import io.outrider.wire.results.Result;
import io.outrider.wire.results.ResultWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examples of docs/wire.md: all are JSON, and those of batches and truncation are what the code makes. */
class WirePageTest {
    private static final List<Long> SEQUENCES = List.of(17L, 18L, 19L, 22L);

    private final ObjectMapper mapper = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private final DocumentExamples page;

    WirePageTest() throws IOException {
        page = new DocumentExamples("wire.md");
    }

    @Test
    void everyExampleButTheBytesIsJson() throws IOException {
        Map<String, String> all = new LinkedHashMap<>(page.all());
        assertThat(all).hasSizeGreaterThan(15);
        all.remove("batch");
        for (String text : all.values()) {
            assertThat(mapper.readTree(text).isObject() || mapper.readTree(text).isArray())
                    .as(text)
                    .isTrue();
        }
    }

    @Test
    void theBatchDecodesToTheRows() throws IOException {
        BatchCodec.Rows decoded = new BatchCodec().decode(bytes());
        assertThat(decoded.unit()).isEqualTo("u1");
        assertThat(decoded.boot()).isEqualTo("8f1c2ab04d5e6f70");
        assertThat(decoded.rows()).extracting(BatchCodec.BatchRow::sequence).isEqualTo(SEQUENCES);
        assertThat(rows(decoded)).isEqualTo(mapper.readTree(page.get("rows")));
        byte[] plain = page.get("columns").getBytes(StandardCharsets.UTF_8);
        assertThat(rows(new BatchCodec().decode(plain))).isEqualTo(mapper.readTree(page.get("rows")));
    }

    @Test
    void theRowsEncodeToTheBatch() throws IOException {
        byte[] encoded = new BatchCodec().encode("u1", new Batch("8f1c2ab04d5e6f70", true, records()));
        JsonNode columns = mapper.readTree(page.get("columns"));
        assertThat(mapper.readTree(Zlib.decompress(encoded))).isEqualTo(columns);
        assertThat(mapper.readTree(Zlib.decompress(bytes()))).isEqualTo(columns);
    }

    @Test
    void aLargeValueIsCutAsTheExampleShows() throws Exception {
        Result sent =
                ResultWriter.write(Collections.nCopies(100_000, 1), Result.SENT).within(Result.SENT);
        JsonNode truncated = mapper.readTree(sent.beginning());
        JsonNode example = mapper.readTree(page.get("truncated"));
        assertThat(truncated.path("head").textValue())
                .startsWith(example.path("head").textValue());
        assertThat(truncated.path("length").intValue()).isEqualTo(200_001);
        assertThat(truncated.path("limit")).isEqualTo(example.path("limit"));
        assertThat(truncated.fieldNames()).toIterable().containsExactlyElementsOf(example::fieldNames);
    }

    private byte[] bytes() {
        return HexFormat.of().parseHex(page.get("batch").replace("\n", ""));
    }

    private JsonNode rows(BatchCodec.Rows decoded) throws IOException {
        List<Object> rows = new ArrayList<>();
        decoded.rows().forEach(each -> rows.add(each.row()));
        return mapper.readTree(JsonRows.text(rows));
    }

    private List<SequencedRecord> records() throws IOException {
        List<SequencedRecord> records = new ArrayList<>();
        for (JsonNode row : mapper.readTree(page.get("rows"))) {
            Map<String, Object> fields = new LinkedHashMap<>();
            row.properties()
                    .forEach(each -> fields.put(each.getKey(), mapper.convertValue(each.getValue(), Object.class)));
            fields.keySet().removeIf(name -> name.startsWith("@"));
            long micros = Micros.of(Instant.parse(row.path("@ts").textValue()));
            Timestamp at = new Timestamp(micros, 0, !row.has("@tq"));
            records.add(new SequencedRecord(
                    SEQUENCES.get(records.size()),
                    new TelemetryRecord(row.path("@t").textValue(), at, fields, Priority.NORMAL)));
        }
        return records;
    }
}
