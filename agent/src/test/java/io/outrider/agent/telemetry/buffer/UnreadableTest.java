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

/** On a disk that does not give back what it has taken. */
class UnreadableTest {
    @TempDir
    Path data;

    private Path folder;

    @BeforeEach
    void place() {
        folder = data.resolve("buffer");
    }

    private final FixedTime time = new FixedTime();
    private volatile boolean refusesToRead;
    private final WatchedDisk disk = new WatchedDisk((operation, path) -> {
        if (operation == Operation.READ && refusesToRead) {
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
                    .filter(each -> each.sample().type().equals("t"))
                    .forEach(each -> all.add(each.sample().fields().get("value")));
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
    void whatCannotBeReadForAWhileIsGivenLater() {
        try (Buffer buffer = open()) {
            fill(buffer, 0, 100);
            refusesToRead = true;
            assertThat(buffer.take(Order.OLDEST, 50)).isNull();
            assertThat(buffer.health().problems()).singleElement().asString().contains("Too many open files");
            assertThat(buffer.health().facts().get("lost")).isEqualTo(Map.of());
            time.micros.addAndGet(TimeUnit.SECONDS.toMicros(50));
            assertThat(buffer.take(Order.OLDEST, 50)).isNull();
            refusesToRead = false;
            assertThat(drain(buffer)).isEqualTo(numbers(0, 100));
            buffer.tend();
            assertThat(buffer.health().problems()).isEmpty();
        }
    }

    @Test
    void whatCannotBeReadForAWhileIsPackedLater() {
        try (Buffer buffer = open()) {
            fill(buffer, 0, 150);
            refusesToRead = true;
            fill(buffer, 150, 500);
            buffer.tend();
            assertThat(buffer.health().facts().get("lost")).isEqualTo(Map.of());
            refusesToRead = false;
            buffer.tend();
            assertThat(drain(buffer)).isEqualTo(numbers(0, 500));
        }
    }

    @Test
    void whatCannotBeReadForAMinuteKeepsNobodyBackAnyLonger() {
        try (Buffer buffer = open()) {
            fill(buffer, 0, 3);
            refusesToRead = true;
            assertThat(buffer.take(Order.OLDEST, 50)).isNull();
            time.micros.addAndGet(TimeUnit.SECONDS.toMicros(60));
            assertThat(buffer.take(Order.OLDEST, 50)).isNull();
            assertThat(buffer.health().facts().get("lost")).isEqualTo(Map.of("damaged", 3L));
            refusesToRead = false;
            fill(buffer, 3, 5);
            assertThat(drain(buffer)).isEqualTo(numbers(3, 5));
        }
    }

    @Test
    @Timeout(60)
    void aSegmentThatIsGoneWhileSomethingOfItIsTakenIsNotPackedForEver() throws IOException {
        BufferLimits bounds = new BufferLimits(1 << 20, Duration.ofDays(30), 4_096, 4_096, 2, 10_000);
        try (Buffer buffer = new Buffer(folder, bounds, 1_000, new DeflatedRows(), "boot", new Random(3), time, disk)) {
            List<TelemetryRecord> together = new ArrayList<>(); // one block
            for (int i = 0; i < 100; i++) {
                together.add(new TelemetryRecord("t", time.now(), Map.of("value", i), Priority.NORMAL));
            }
            buffer.accept(together);
            Batch taken = buffer.take(Order.OLDEST, 10);
            for (int i = 100; i < 500; i++) {
                fill(buffer, i, i + 1);
                if (i == 200) {
                    Files.delete(folder.resolve("fresh/0000000000000001.log"));
                }
            }
            buffer.tend();
            buffer.tend();
            buffer.delivered(taken);
            buffer.tend();
            long lost = ((Map<?, ?>) buffer.health().facts().get("lost"))
                    .values().stream().mapToLong(each -> (Long) each).sum();
            assertThat(lost).isGreaterThanOrEqualTo(90);
            assertThat(drain(buffer)).hasSize(500 - 10 - (int) lost).endsWith(499);
        }
    }
}
