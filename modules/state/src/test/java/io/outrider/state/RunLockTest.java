package io.outrider.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of the exclusive state run and of its end. */
class RunLockTest {
    private final StateUnit unit = new StateUnit();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);
    private final TestStep next = new TestStep("next");
    private final FutureTask<Object> task = new FutureTask<>(() -> unit.run("42", false, "toy.a"));
    private final Thread thread = new Thread(task, "first run");

    private void start(TestStep.StepAction action) throws InterruptedException {
        unit.with(
                "toy.a",
                new TestStep("one").applying(call -> {
                    inside.countDown();
                    action.run(call);
                }),
                next);
        thread.start();
        assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @AfterEach
    void end() throws InterruptedException {
        free.countDown();
        thread.join(10_000);
    }

    private void isFree() throws Exception {
        assertThat(unit.running()).isEmpty();
        unit.with("toy.free", new TestStep("free"));
        unit.sls("toy.free");
    }

    @Test
    void aSecondRunIsRefusedWithTheJobThatHoldsTheLock() throws Exception {
        start(call -> free.await());
        String line = "The function \"state.sls\" is running as jid 42 since 2026-01-02T03:04:05.678Z: toy.a";
        assertThat(unit.running()).hasToString("[" + line + "]");
        for (boolean test : new boolean[] {false, true}) {
            assertThatThrownBy(() -> unit.run("43", test, "toy.a"))
                    .isInstanceOfSatisfying(
                            Failure.class, e -> assertThat(e.code()).isEqualTo("STATE_RUNNING"))
                    .hasMessage(line + ". Wait for its return, or end it with saltutil.kill_job");
        }
        free.countDown();
        task.get(10, TimeUnit.SECONDS);
        isFree();
    }

    @Test
    void showingDoesNotNeedTheLock() throws Exception {
        start(call -> free.await());
        assertThat(StateUnit.json(unit.run(
                        "state.show_sls", new StateModule.ShowArguments(java.util.List.of("toy.a")), unit.call(""))))
                .hasSize(2);
    }

    @Test
    void anInterruptionEndsTheRunInsideAStep() throws Exception {
        start(call -> free.await());
        thread.interrupt();
        assertThatThrownBy(() -> task.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(next.events).isEmpty();
        isFree();
    }

    @Test
    void anInterruptionEndsTheRunBetweenSteps() throws Exception {
        start(call -> {
            boolean heard = false;
            while (!heard) {
                heard = Thread.currentThread().isInterrupted();
                Thread.onSpinWait();
            }
        });
        thread.interrupt();
        assertThatThrownBy(() -> task.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
        assertThat(next.events).isEmpty();
        isFree();
    }

    @Test
    void theLockIsReleasedHoweverARunEnds() throws Exception {
        unit.with("toy.a", new TestStep("one").applying(call -> {
                    throw new OutOfMemoryError("not even caught");
                }));
        assertThatThrownBy(() -> unit.sls("toy.a")).isInstanceOf(OutOfMemoryError.class);
        isFree();
        assertThatThrownBy(() -> unit.sls("toy.gone")).isInstanceOf(Failure.class);
        isFree();
    }
}
