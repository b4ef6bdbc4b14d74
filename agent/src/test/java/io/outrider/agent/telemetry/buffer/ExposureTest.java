package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.WatchedDisk;
import io.outrider.agent.runtime.storage.WatchedDisk.Operation;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.Ticker;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time for which a record is exposed to a power cut. */
class ExposureTest {
    @TempDir
    Path data;

    private Path folder;

    @BeforeEach
    void setFolder() {
        folder = data.resolve("buffer");
    }

    private final FixedTime time = new FixedTime();

    private Buffer started(BufferLimits limits, int syncMillis, Disk disk) {
        Buffer buffer = new Buffer(folder, limits, syncMillis, new DeflatedRows(), "boot", new Random(4), time, disk);
        buffer.start(new Heartbeats(Ticker.system()));
        return buffer;
    }

    private CompletableFuture<Boolean> accept(Buffer buffer) {
        return buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", 1), Priority.NORMAL)));
    }

    @Test
    void aSlowCompactionDoesNotDelayTheFsync() throws Exception {
        CountDownLatch compacts = new CountDownLatch(1);
        CountDownLatch mayCompact = new CountDownLatch(1);
        Disk disk = new WatchedDisk((operation, path) -> {
            if (operation == Operation.FORCE && path.startsWith(folder.resolve("normal"))) {
                compacts.countDown();
                await(mayCompact);
            }
        });
        try (Buffer buffer = started(BufferTest.SMALL, 50, disk)) {
            try {
                for (int i = 0; compacts.getCount() > 0; i++) {
                    assertThat(i).isLessThan(100_000);
                    accept(buffer);
                }
                assertThat(accept(buffer).get(10, TimeUnit.SECONDS)).isTrue();
                assertThat(compacts.getCount()).isZero();
            } finally {
                mayCompact.countDown();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aTrickleIsForcedTwicePerSyncInterval() throws Exception {
        Map<Path, Integer> forced = new ConcurrentHashMap<>();
        Disk disk = new WatchedDisk((operation, path) -> {
            if (operation == Operation.FORCE) {
                forced.merge(path, 1, Integer::sum);
            }
        });
        try (Buffer buffer = started(BufferLimits.of(BufferSettings.defaults()), 400, disk)) {
            forced.clear();
            long start = System.nanoTime();
            CompletableFuture<Boolean> last = null;
            for (int i = 0; i < 100; i++) {
                last = accept(buffer);
                TimeUnit.MILLISECONDS.sleep(10); // the rate is under test
            }
            assertThat(last.get(10, TimeUnit.SECONDS)).isTrue();
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            // the first, the one after the last record, and two that a slow machine delayed
            int most = (int) (millis / 200) + 4;
            assertThat(forced).isNotEmpty();
            assertThat(forced.values()).as("forces by file: %s", forced).allMatch(each -> each <= most);
        }
    }
}
