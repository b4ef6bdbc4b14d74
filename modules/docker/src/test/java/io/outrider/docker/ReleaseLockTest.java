package io.outrider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Ends of work that has the lock. */
class ReleaseLockTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final ReleaseLock lock = new ReleaseLock();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    /** @param stubborn whether the work goes on after an interrupt, until {@link #end} */
    private Thread work(boolean stubborn) throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                lock.run(() -> {
                    begun.countDown();
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        if (stubborn) {
                            end.await();
                        }
                    }
                    return null;
                });
            } catch (Failure | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        begun.await();
        return thread;
    }

    @Test
    void closingInterruptsTheWorkAndWaitsForItsEnd() throws Exception {
        Thread thread = work(false);
        assertThat(lock.isBusy()).isTrue();
        assertThat(lock.close(LONG)).isTrue();
        assertThat(lock.isBusy()).isFalse();
        thread.join();
    }

    @Test
    void noWorkBeginsOnceItIsClosed() {
        assertThat(lock.close(LONG)).isTrue();
        assertThatThrownBy(() -> lock.run(() -> {
                    throw new AssertionError("begun");
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(lock.isBusy()).isFalse();
    }

    @Test
    void workThatDoesNotEndHoldsUpNoCloseForEver() throws Exception {
        Thread thread = work(true);
        assertThat(lock.close(Duration.ofMillis(1))).isFalse();
        end.countDown();
        thread.join();
        assertThat(lock.close(LONG)).isTrue();
    }
}
