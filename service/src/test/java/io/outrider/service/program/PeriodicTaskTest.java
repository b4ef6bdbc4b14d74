package io.outrider.service.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PeriodicTaskTest {
    private static final Duration PAUSE = Duration.ofMillis(1);

    private final AtomicInteger turns = new AtomicInteger();

    @Test
    void aStepThatFailsHoldsUpNoOtherAndIsTriedAgain() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        Runnable failing = () -> {
            failures.incrementAndGet();
            throw new IllegalStateException("the database is away");
        };
        try (PeriodicTask task = new PeriodicTask("test", PAUSE, failing, turns::incrementAndGet)) {
            Await.until("there were turns", () -> turns.get() > 2);
        }
        assertThat(failures.get()).isGreaterThan(2);
    }

    @Test
    void nothingRunsBehindTheEnd() throws Exception {
        PeriodicTask task = new PeriodicTask("test", PAUSE, turns::incrementAndGet);
        Await.until("there was a turn", () -> turns.get() > 0);
        task.close();
        int ended = turns.get();
        try (PeriodicTask other = new PeriodicTask("other", PAUSE, turns::decrementAndGet)) {
            Await.until("another task had turns", () -> turns.get() < ended - 2);
        }
        assertThat(turns.get()).isLessThan(ended);
    }

    @Test
    @Timeout(60)
    void aTurnThatWaitsIsInterruptedAtTheEnd() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        PeriodicTask task = new PeriodicTask("test", PAUSE, () -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
        });
        begun.await();
        task.close();
        assertThat(interrupted).isTrue();
    }
}
