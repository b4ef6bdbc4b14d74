package io.outrider.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.ManualTicker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MergedTaskTest {
    private static final Duration INTERVAL = Duration.ofMillis(50);

    private final PeriodicTasks tasks =
            new PeriodicTasks("test", new Heartbeats(Ticker.system()).register("test", Duration.ofMinutes(1)));
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void close() {
        tasks.close();
    }

    private MergedTask task(Ticker ticker, Duration interval, Runnable work) {
        return new MergedTask(tasks, ticker, "merged", interval, work);
    }

    private void awaitRuns(int count) {
        Await.until(count + " runs", () -> runs.get() == count);
    }

    @Test
    void aRequestDuringARunIsRunAgain() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        MergedTask task = task(Ticker.system(), INTERVAL, () -> {
            began.countDown();
            awaitQuietly(goOn);
            runs.incrementAndGet();
        });
        task.request();
        began.await();
        for (int i = 0; i < 1_000; i++) {
            task.request();
        }
        assertThat(runs).as("a request does not wait for the task").hasValue(0);
        goOn.countDown();
        awaitRuns(2);
        task.request();
        awaitRuns(3);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void theTaskRunsOnceInAnIntervalHoweverOftenItIsRequested() {
        long begin = System.nanoTime();
        MergedTask task = task(Ticker.system(), INTERVAL, runs::incrementAndGet);
        Await.until("five intervals and two runs", () -> {
            task.request();
            return System.nanoTime() - begin > 5 * INTERVAL.toNanos() && runs.get() >= 2;
        });
        int counted = runs.get();
        long intervals = (System.nanoTime() - begin) / INTERVAL.toNanos();
        assertThat(counted).isLessThanOrEqualTo((int) intervals + 1);
    }

    @Test
    void aRequestAfterAPauseRunsAtOnce() {
        ManualTicker ticker = new ManualTicker();
        MergedTask task = task(ticker, Duration.ofHours(1), runs::incrementAndGet);
        task.request();
        awaitRuns(1);
        ticker.advance(Duration.ofHours(1).toNanos());
        task.request();
        awaitRuns(2);
    }

    @Test
    @Announces("task merged failed")
    void aFailedTaskRunsAtTheNextRequest() {
        MergedTask task = task(Ticker.system(), Duration.ofNanos(1), () -> {
            if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("the first run fails");
            }
        });
        task.request();
        awaitRuns(1);
        task.request();
        awaitRuns(2);
    }
}
