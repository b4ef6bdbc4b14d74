package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Row encoding of the active log. */
class RowsTest {
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private static FrameHeader header(int count, long first, long last) {
        return new FrameHeader(0, 0, 1, 1, first, last, 0, 0, count, 0, Priority.NORMAL, 0, List.of());
    }

    private Object value(int depth) {
        return switch (random.nextInt(depth > 5 ? 8 : 10)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextLong();
            case 2 -> Double.longBitsToDouble(random.nextLong() & ~(1L << 62));
            case 3 -> random.nextBoolean();
            case 4 -> "ä€😀".repeat(random.nextInt(15)) + random.nextInt(3);
            case 5 -> "long ".repeat(random.nextInt(100)) + random.nextInt(2);
            case 6 -> new BigDecimal("1e400").toBigInteger();
            case 7 ->
                random.nextInt(-5_000_000, 5_000_000)
                        / List.of(1.0, 2.0, 100.0, 1_000.0, -1e5).get(random.nextInt(5));
            case 8 -> List.of(value(depth + 1), value(depth + 1));
            default -> fields(depth + 1);
        };
    }

    private Map<String, Object> fields(int depth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            fields.put("name" + random.nextInt(20), normal(value(depth)));
        }
        return fields;
    }

    /** As Jackson reads it: the smallest type that holds the number. */
    private static Object normal(Object value) {
        return value instanceof Long number && number == (int) (long) number ? (Object) (int) (long) number : value;
    }

    private TelemetryRecord record() {
        Timestamp at = new Timestamp(random.nextLong(), random.nextLong(), random.nextBoolean());
        return new TelemetryRecord("type" + random.nextInt(5), at, fields(0), Priority.NORMAL);
    }

    @Test
    void rowsAreReadBackUnchanged() throws IOException {
        for (int round = 0; round < 500; round++) {
            RowWriter writer = new RowWriter(FrameHeader.length(List.of()));
            List<SequencedRecord> expected = new ArrayList<>();
            long sequence = 1 + random.nextInt(1000);
            long first = sequence;
            for (int i = random.nextInt(30); i >= 0; i--) {
                TelemetryRecord record = record();
                writer.add(sequence - first, record);
                expected.add(new SequencedRecord(sequence, record));
                sequence += 1 + random.nextInt(5);
            }
            assertThat(RowReader.read(writer.bytes(), header(expected.size(), first, sequence)))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    @Test
    void anOversizedRecordLeavesTheFrameUnchanged() throws IOException {
        RowWriter writer = new RowWriter(FrameHeader.length(List.of()));
        Timestamp at = new Timestamp(1, 1, true);
        TelemetryRecord small = new TelemetryRecord("small", at, Map.of("a", "b"), Priority.NORMAL);
        writer.add(0, small);
        Map<String, Object> much = new LinkedHashMap<>();
        for (int i = 0; i < 2_000; i++) {
            much.put("name" + i, "x".repeat(60) + i);
        }
        assertThatThrownBy(() -> writer.add(1, new TelemetryRecord("large", at, much, Priority.NORMAL)))
                .isInstanceOf(IOException.class);
        TelemetryRecord after = new TelemetryRecord("after", at, Map.of("name1", "b"), Priority.NORMAL);
        writer.add(1, after);
        assertThat(RowReader.read(writer.bytes(), header(2, 7, 8)))
                .containsExactly(new SequencedRecord(7, small), new SequencedRecord(8, after));
    }

    @Test
    void corruptBytesCauseAtMostAnIOException() throws IOException {
        RowWriter writer = new RowWriter(FrameHeader.length(List.of()));
        for (int i = 0; i < 20; i++) {
            writer.add(i, record());
        }
        byte[] good = writer.bytes();
        for (int round = 0; round < 5_000; round++) {
            byte[] bad = good.clone();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                bad[FrameHeader.length(List.of()) + random.nextInt(bad.length - FrameHeader.length(List.of()))] =
                        (byte) random.nextInt();
            }
            try {
                RowReader.read(bad, header(20, 1, 20));
            } catch (IOException e) {
                assertThat(e).as("seed %d", seed).hasMessageMatching("(?s).+");
            }
        }
    }
}
