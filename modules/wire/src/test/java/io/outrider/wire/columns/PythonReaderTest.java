package io.outrider.wire.columns;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import io.outrider.testkit.TimeoutFactor;
import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Test of the format as docs/wire.md documents it, against an independent reader in Python. */
class PythonReaderTest {
    @Test
    void theReaderInPythonDecodesTheSameRows() throws IOException, InterruptedException, URISyntaxException {
        Path script = Path.of(getClass().getResource("/columns/rows.py").toURI());
        Path dictionary = Path.of(Zlib.class.getResource("dictionary.txt").toURI());
        Process python = new ProcessBuilder("python3", script.toString(), dictionary.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedWriter to =
                        new BufferedWriter(new OutputStreamWriter(python.getOutputStream(), StandardCharsets.UTF_8));
                BufferedReader from =
                        new BufferedReader(new InputStreamReader(python.getInputStream(), StandardCharsets.UTF_8))) {
            for (int seed = 0; seed < 500; seed++) {
                List<SequencedRecord> records = new RandomRecords(new Random(seed)).some(60);
                if (seed == 0) {
                    records = new DriveRecordSource(new Random(seed), true).records(500);
                }
                byte[] payload = new BatchCodec().encode("unit", new Batch("boot", true, records));
                to.write(HexFormat.of().formatHex(payload) + "\n");
                to.flush();
                assertThat(JsonRows.comparable(parsed(from.readLine())))
                        .as("seed %d", seed)
                        .isEqualTo(JsonRows.comparable(expected(records)));
            }
        } finally {
            python.destroy();
            assertThat(python.waitFor(TimeoutFactor.scaledSeconds(10), TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    /** Rows with doubles only: Python has no exact decimals. */
    private static List<Object> expected(List<SequencedRecord> records) throws IOException {
        List<Object> rows = new ArrayList<>();
        for (SequencedRecord each : records) {
            rows.add(List.of("unit", "boot", each.sequence(), each.record().row()));
        }
        return asDoubles(JsonRows.text(rows));
    }

    private static List<Object> parsed(String line) throws IOException {
        return asDoubles(line);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> asDoubles(String json) throws IOException {
        try (JsonParser parser = JsonValues.FACTORY.createParser(json)) {
            parser.nextToken();
            return (List<Object>) Rounded.of(JsonValues.read(parser, new SizeBudget(Long.MAX_VALUE)));
        }
    }
}
