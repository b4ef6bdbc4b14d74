package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.wire.Command;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A part that throws where it should not costs at most the job at hand. */
class FaultyPartsTest {
    private static final JobSettings ONE = new JobSettings(null, null, 1, 10, null, null, null);

    @TempDir
    Path folder;

    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

    @AfterEach
    void stop() throws InterruptedException {
        timer.shutdownNow();
        assertThat(timer.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Announces("a fault in what is told of jobs")
    void anObserverThatThrowsKeepsNobodyFromHisAnswer() throws InterruptedException {
        try (JobsUnit unit = new JobsUnit(folder)) {
            unit.settings = ONE;
            unit.observerThrows = true;
            unit.started();
            for (int i = 0; i < 3; i++) {
                Command command = Command.now(unit.jobs.newJid(), "t.echo", List.of(i), Map.of());
                Return answer = unit.jobs.call(command, Origin.LOCAL, each -> {});
                assertThat(answer.value().asInt()).isEqualTo(i);
            }
            unit.send("1", "t.echo", 7);
            assertThat(unit.broker.answer("1").path("return").asInt()).isEqualTo(7);
        }
    }

    @Test
    @Announces("a command could not be taken, which is a fault in outrider")
    void aCommandThatCannotBeTakenDoesNotTakeTheBatchWithIt() {
        try (JobsUnit unit = new JobsUnit(folder)) {
            unit.started();
            unit.lookupsUntilOneFails.set(6); // one of the second command
            unit.deliver(
                    JobsUnit.command("1", "t.echo", 1),
                    JobsUnit.command("2", "t.fail"),
                    JobsUnit.command("3", "t.echo", 3));
            assertThat(unit.broker.answer("1").path("return").asInt()).isEqualTo(1);
            assertThat(unit.broker.answer("3").path("return").asInt()).isEqualTo(3);
            assertThat(unit.broker.answer("2").path("code").asText()).isEqualTo("INVALID");
            assertThat(unit.acknowledged).hasValue(3);
        }
    }

    @Test
    void aStepThatThrowsGivesBackItsPlace() throws Exception {
        Steps steps = new Steps();
        steps.throwsAtRefusal = new IllegalStateException("refusal");
        JobExecutor bench = bench(steps, new AtomicInteger());
        Return first = add(bench, "1");
        assertThat(first.success()).isFalse();
        steps.throwsAtRefusal = null;
        steps.throwsAtStart = new NoClassDefFoundError("start");
        assertThat(add(bench, "2").success()).isFalse();
        steps.throwsAtStart = null;
        steps.throwsAtRun = new StackOverflowError("run");
        assertThat(add(bench, "3").success()).isFalse();
        steps.throwsAtRun = null;
        assertThat(add(bench, "4").success()).isTrue();
    }

    @Test
    @Announces("job 1 cannot have a thread yet and waits")
    void aJobForWhichThereIsNoThreadRunsWhenThereIs() throws Exception {
        AtomicInteger missing = new AtomicInteger(1);
        JobExecutor bench = bench(new Steps(), missing);
        assertThat(add(bench, "1").success()).isTrue();
        assertThat(bench.waiting()).isZero();
        assertThat(add(bench, "2").success()).isTrue();
    }

    private JobExecutor bench(Steps steps, AtomicInteger missing) {
        // a mock: a machine without threads would run no test either
        return new JobExecutor(ONE, timer, steps, Ticker.system(), FaultInjector.NONE, work -> new Thread(work) {
            @Override
            public void start() {
                if (missing.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                super.start();
            }
        });
    }

    private Return add(JobExecutor bench, String jid) throws Exception {
        Command command = Command.now(jid, "t.echo", List.of(), Map.of());
        Job job = new Job(
                command,
                Origin.LOCAL,
                new RedactedArguments(List.of(), Map.of(), true),
                Instant.EPOCH,
                0,
                new ProgressGate(timer, each -> {}));
        bench.add(job);
        return job.end.get(10, TimeUnit.SECONDS);
    }

    /** A mock of what happens to jobs, because the real one has no way to throw where this does. */
    private static final class Steps implements io.outrider.agent.commands.JobHooks {
        volatile RuntimeException throwsAtRefusal;
        volatile Error throwsAtStart;
        volatile Error throwsAtRun;

        @Override
        public JobOutcome refusal(Job job) {
            if (throwsAtRefusal != null) {
                throw throwsAtRefusal;
            }
            return null;
        }

        @Override
        public boolean start(Job job) {
            if (throwsAtStart != null) {
                throw throwsAtStart;
            }
            return true;
        }

        @Override
        public boolean begin(Job job) {
            return true;
        }

        @Override
        public Return run(Job job) {
            if (throwsAtRun != null) {
                throw throwsAtRun;
            }
            return value(job, null);
        }

        @Override
        public void ended(Job job, JobOutcome ending, String outcome) {
            job.end.complete(((JobOutcome.Returned) ending).value());
        }

        @Override
        public Return unwritable(Job job) {
            return value(job, "unwritable");
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
            Failure why = failure == null ? null : new Failure(Failure.Actor.AGENT, "FAULT", failure);
            return new Return(job.jid(), "t.echo", List.of(), Result.of(null), 0, why == null, why, Instant.EPOCH);
        }
    }
}
