package io.outrider.agent.columns;

import io.outrider.agent.buffer.Batch;
import java.io.IOException;
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

    /** @throws IllegalArgumentException if it is too much for one message; half of it may do */
    public byte[] encode(String unit, Batch batch) {
        throw new UnsupportedOperationException();
    }

    /** @throws IOException if it is nothing that {@link #encode} has made */
    public Rows decode(byte[] payload) throws IOException {
        throw new UnsupportedOperationException();
    }
}
