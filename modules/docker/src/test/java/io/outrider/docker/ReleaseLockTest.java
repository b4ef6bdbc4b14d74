package io.outrider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.testkit.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ReleaseLockTest {
    private final ReleaseLock lock = new ReleaseLock();

    @Test
    void workThatIsWaitedForInterruptsTheBackground() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicReference<Boolean> finished = new AtomicReference<>();
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        Thread background = new Thread(() -> {
            try {
                finished.set(lock.runInBackground(() -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                    return null;
                }));
            } catch (Failure | InterruptedException e) {
                throw new AssertionError(e);
            }
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        background.start();
        begun.await();
        assertThat(lock.isBusy()).isTrue();
        assertThat(lock.<String>run(() -> "done")).isEqualTo("done");
        background.join();
        assertThat(finished.get()).isFalse();
        assertThat(interrupted.get()).isFalse();
        assertThat(lock.isBusy()).isFalse();
    }

    @Test
    void theBackgroundWaitsForWorkAndIsNotInterruptedMeanwhile() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Thread work = new Thread(() -> {
            try {
                lock.run(() -> {
                    begun.countDown();
                    mayEnd.await();
                    return null;
                });
            } catch (Failure | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        work.start();
        begun.await();
        lock.interruptBackground();
        Thread ender = new Thread(() -> {
            Await.until("the background waits", lock::isBusy);
            mayEnd.countDown();
        });
        ender.start();
        assertThat(lock.runInBackground(() -> null)).isTrue();
        work.join();
        ender.join();
    }

    @Test
    void aFailureFreesTheLock() {
        Failure failure = new Failure(DockerErrors.PULL_FAILED, "no");
        assertThatThrownBy(() -> lock.run(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThatThrownBy(() -> lock.runInBackground(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(lock.isBusy()).isFalse();
    }
}
