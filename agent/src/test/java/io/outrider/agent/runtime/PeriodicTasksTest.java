package io.outrider.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.agent.testing.WatchedLoops;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PeriodicTasksTest {
    private static final Duration SOON = Duration.ofMillis(1);

    private final Heartbeat loop = new WatchedLoops().register("tasks", Duration.ofMinutes(10));

    @Test
    void aTaskRunsAgainAfterTheDelayItReturns() throws Exception {
        CountDownLatch thrice = new CountDownLatch(3);
        try (PeriodicTasks tasks = new PeriodicTasks("tasks", loop)) {
            tasks.schedule("thrice", () -> {
                thrice.countDown();
                return SOON;
            });
            assertThat(thrice.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    @Announces("^periodic task oops failed; next try in 60 s")
    void anExceptionInOneTaskDoesNotStopOthers() throws Exception {
        CountDownLatch thrice = new CountDownLatch(3);
        try (PeriodicTasks tasks = new PeriodicTasks("tasks", loop)) {
            tasks.every("oops", SOON, () -> {
                throw new IllegalStateException("oops");
            });
            tasks.every("thrice", SOON, thrice::countDown);
            assertThat(thrice.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    @Announces("^task deep failed")
    void anErrorDoesNotStopOtherTasks() throws Exception {
        CountDownLatch thrice = new CountDownLatch(3);
        try (PeriodicTasks tasks = new PeriodicTasks("tasks", loop)) {
            tasks.once("deep", () -> {
                throw new StackOverflowError("deep");
            });
            tasks.every("thrice", SOON, thrice::countDown);
            assertThat(thrice.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aSingleTaskRunsOnce() {
        AtomicInteger done = new AtomicInteger();
        try (PeriodicTasks tasks = new PeriodicTasks("tasks", loop)) {
            tasks.once("single", done::incrementAndGet);
            Await.until("it is done", () -> done.get() > 0);
        }
        assertThat(done).hasValue(1);
    }
}
