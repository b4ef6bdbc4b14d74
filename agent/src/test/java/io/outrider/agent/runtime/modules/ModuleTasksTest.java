package io.outrider.agent.runtime.modules;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.PeriodicTasks;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.ManualTicker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ModuleTasksTest {
    private static final Duration SOON = Duration.ofMillis(5);

    private final ManualTicker ticker = new ManualTicker();
    private final PeriodicTasks daemon =
            new PeriodicTasks("test", new Heartbeats(Ticker.system()).register("test", Duration.ofMinutes(1)));
    private final ModuleTasks tasks = new ModuleTasks(daemon, ticker);

    @AfterEach
    void close() {
        tasks.close();
        daemon.close();
    }

    private static boolean isRunning(String thread) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(each -> each.getName().equals(thread));
    }

    @Test
    @Announces("periodic task module-door takes 11 s and delays")
    void aTaskThatBlocksIsReportedAndDelaysNoTaskOfTheDaemon() throws Exception {
        assertThat(isRunning("module-tasks")).as("before the first task").isFalse();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        tasks.every("door", SOON, () -> {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        CountDownLatch others = new CountDownLatch(3);
        daemon.every("others", SOON, others::countDown);
        assertThat(others.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(tasks.problem("door")).isEmpty();
        ticker.advance(Duration.ofSeconds(11).toNanos());
        tasks.check();
        assertThat(tasks.problem("door").orElseThrow())
                .startsWith("periodic task module-door takes 11 s and delays the tasks of all modules");
        assertThat(tasks.problem("window")).isEmpty();
        end.countDown();
        Await.until("the task has ended", () -> tasks.problem("door").isEmpty());
    }
}
