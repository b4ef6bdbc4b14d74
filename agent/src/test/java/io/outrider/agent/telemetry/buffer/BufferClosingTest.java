package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.telemetry.buffer.Backlog.Order;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BufferClosingTest {
    @TempDir
    Path folder;

    private final FixedTime time = new FixedTime();

    private Buffer open(int round) {
        Path path = folder.resolve("r" + round);
        return new Buffer(
                path, BufferTest.SMALL, 1_000, new DeflatedRows(), "boot", new Random(round), time, Disk.SYSTEM);
    }

    @Test
    void concurrentAcceptsCompleteDuringClose() throws Exception {
        for (int round = 0; round < 10; round++) {
            Buffer buffer = open(round);
            List<CompletableFuture<Boolean>> results = new ArrayList<>();
            CountDownLatch started = new CountDownLatch(100);
            Thread source = new Thread(() -> {
                CompletableFuture<Boolean> result;
                do {
                    result = buffer.accept(
                            List.of(new TelemetryRecord("t", time.now(), Map.of("value", 1), Priority.HIGH)));
                    results.add(result);
                    started.countDown();
                } while (!result.isDone() || result.join());
            });
            source.start();
            assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
            buffer.close();
            source.join();
            assertThat(results).as("round %d", round).allMatch(CompletableFuture::isDone);
        }
    }

    @Test
    void theListenerIsNotifiedOfLossRecords() {
        AtomicInteger notified = new AtomicInteger();
        try (Buffer buffer = open(0)) {
            buffer.onLossRecord(notified::incrementAndGet);
            buffer.maintain();
            assertThat(notified).hasValue(0);
            buffer.lost("elsewhere", 2);
            buffer.maintain();
            assertThat(notified).hasValue(1);
            assertThat(buffer.take(Order.OLDEST, 2).records()).hasSize(1);
            buffer.maintain();
            assertThat(notified).hasValue(1);
        }
    }
}
