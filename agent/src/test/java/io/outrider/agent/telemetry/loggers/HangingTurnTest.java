package io.outrider.agent.telemetry.loggers;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.testing.WatchedLoops;
import io.outrider.testkit.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Heartbeat of the loggers' thread. */
class HangingTurnTest {
    private final WatchedLoops loops = new WatchedLoops();
    private final AtomicBoolean locked = new AtomicBoolean();
    private final CountDownLatch waits = new CountDownLatch(1);
    private final Semaphore lock = new Semaphore(0);

    private long turn() {
        if (locked.get()) {
            waits.countDown();
            lock.acquireUninterruptibly();
        }
        return Duration.ofDays(1).toNanos();
    }

    @Test
    void aDeadlockIsReportedAsStuckButALongPauseIsNot() throws Exception {
        try (LoggerThreads threads = new LoggerThreads(this::turn)) {
            threads.start(loops.register("loggers", Duration.ofMinutes(5)));
            Await.until("it waits", () -> {
                loops.pass(Duration.ofMinutes(10));
                return loops.stuck().isEmpty();
            });
            loops.pass(Duration.ofDays(1));
            assertThat(loops.stuck()).as("nobody was due").isEmpty();
            locked.set(true);
            threads.wake();
            waits.await();
            loops.pass(Duration.ofMinutes(4));
            assertThat(loops.stuck()).isEmpty();
            loops.pass(Duration.ofMinutes(2));
            assertThat(loops.stuck()).singleElement().asString().contains("the loop 'loggers' has not turned");
            locked.set(false);
            lock.release(1_000);
            Await.until("it turns again", () -> loops.stuck().isEmpty());
        }
    }
}
