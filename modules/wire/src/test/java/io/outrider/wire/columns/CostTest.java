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

/** What a batch of 500 costs on the wire, and what it takes to make it. Prints what it has measured. */
class CostTest {
    private static final int BATCH = 500;

    private final BatchCodec codec = new BatchCodec();

    private static List<Batch> drive(boolean packed, int batches) {
        List<SequencedRecord> all = new DriveRecordSource(new Random(5), packed).records(BATCH * batches);
        List<Batch> cut = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
            cut.add(new Batch("0f8b31c2", true, all.subList(i * BATCH, (i + 1) * BATCH)));
        }
        return cut;
    }

    /** One by one every second record has a moment of its own, which is noise of 13 bits. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRecordOfADriveCostsAtMostFiveBytes(boolean packed) throws IOException {
        long columns = 0;
        long disk = 0;
        long rows = 0;
        for (Batch batch : drive(packed, 10)) {
            columns += codec.encode("unit-00001", batch).length;
            disk += new ColumnarRecordCodec().pack(batch.records()).length;
            byte[] json = JsonRows.text(batch.records().stream()
                            .map(each -> each.record().row())
                            .toList())
                    .getBytes(StandardCharsets.UTF_8);
            rows += zipped(json);
        }
        System.out.printf(
                "bytes a record, questions %s: columns %.2f, on disk %.2f, rows with gzip %.2f%n",
                packed ? "packed" : "one by one", columns / 10.0 / BATCH, disk / 10.0 / BATCH, rows / 10.0 / BATCH);
        assertThat(columns / 10.0 / BATCH).isLessThan(packed ? 4 : 5);
    }

    private static int zipped(byte[] json) throws IOException {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(to)) {
            gzip.write(json);
        }
        return to.size();
    }

    @Test
    void aCoreEncodesAndDecodesOverAHundredThousandASecond() throws IOException {
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
        assertThat(encoded).isGreaterThan(20_000); // what it is on a machine of its own is measured by the bench
        assertThat(decoded).isGreaterThan(20_000);
    }
}
