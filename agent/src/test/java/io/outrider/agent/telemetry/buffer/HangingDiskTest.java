package io.outrider.agent.telemetry.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.testing.WatchedLoops;
import io.outrider.testkit.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Heartbeat of the writer thread as the watchdog sees it. */
class HangingDiskTest {
    private final WatchedLoops loops = new WatchedLoops();
    private final CountDownLatch writes = new CountDownLatch(1);
    private final Semaphore disk = new Semaphore(0);
    private final CountDownLatch done = new CountDownLatch(1);

    private boolean write() {
        writes.countDown();
        disk.acquireUninterruptibly(); // like a write blocked in the kernel
        done.countDown();
        return true;
    }

    @Test
    void onlyADiskSlowerThanTheHeartbeatLimitCountsAsStuck() throws Exception {
        try (DebouncedWorker worker = new DebouncedWorker("buffer", 10, this::write)) {
            worker.start(loops.register("buffer", Duration.ofMinutes(10)));
            Await.until("it waits", () -> {
                loops.pass(Duration.ofMinutes(20));
                return loops.stuck().isEmpty();
            });
            loops.pass(Duration.ofDays(30));
            assertThat(loops.stuck()).as("there was nothing to write").isEmpty();
            worker.wake(true);
            writes.await();
            loops.pass(Duration.ofMinutes(9));
            assertThat(loops.stuck()).as("slow").isEmpty();
            loops.pass(Duration.ofMinutes(2));
            assertThat(loops.stuck()).singleElement().asString().contains("the loop 'buffer' has not turned for 660 s");
            disk.release(1_000);
            done.await();
            Await.until("it turns again", () -> loops.stuck().isEmpty());
        }
        loops.pass(Duration.ofDays(1));
        assertThat(loops.stuck()).as("closed").isEmpty();
    }
}
