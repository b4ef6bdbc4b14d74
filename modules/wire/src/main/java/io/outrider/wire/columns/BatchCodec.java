package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonFactory;
import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Batches as they go over MQTT, and back. See docs/telemetry.md. Any thread. */
public final class BatchCodec {
    /**
     * A record that has arrived. Unit, boot and sequence together are its identity.
     *
     * @param row with {@code @t}, {@code @ts} and, if the unit did not know the time, {@code @tq}
     */
    public record Row(long sequence, Map<String, Object> row) {}

    /** What has arrived, in the order in which the unit made it. */
    public record Rows(String unit, String boot, List<Row> rows) {
        public Rows {
            rows = List.copyOf(rows);
        }
    }

    private final ColumnarWriter writer;
    private final ColumnarReader reader;

    public BatchCodec() {
        JsonFactory factory = JsonValues.factory();
        writer = new ColumnarWriter(factory, false);
        reader = new ColumnarReader(factory, false);
    }

    /** @throws IllegalArgumentException if it is too much for one message; half of it may do */
    public byte[] encode(String unit, Batch batch) {
        Map<String, String> head = new LinkedHashMap<>();
        head.put("unit", unit);
        head.put("boot", batch.runId());
        return writer.write(head, batch.records());
    }

    /** @throws IOException if it is nothing that {@link #encode} has made */
    public Rows decode(byte[] payload) throws IOException {
        ColumnarReader.Sheet sheet = reader.read(payload);
        List<Row> rows = new ArrayList<>();
        for (SequencedRecord each : sheet.records()) {
            rows.add(new Row(each.sequence(), each.record().row()));
        }
        return new Rows(sheet.text("unit"), sheet.text("boot"), rows);
    }

    /**
     * Where the first of several compressed batches ends that follow each other without anything in between.
     *
     * @return its length, or -1 if there is more to come of it
     * @throws IOException if this is no compressed batch
     */
    public static int length(byte[] bytes, int count) throws IOException {
        return Zlib.length(bytes, count);
    }
}
