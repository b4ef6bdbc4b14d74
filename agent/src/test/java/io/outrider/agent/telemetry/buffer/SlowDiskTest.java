package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.WatchedDisk;
import io.outrider.agent.runtime.storage.WatchedDisk.Operation;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.agent.telemetry.buffer.Backlog.Order;
import io.outrider.api.Ticker;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocking behaviour on a real disk with an fsync of 300 ms. */
@Tag("slow")
class SlowDiskTest {
    @TempDir
    Path data;

    private Path folder;

    @BeforeEach
    void setFolder() {
        folder = data.resolve("buffer");
    }

    private final FixedTime time = new FixedTime();

    private final AtomicReference<Thread> hurried = new AtomicReference<>();
    private final AtomicBoolean hurriedHasForced = new AtomicBoolean();
    private final Disk disk = new WatchedDisk((operation, path) -> {
        if (operation == Operation.FORCE || operation == Operation.FORCE_FOLDER) {
            hurriedHasForced.compareAndSet(false, Thread.currentThread() == hurried.get());
            allocateGarbage();
        }
    });

    private static void allocateGarbage() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300);
        for (long left = 1; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Test
    void acceptDoesNotWaitForTheDisk() throws Exception {
        BufferLimits limits = new BufferLimits(1 << 20, Duration.ofDays(30), 1 << 16, 1 << 16, 4, 1 << 20);
        try (Buffer buffer = new Buffer(folder, limits, 1_000, new DeflatedRows(), "boot", new Random(2), time, disk)) {
            hurried.set(Thread.currentThread());
            AtomicBoolean isOver = new AtomicBoolean();
            Thread tending = new Thread(() -> {
                while (!isOver.get()) {
                    buffer.flush(); // drops segments and writes a checkpoint
                }
            });
            tending.start();
            long longest = 0;
            try {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
                for (int i = 0; System.nanoTime() < end; i++) {
                    long from = System.nanoTime();
                    buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", i), Priority.NORMAL)));
                    longest = Math.max(longest, System.nanoTime() - from);
                    Batch batch = buffer.take(Order.OLDEST, 100);
                    if (batch != null) {
                        buffer.delivered(batch);
                    }
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(i % 8 == 0 ? 1_000 : 20));
                }
            } finally {
                isOver.set(true);
                tending.join();
            }
            assertThat(hurriedHasForced).isFalse();
            assertThat(TimeUnit.NANOSECONDS.toMillis(longest)).isLessThan(100);
        }
    }

    @Test
    void fillingSegmentsDoesNotWaitForTheDisk() throws Exception {
        BufferLimits limits = new BufferLimits(4 << 20, Duration.ofDays(30), 1 << 16, 1 << 16, 4, 1 << 20);
        String text = "x".repeat(2_000);
        try (Buffer buffer = new Buffer(folder, limits, 1_000, new DeflatedRows(), "boot", new Random(2), time, disk)) {
            buffer.start(new Heartbeats(Ticker.system()));
            hurried.set(Thread.currentThread());
            CompletableFuture<Boolean> last = null;
            for (int i = 0; i < 200; i++) { // ten files
                last = buffer.accept(
                        List.of(new TelemetryRecord("t", time.now(), Map.of("value", i, "x", text), Priority.NORMAL)));
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20)); // within the rate of the disk
            }
            hurried.set(null);
            assertThat(last.get(30, TimeUnit.SECONDS)).isTrue();
            assertThat(hurriedHasForced).isFalse();
            try (Stream<Path> files = Files.list(folder.resolve("fresh"))) {
                assertThat(files.count()).isGreaterThan(2);
            }
        }
    }

    @Test
    void acceptDoesNotWaitForReads() throws Exception {
        CountDownLatch reads = new CountDownLatch(1);
        CountDownLatch mayRead = new CountDownLatch(1);
        AtomicBoolean isBlocking = new AtomicBoolean();
        Disk blockingDisk = new WatchedDisk((operation, path) -> {
            if (operation == Operation.READ && isBlocking.get()) {
                reads.countDown();
                await(mayRead);
            }
        });
        try (Buffer buffer = new Buffer(
                folder, BufferTest.SMALL, 1_000, new DeflatedRows(), "boot", new Random(2), time, blockingDisk)) {
            accept(buffer, 0, 400);
            isBlocking.set(true);
            AtomicReference<Batch> inFlight = new AtomicReference<>();
            Thread upload = new Thread(() -> inFlight.set(buffer.take(Order.OLDEST, 50)));
            upload.start();
            await(reads);
            isBlocking.set(false);
            accept(buffer, 400, 500);
            Batch others = buffer.take(Order.OLDEST, 500);
            assertThat(others.records()).hasSize(450); // none of those being read
            buffer.returned(others);
            buffer.maintain(); // compacts the records being read, and drops their file
            mayRead.countDown();
            upload.join();
            List<Long> sequences = new ArrayList<>();
            for (Batch batch = inFlight.get(); batch != null; batch = buffer.take(Order.OLDEST, 500)) {
                batch.records().forEach(each -> sequences.add(each.sequence()));
                buffer.delivered(batch);
            }
            assertThat(sequences).doesNotHaveDuplicates().hasSize(500);
            assertThat(buffer.health().facts().get("lost")).isEqualTo(Map.of());
        }
    }

    @Test
    void deliveredDoesNotWaitForTheCompactor() throws Exception {
        CountDownLatch compacts = new CountDownLatch(1);
        CountDownLatch mayCompact = new CountDownLatch(1);
        AtomicBoolean isBlocking = new AtomicBoolean();
        Disk blockingDisk = new WatchedDisk((operation, path) -> {
            if (operation == Operation.FORCE && path.startsWith(folder.resolve("normal")) && isBlocking.get()) {
                compacts.countDown();
                await(mayCompact);
            }
        });
        try (Buffer buffer = new Buffer(
                folder, BufferTest.SMALL, 50, new DeflatedRows(), "boot", new Random(2), time, blockingDisk)) {
            accept(buffer, 0, 1_000);
            buffer.maintain();
            Batch compacted = buffer.take(Order.OLDEST, 50);
            isBlocking.set(true);
            buffer.start(new Heartbeats(Ticker.system()));
            try {
                for (int i = 1_000; compacts.getCount() > 0; i++) {
                    assertThat(i).isLessThan(100_000);
                    accept(buffer, i, i + 1);
                }
                CompletableFuture<Void> delivered = CompletableFuture.runAsync(() -> buffer.delivered(compacted));
                delivered.get(10, TimeUnit.SECONDS);
                assertThat(buffer.accept(List.of(
                                        new TelemetryRecord("t", time.now(), Map.of("value", 0), Priority.NORMAL)))
                                .get(10, TimeUnit.SECONDS))
                        .isTrue();
                assertThat(mayCompact.getCount()).isEqualTo(1);
            } finally {
                mayCompact.countDown();
            }
        }
    }

    private void accept(Buffer buffer, int from, int to) {
        for (int i = from; i < to; i++) {
            buffer.accept(List.of(new TelemetryRecord("t", time.now(), Map.of("value", i), Priority.NORMAL)));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
