package io.outrider.obd.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class EvaluationLockTest {
    private final EvaluationLock lock = new EvaluationLock();

    @Test
    void aJobThatWaitsForAnothersFormulaCanBeCancelled() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        FutureTask<String> slow = new FutureTask<>(() -> lock.with(() -> {
            begun.countDown();
            finish.await();
            return "evaluated";
        }));
        FutureTask<String> waiting = new FutureTask<>(() -> {
            try {
                return lock.with(() -> "evaluated");
            } catch (InterruptedException e) {
                return "cancelled";
            }
        });
        Thread slowJob = new Thread(slow, "slow job");
        Thread waitingJob = new Thread(waiting, "waiting job");
        slowJob.start();
        begun.await();
        waitingJob.start();
        waitingJob.interrupt(); // as a cancel or the job's time limit does
        assertThat(waiting.get()).isEqualTo("cancelled");
        finish.countDown();
        assertThat(slow.get()).isEqualTo("evaluated");
        slowJob.join();
        waitingJob.join();
    }

    @Test
    void aFormulaThatFailsLeavesItToTheNext() throws Exception {
        assertThatThrownBy(() -> lock.with(() -> FormulaAnswers.value("1/0", "6201")))
                .isInstanceOf(FormulaException.class);
        assertThat(lock.with(() -> FormulaAnswers.value("1+1", "6201"))).isEqualTo(2L);
    }
}
