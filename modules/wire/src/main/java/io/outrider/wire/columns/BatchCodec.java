package io.outrider.wire.columns;

import io.outrider.wire.Batch;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Codec of batches for MQTT; see docs/wire.md. Any thread. */
public final class BatchCodec {
    /**
     * Received record; unit, boot and sequence together identify it.
     *
     * @param micros time of the record, since 1970
     * @param row with {@code @t}, {@code @ts} and, if the time is not trusted, {@code @tq}
     */
    public record BatchRow(long sequence, long micros, Map<String, Object> row) {}

    /** Received records, in the order in which the unit made them. */
    public record Rows(String unit, String boot, List<BatchRow> rows) {
        public Rows {
            rows = List.copyOf(rows);
        }
    }

    private final ColumnarWriter writer = new ColumnarWriter(false);
    private final ColumnarReader reader = new ColumnarReader(false);

    /** @throws IllegalArgumentException if the batch is too large for one message; half of it may fit */
    public byte[] encode(String unit, Batch batch) {
        Map<String, String> header = new LinkedHashMap<>();
        header.put("unit", unit);
        header.put("boot", batch.runId());
        return writer.write(header, batch.records());
    }

    /** @throws IOException if the payload is not from {@link #encode} */
    public Rows decode(byte[] payload) throws IOException {
        ColumnarReader.DecodedBatch decoded = reader.read(payload);
        List<BatchRow> rows = decoded.records().stream()
                .map(each -> new BatchRow(
                        each.sequence(),
                        each.record().at().micros(),
                        each.record().row()))
                .toList();
        return new Rows(decoded.text("unit"), decoded.text("boot"), rows);
    }

    /**
     * Length of the first of several concatenated compressed batches.
     *
     * @return -1 if its end is not among the bytes
     * @throws IOException if this is no compressed batch
     */
    public static int length(byte[] bytes, int count) throws IOException {
        return Zlib.decompress(bytes, count, OutputStream.nullOutputStream());
    }
}
