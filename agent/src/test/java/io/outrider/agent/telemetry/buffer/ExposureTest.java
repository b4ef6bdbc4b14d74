package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.WatchedDisk;
import io.outrider.agent.runtime.storage.WatchedDisk.Operation;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long a power cut can take a record. */
class ExposureTest {
    @TempDir
    Path data;

    private Path folder;

    @BeforeEach
    void place() {
        folder = data.resolve("buffer");
    }

    private final FixedTime time = new FixedTime();

    private Buffer started(BufferLimits bounds, int syncMillis, Disk disk) {
        Buffer buffer = new Buffer(folder, bounds, syncMillis, new DeflatedRows(), "boot", new Random(4), time, disk);
        buffer.start();
        return buffer;
    }

    private CompletableFuture<Boolean> accept(Buffer buffer) {
        return buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", 1), Priority.NORMAL)));
    }

    @Test
    void nothingElseThatTheDiskIsSlowInKeepsARecordFromBeingForced() throws Exception {
        CountDownLatch packs = new CountDownLatch(1);
        CountDownLatch mayPack = new CountDownLatch(1);
        Disk disk = new WatchedDisk((operation, path) -> {
            if (operation == Operation.FORCE && path.startsWith(folder.resolve("normal"))) {
                packs.countDown();
                awaits(mayPack);
            }
        });
        try (Buffer buffer = started(BufferTest.SMALL, 50, disk)) {
            try {
                for (int i = 0; packs.getCount() > 0; i++) {
                    assertThat(i).isLessThan(100_000);
                    accept(buffer);
                }
                assertThat(accept(buffer).get(10, TimeUnit.SECONDS)).isTrue();
                assertThat(packs.getCount()).isZero();
            } finally {
                mayPack.countDown();
            }
        }
    }

    private static void awaits(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aTrickleIsForcedTwiceInTheTimeThatMayBeLostAndNotMoreOften() throws Exception {
        AtomicInteger forced = new AtomicInteger();
        Disk disk = new WatchedDisk((operation, path) -> {
            if (operation == Operation.FORCE) {
                forced.incrementAndGet();
            }
        });
        try (Buffer buffer = started(BufferLimits.of(BufferSettings.defaults()), 400, disk)) {
            forced.set(0);
            long begun = System.nanoTime();
            CompletableFuture<Boolean> last = null;
            for (int i = 0; i < 100; i++) {
                last = accept(buffer);
                TimeUnit.MILLISECONDS.sleep(10); // the rate is what it is about
            }
            assertThat(last.get(10, TimeUnit.SECONDS)).isTrue();
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            assertThat(forced.get())
                    .isBetween(
                            1,
                            (int) (millis / 200)
                                    + 4); // the first, what follows the last, and one that a slow machine began late
        }
    }
}
