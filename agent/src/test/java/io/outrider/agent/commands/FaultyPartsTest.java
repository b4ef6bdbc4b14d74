package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Internal errors affect at most one job. */
class FaultyPartsTest {
    private static final JobSettings ONE = new JobSettings(null, null, 1, 10, null, null, null);

    @TempDir
    Path folder;

    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

    private final List<JobExecutor> executors = new ArrayList<>();

    @AfterEach
    void stop() throws InterruptedException {
        executors.forEach(each -> each.close(0));
        timer.shutdownNow();
        assertThat(timer.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Announces("job event listener failed")
    void aThrowingObserverDoesNotPreventReplies() throws InterruptedException {
        try (JobsUnit unit = new JobsUnit(folder)) {
            unit.settings = ONE;
            unit.observerThrows = true;
            unit.started();
            for (int i = 0; i < 3; i++) {
                Command command = Command.now(unit.jobs.newJid(), "t.echo", List.of(i), Map.of());
                Return reply = unit.jobs.call(command, Origin.LOCAL, each -> {});
                assertThat(reply.value().asInt()).isEqualTo(i);
            }
            unit.send("1", "t.echo", 7);
            assertThat(unit.broker.reply("1").path("return").asInt()).isEqualTo(7);
        }
    }

    @Test
    @Announces("internal error while a command is parsed")
    void aFailingCommandDoesNotAffectItsBatch() {
        try (JobsUnit unit = new JobsUnit(folder)) {
            unit.started();
            unit.lookupsUntilFailure.set(6); // one of the second command
            unit.deliver(
                    JobsUnit.command("1", "t.echo", 1),
                    JobsUnit.command("2", "t.fail"),
                    JobsUnit.command("3", "t.echo", 3));
            assertThat(unit.broker.reply("1").path("return").asInt()).isEqualTo(1);
            assertThat(unit.broker.reply("3").path("return").asInt()).isEqualTo(3);
            assertThat(unit.broker.reply("2").path("code").asText()).isEqualTo("INVALID");
            assertThat(unit.acknowledged).hasValue(3);
        }
    }

    @Test
    void aThrowingHookReleasesTheSlot() throws Exception {
        ThrowingHooks hooks = new ThrowingHooks();
        hooks.throwsAtClaim = new IllegalStateException("claim");
        JobExecutor executor = executor(hooks, new AtomicInteger());
        Return first = add(executor, "1");
        assertThat(first.success()).isFalse();
        hooks.throwsAtClaim = null;
        hooks.throwsAtInvoke = new NoClassDefFoundError("invoke");
        assertThat(add(executor, "2").success()).isFalse();
        hooks.throwsAtInvoke = null;
        hooks.throwsAtRun = new StackOverflowError("run");
        assertThat(add(executor, "3").success()).isFalse();
        hooks.throwsAtRun = null;
        assertThat(add(executor, "4").success()).isTrue();
        Await.until("no job is left", () -> executor.jobs().isEmpty());
    }

    @Test
    @Announces("no thread available for job 1; requeued")
    void aJobWithoutThreadRunsOnceThereIsOne() throws Exception {
        AtomicInteger missing = new AtomicInteger(1);
        JobExecutor executor = executor(new ThrowingHooks(), missing);
        assertThat(add(executor, "1").success()).isTrue();
        assertThat(executor.waiting()).isZero();
        assertThat(add(executor, "2").success()).isTrue();
    }

    @Test
    void aJobWhoseCallCannotBeWrittenRunsOnceItCan() throws Exception {
        ThrowingHooks hooks = new ThrowingHooks();
        hooks.refusedInvocations.set(1);
        JobExecutor executor = executor(hooks, new AtomicInteger());
        assertThat(add(executor, "1").success()).isTrue();
        assertThat(hooks.refusedInvocations).hasValue(-1); // once in vain, once written
        assertThat(executor.waiting()).isZero();
    }

    @Test
    void aPooledThreadPassesNoInterruptToTheNextJob() throws Exception {
        JobThreads threads = new JobThreads(Thread::new);
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        AtomicBoolean isReused = new AtomicBoolean();
        for (int i = 0; i < 1_000 && !isReused.get(); i++) {
            CompletableFuture<String> seen = new CompletableFuture<>();
            threads.run("1", () -> {
                Thread thread = Thread.currentThread();
                seen.complete(thread.getName() + ", interrupted: " + thread.isInterrupted());
                isReused.compareAndSet(false, !used.add(thread));
                thread.interrupt();
            });
            assertThat(seen.get(10, TimeUnit.SECONDS)).isEqualTo("job 1, interrupted: false");
        }
        threads.close();
        assertThat(isReused).isTrue();
    }

    @Test
    void anAcceptanceThatFailsKeepsNoSlot() {
        try (JobsUnit unit = new JobsUnit(folder)) {
            AtomicInteger failures = new AtomicInteger(1);
            unit.settings = ONE;
            unit.fault = point -> {
                if (point == FaultInjector.Point.ACCEPTED && failures.getAndDecrement() > 0) {
                    throw new IllegalStateException("the acceptance fails");
                }
            };
            unit.started();
            assertThatThrownBy(() -> unit.send("1", "t.echo", 1)).hasMessage("the acceptance fails");
            unit.send("2", "t.echo", 2);
            assertThat(unit.broker.reply("2").path("return").asInt()).isEqualTo(2);
        }
    }

    private JobExecutor executor(ThrowingHooks hooks, AtomicInteger missing) {
        // a mock, because no test runs on a machine without threads
        JobThreads threads = new JobThreads(work -> new Thread(work) {
            @Override
            public void start() {
                if (missing.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                super.start();
            }
        });
        JobExecutor executor = new JobExecutor(ONE, timer, hooks, Ticker.system(), FaultInjector.NONE, threads);
        executors.add(executor);
        return executor;
    }

    private Return add(JobExecutor executor, String jid) throws Exception {
        Command command = Command.now(jid, "t.echo", List.of(), Map.of());
        Job job = new Job(
                command,
                Origin.LOCAL,
                new RedactedArguments(List.of(), Map.of(), true),
                Instant.EPOCH,
                0,
                new ProgressGate(timer, each -> {}));
        executor.add(job);
        return job.end.get(10, TimeUnit.SECONDS);
    }

    /** Mock hooks that throw where the real ones cannot. */
    private static final class ThrowingHooks implements io.outrider.agent.commands.JobHooks {
        volatile RuntimeException throwsAtClaim;
        volatile Error throwsAtInvoke;
        volatile Error throwsAtRun;
        final AtomicInteger refusedInvocations = new AtomicInteger();

        @Override
        public StartStep claim(Job job) {
            if (throwsAtClaim != null) {
                throw throwsAtClaim;
            }
            return StartStep.DONE;
        }

        @Override
        public StartStep invoke(Job job) {
            if (throwsAtInvoke != null) {
                throw throwsAtInvoke;
            }
            return refusedInvocations.getAndDecrement() <= 0 ? StartStep.DONE : StartStep.BLOCKED;
        }

        @Override
        public Return run(Job job) {
            if (throwsAtRun != null) {
                throw throwsAtRun;
            }
            return value(job, null);
        }

        @Override
        public void ended(Job job, JobOutcome outcome, String label) {
            job.end.complete(((JobOutcome.Returned) outcome).value());
        }

        @Override
        public Return fault(Job job, Throwable fault) {
            return value(job, fault.toString());
        }

        @Override
        public Return stopped(Job job, Job.Stop stop) {
            return value(job, stop.message());
        }

        private static Return value(Job job, String failure) {
            Failure why = failure == null ? null : new Failure(CommonErrors.FAULT, failure);
            return new Return(job.jid(), "t.echo", List.of(), Result.of(null), 0, why == null, why, Instant.EPOCH);
        }
    }
}
