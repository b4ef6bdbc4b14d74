package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DebouncedWorkerTest {
    @Test
    @Announces("thread works failed; next try in 1 s")
    void anErrorDoesNotEndTheThread() throws InterruptedException {
        AtomicInteger times = new AtomicInteger();
        CountDownLatch worked = new CountDownLatch(1);
        try (DebouncedWorker worker = new DebouncedWorker("works", 0, () -> {
            if (times.incrementAndGet() == 1) {
                throw new NoClassDefFoundError("that was there a moment ago");
            }
            worked.countDown();
            return true;
        })) {
            worker.start(new Heartbeats(Ticker.system()).register("works", Duration.ofMinutes(1)));
            worker.wake(true);
            assertThat(worked.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
