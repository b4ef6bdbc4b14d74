package io.outrider.agent.telemetry.loggers;

import static io.outrider.agent.telemetry.loggers.LoggerBench.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ModuleQueuesTest {
    private static List<LoggerState> loggerStates(int modules, int each) {
        List<Object> entries = new ArrayList<>();
        IntStream.range(0, modules * each)
                .forEach(i -> entries.add(entry("function", "m" + i % modules + ".f" + i, "every", "10s")));
        return LoggerBench.settings(false, entries.toArray()).loggers().stream()
                .map(settings -> new LoggerState(settings, false, 0, new ReadingMemory(0)))
                .toList();
    }

    @Test
    void aThousandModulesShareEightThreads() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        CountDownLatch open = new CountDownLatch(1);
        CountDownLatch eight = new CountDownLatch(8);
        CountDownLatch all = new CountDownLatch(2_000);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ModuleQueues queues = new ModuleQueues(
                pool,
                batch -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    eight.countDown();
                    try {
                        open.await(20, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    now.decrementAndGet();
                    batch.forEach(logger -> all.countDown());
                },
                logger -> false,
                () -> 0,
                Ticker.system());
        try {
            queues.add(loggerStates(1_000, 2));
            assertThat(eight.await(20, TimeUnit.SECONDS)).isTrue();
            open.countDown();
            assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(most).hasValue(8);
        } finally {
            pool.shutdownNow();
            assertThat(pool.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void queuesTakeTurnsOnAThread() {
        List<String> order = new ArrayList<>();
        ModuleQueues queues = new ModuleQueues(
                Runnable::run,
                batch -> batch.forEach(logger -> order.add(logger.settings.module())),
                logger -> false,
                () -> 0,
                Ticker.system());
        queues.add(loggerStates(3, 2));
        assertThat(order).containsExactly("m0", "m1", "m2", "m0", "m1", "m2");
    }
}
