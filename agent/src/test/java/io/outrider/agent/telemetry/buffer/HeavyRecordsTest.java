package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.telemetry.buffer.Backlog.Order;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records as large as they may be, many of them: the process has 48 MB. */
class HeavyRecordsTest {
    private static final int COUNT = 300;
    private static final String TEXT = "x".repeat(43_000);

    @TempDir
    Path data;

    private Path folder;

    @BeforeEach
    void place() {
        folder = data.resolve("buffer");
    }

    private final FixedTime time = new FixedTime();

    private List<Integer> batches(boolean isPacked, Order order) {
        BufferLimits bounds = BufferLimits.of(BufferSettings.defaults());
        List<Integer> sizes = new ArrayList<>();
        try (Buffer buffer =
                new Buffer(folder, bounds, 1_000, new DeflatedRows(), "boot", new Random(3), time, Disk.SYSTEM)) {
            for (int i = 0; i < COUNT; i++) {
                buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("x", i + TEXT), Priority.NORMAL)));
                if (isPacked && i % 25 == 0) {
                    buffer.tend();
                }
            }
            for (Batch batch = buffer.take(order, 5_000); batch != null; batch = buffer.take(order, 5_000)) {
                sizes.add(batch.records().size());
                buffer.delivered(batch);
            }
        }
        return sizes;
    }

    private static void areBounded(List<Integer> sizes) {
        assertThat(sizes.stream().mapToInt(each -> each).sum()).isEqualTo(COUNT);
        assertThat(sizes).allMatch(each -> each * TEXT.length() < 1_200_000);
        assertThat(sizes).hasSizeLessThan(COUNT / 10);
    }

    @Test
    void aBatchIsBoundedByWhatItTakes() {
        areBounded(batches(false, Order.OLDEST));
    }

    @Test
    void alsoOfWhatIsPackedIntoLittle() {
        areBounded(batches(true, Order.OLDEST));
    }

    @Test
    void alsoFromTheOtherEnd() {
        areBounded(batches(true, Order.NEWEST));
    }
}
