package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.events.Event;
import io.outrider.testkit.DocumentExamples;
import io.outrider.wire.Batch;
import io.outrider.wire.Micros;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The examples of rows and events in docs/wire.md. */
class RowsExampleTest {
    private final ObjectMapper mapper = new ObjectMapper();
    private final DocumentExamples page;

    RowsExampleTest() throws IOException {
        page = new DocumentExamples("wire.md");
    }

    private static Timestamp at(String text, boolean trusted) {
        return new Timestamp(Micros.of(Instant.parse(text)), 0, trusted);
    }

    @Test
    void rowsArePostedAsShown() throws IOException {
        JsonNode rows = mapper.readTree(page.get("rows"));
        List<SequencedRecord> records = new ArrayList<>();
        for (JsonNode row : rows) {
            Map<String, Object> fields = new LinkedHashMap<>();
            row.properties()
                    .forEach(each -> fields.put(each.getKey(), mapper.convertValue(each.getValue(), Object.class)));
            fields.keySet().removeIf(name -> name.startsWith("@"));
            records.add(new SequencedRecord(
                    records.size() + 1,
                    new TelemetryRecord(
                            row.path("@t").textValue(),
                            at(row.path("@ts").textValue(), !row.has("@tq")),
                            fields,
                            Priority.NORMAL)));
        }
        byte[] body = RowEncoder.gzip(new Batch("8f1c2ab04d5e6f70", true, records));
        assertThat(mapper.readTree(new GZIPInputStream(new ByteArrayInputStream(body))))
                .isEqualTo(rows);
    }

    @Test
    void anEventIsARecordAsShown() throws IOException {
        Event event = new Event(
                "vehicle/engine/stopped", Map.of("reason", "no revolutions"), at("2026-11-21T10:15:00.061530Z", true));
        assertThat(mapper.readTree(mapper.writeValueAsString(event.record().row())))
                .isEqualTo(mapper.readTree(page.get("event")));
    }
}
