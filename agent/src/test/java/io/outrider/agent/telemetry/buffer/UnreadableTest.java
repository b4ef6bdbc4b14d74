package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.WatchedDisk;
import io.outrider.agent.runtime.storage.WatchedDisk.Operation;
import io.outrider.agent.telemetry.buffer.Backlog.Order;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Behaviour on a disk with read errors. */
class UnreadableTest {
    @TempDir
    Path data;

    private Path folder;

    @BeforeEach
    void setFolder() {
        folder = data.resolve("buffer");
    }

    private final FixedTime time = new FixedTime();
    private volatile boolean failsReads;
    private final WatchedDisk disk = new WatchedDisk((operation, path) -> {
        if (operation == Operation.READ && failsReads) {
            throw new IOException(path + " (Too many open files)");
        }
    });

    private Buffer open() {
        return new Buffer(folder, BufferTest.SMALL, 1_000, new DeflatedRows(), "boot", new Random(3), time, disk);
    }

    private void fill(Buffer buffer, int from, int to) {
        for (int i = from; i < to; i++) {
            buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", i), Priority.NORMAL)));
        }
    }

    private static List<Object> drain(Buffer buffer) {
        List<Object> all = new ArrayList<>();
        for (Batch batch = buffer.take(Order.OLDEST, 50); batch != null; batch = buffer.take(Order.OLDEST, 50)) {
            batch.records().stream()
                    .filter(each -> each.record().type().equals("t"))
                    .forEach(each -> all.add(each.record().fields().get("value")));
            buffer.delivered(batch);
        }
        return all;
    }

    private static List<Object> numbers(int from, int to) {
        List<Object> all = new ArrayList<>();
        for (int i = from; i < to; i++) {
            all.add(i);
        }
        return all;
    }

    @Test
    void recordsAreDeliveredAfterATransientReadError() {
        try (Buffer buffer = open()) {
            fill(buffer, 0, 100);
            failsReads = true;
            assertThat(buffer.take(Order.OLDEST, 50)).isNull();
            assertThat(buffer.health().problems()).singleElement().asString().contains("Too many open files");
            assertThat(buffer.health().facts().get("lost")).isEqualTo(Map.of());
            time.micros.addAndGet(TimeUnit.SECONDS.toMicros(50));
            assertThat(buffer.take(Order.OLDEST, 50)).isNull();
            failsReads = false;
            assertThat(drain(buffer)).isEqualTo(numbers(0, 100));
            buffer.maintain();
            assertThat(buffer.health().problems()).isEmpty();
        }
    }

    @Test
    void recordsAreCompactedAfterATransientReadError() {
        try (Buffer buffer = open()) {
            fill(buffer, 0, 150);
            failsReads = true;
            fill(buffer, 150, 500);
            buffer.maintain();
            assertThat(buffer.health().facts().get("lost")).isEqualTo(Map.of());
            failsReads = false;
            buffer.maintain();
            assertThat(drain(buffer)).isEqualTo(numbers(0, 500));
        }
    }

    @Test
    void recordsUnreadableForAMinuteAreLost() {
        try (Buffer buffer = open()) {
            fill(buffer, 0, 3);
            failsReads = true;
            assertThat(buffer.take(Order.OLDEST, 50)).isNull();
            time.micros.addAndGet(TimeUnit.SECONDS.toMicros(60));
            assertThat(buffer.take(Order.OLDEST, 50)).isNull();
            assertThat(buffer.health().facts().get("lost")).isEqualTo(Map.of("damaged", 3L));
            failsReads = false;
            fill(buffer, 3, 5);
            assertThat(drain(buffer)).isEqualTo(numbers(3, 5));
        }
    }

    @Test
    @Timeout(60)
    void aMissingSegmentWithRecordsInFlightDoesNotBlockTheCompactor() throws IOException {
        BufferLimits limits = new BufferLimits(1 << 20, Duration.ofDays(30), 4_096, 4_096, 2, 10_000);
        try (Buffer buffer = new Buffer(folder, limits, 1_000, new DeflatedRows(), "boot", new Random(3), time, disk)) {
            List<TelemetryRecord> oneFrame = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                oneFrame.add(new TelemetryRecord("t", time.now(), Map.of("value", i), Priority.NORMAL));
            }
            buffer.accept(oneFrame);
            Batch inFlight = buffer.take(Order.OLDEST, 10);
            for (int i = 100; i < 500; i++) {
                fill(buffer, i, i + 1);
                if (i == 200) {
                    Files.delete(folder.resolve("fresh/0000000000000001.log"));
                }
            }
            buffer.maintain();
            buffer.maintain();
            buffer.delivered(inFlight);
            buffer.maintain();
            long lost = ((Map<?, ?>) buffer.health().facts().get("lost"))
                    .values().stream().mapToLong(each -> (Long) each).sum();
            assertThat(lost).isGreaterThanOrEqualTo(90);
            assertThat(drain(buffer)).hasSize(500 - 10 - (int) lost).endsWith(499);
        }
    }
}
