package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PahoThreadsTest {
    @Test
    void aDeadPahoTaskIsReportedWithItsException() throws InterruptedException {
        LinkedBlockingQueue<SessionEvent> inbox = new LinkedBlockingQueue<>();
        PahoThreads threads = new PahoThreads(why -> inbox.add(new SessionEvent.Disconnected(why)));
        try {
            Error death = new NoClassDefFoundError("as planned by the test");
            Runnable dying = () -> {
                throw death;
            };
            threads.submit(dying);
            assertThat(inbox.poll(5, TimeUnit.SECONDS)).isEqualTo(new SessionEvent.Disconnected(death));
            threads.submit(() -> {});
            assertThat(inbox.poll(5, TimeUnit.SECONDS)).isEqualTo(new SessionEvent.Disconnected(null));
        } finally {
            threads.shutdownNow();
        }
    }

    /** Stand-in for Paho's opener, which sleeps until it sees that its task runs. */
    @Test
    @Timeout(60)
    void aSleepOfTheOpenerEndsOnceItHasSubmittedATask() throws Exception {
        PahoThreads threads = new PahoThreads(why -> {});
        LinkedBlockingQueue<Boolean> interrupted = new LinkedBlockingQueue<>();
        threads.execute(() -> {
            threads.submit(() -> {});
            for (int i = 0; i < 3; i++) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.add(true);
                }
            }
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait(); // an interrupt that nothing takes
            }
        });
        threads.awaitOpener();
        assertThat(interrupted).hasSize(3);
        CountDownLatch ended = new CountDownLatch(1);
        threads.execute(() -> {
            interrupted.add(Thread.currentThread().isInterrupted());
            threads.submit(() -> {});
            ended.countDown();
        });
        ended.await();
        assertThat(interrupted).endsWith(false);
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(threads.getQueue()).isEmpty();
    }

    /** Stand-in for Paho's sender, which misses the first notification, and is interrupted before it may end. */
    @Test
    @Timeout(60)
    void aTaskThatMissesTheFirstStopEnds() throws Exception {
        PahoThreads threads = new PahoThreads(why -> {});
        AtomicInteger stops = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        threads.submit(() -> {
            while (stops.get() < 3) {
                try {
                    begun.countDown();
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    // looks again
                }
            }
        });
        begun.await();
        threads.awaitTasks(stops::incrementAndGet, Ticker.system());
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }
}
