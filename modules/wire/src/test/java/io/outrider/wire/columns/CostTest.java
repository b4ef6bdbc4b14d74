package io.outrider.wire.columns;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Size of an encoded batch of 500 records, and speed of the codec. Prints its measurements. */
class CostTest {
    private static final int BATCH = 500;

    private final BatchCodec codec = new BatchCodec();

    private static List<Batch> drive(boolean combined, int batches) {
        List<SequencedRecord> all = new DriveRecordSource(new Random(5), combined).records(BATCH * batches);
        List<Batch> parts = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
            parts.add(new Batch("0f8b31c2", true, all.subList(i * BATCH, (i + 1) * BATCH)));
        }
        return parts;
    }

    /** Queried separately, every second record has a timestamp of its own, with 13 bits of noise. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRecordOfADriveTakesAtMostFiveBytes(boolean combined) throws IOException {
        long columns = 0;
        long disk = 0;
        long rows = 0;
        for (Batch batch : drive(combined, 10)) {
            columns += codec.encode("unit-00001", batch).length;
            disk += new ColumnarRecordCodec().pack(batch.records()).length;
            byte[] json = JsonRows.text(batch.records().stream()
                            .map(each -> each.record().row())
                            .toList())
                    .getBytes(StandardCharsets.UTF_8);
            rows += zipped(json);
        }
        System.out.printf(
                "bytes a record, queries %s: columns %.2f, on disk %.2f, rows with gzip %.2f%n",
                combined ? "combined" : "separate", columns / 10.0 / BATCH, disk / 10.0 / BATCH, rows / 10.0 / BATCH);
        assertThat(columns / 10.0 / BATCH).isLessThan(combined ? 4 : 5);
    }

    private static int zipped(byte[] json) throws IOException {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(to)) {
            gzip.write(json);
        }
        return to.size();
    }

    @Test
    void encodingAndDecodingReachTheMinimumSpeed() throws IOException {
        List<Batch> batches = drive(true, 20);
        double encoded = 0;
        double decoded = 0;
        for (int round = 0; round < 25; round++) { // the first ones warm up
            List<byte[]> payloads = new ArrayList<>();
            long began = System.nanoTime();
            batches.forEach(each -> payloads.add(codec.encode("unit-00001", each)));
            long between = System.nanoTime();
            for (byte[] each : payloads) {
                codec.decode(each);
            }
            long ended = System.nanoTime();
            encoded = Math.max(encoded, BATCH * batches.size() * 1e9 / (between - began));
            decoded = Math.max(decoded, BATCH * batches.size() * 1e9 / (ended - between));
        }
        System.out.printf("records a second: encoded %.0f, decoded to rows %.0f%n", encoded, decoded);
        assertThat(encoded)
                .isGreaterThan(
                        20_000); // low, since other tests run in parallel; the bench measures it on an idle machine
        assertThat(decoded).isGreaterThan(20_000);
    }
}
