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

/** Many records of maximum size, with a heap of 48 MB. */
class HeavyRecordsTest {
    private static final int COUNT = 300;
    private static final String TEXT = "x".repeat(43_000);

    @TempDir
    Path data;

    private Path folder;

    @BeforeEach
    void setFolder() {
        folder = data.resolve("buffer");
    }

    private final FixedTime time = new FixedTime();

    private List<Integer> batches(boolean isCompacted, Order order) {
        BufferLimits limits = BufferLimits.of(BufferSettings.defaults());
        List<Integer> sizes = new ArrayList<>();
        try (Buffer buffer =
                new Buffer(folder, limits, 1_000, new DeflatedRows(), "boot", new Random(3), time, Disk.SYSTEM)) {
            for (int i = 0; i < COUNT; i++) {
                buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("x", i + TEXT), Priority.NORMAL)));
                if (isCompacted && i % 25 == 0) {
                    buffer.maintain();
                }
            }
            for (Batch batch = buffer.take(order, 5_000); batch != null; batch = buffer.take(order, 5_000)) {
                sizes.add(batch.records().size());
                buffer.delivered(batch);
            }
        }
        return sizes;
    }

    private static void assertLimited(List<Integer> sizes) {
        assertThat(sizes.stream().mapToInt(each -> each).sum()).isEqualTo(COUNT);
        assertThat(sizes).allMatch(each -> each * TEXT.length() < 1_200_000);
        assertThat(sizes).hasSizeLessThan(COUNT / 10);
    }

    @Test
    void aBatchIsLimitedByItsBytes() {
        assertLimited(batches(false, Order.OLDEST));
    }

    @Test
    void aBatchOfCompressedRecordsIsLimitedByItsUncompressedBytes() {
        assertLimited(batches(true, Order.OLDEST));
    }

    @Test
    void aNewestFirstBatchIsLimitedByItsBytes() {
        assertLimited(batches(true, Order.NEWEST));
    }
}
