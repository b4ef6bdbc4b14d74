package io.outrider.agent.commands;

import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.api.Failure;
import io.outrider.api.FaultText;
import io.outrider.api.Inhibitors;
import io.outrider.api.Ticker;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lifecycle of jobs: journal entries for those of the fleet; counters, log lines and events for all. Thread-safe. */
record JobLifecycle(
        Supplier<JobSettings> settings,
        FunctionInvoker invoker,
        JournalWriter writer,
        ReplyEncoder encoder,
        CommandCodec codec,
        JobEventPublisher events,
        JobCounters counters,
        Clock clock,
        Ticker ticker,
        ArrivalTimes arrivalTimes,
        String boot,
        Inhibitions inhibitions)
        implements JobHooks {
    private static final Logger LOG = LoggerFactory.getLogger(JobLifecycle.class);

    JobOutcome denied(Job job) {
        if (settings.get().allows(job.command.fun())) {
            return null;
        }
        String message = "the unit's owner does not allow " + job.name() + " ([jobs] allow/deny)";
        return new JobOutcome.Returned(failed(job, new Failure(JobErrors.DENIED, message)));
    }

    JobOutcome.Rejected expired(Instant expires) {
        Instant now = clock.instant();
        if (expires == null || now.isBefore(expires)) {
            return null;
        }
        return new JobOutcome.Rejected(
                JobErrors.EXPIRED,
                "it should not start after " + expires + ", and here it is " + now
                        + ": it came or waited too long, or one of the two clocks is wrong; send it again with a new jid");
    }

    @Override
    public StartStep claim(Job job) {
        JobOutcome denied = denied(job);
        JobOutcome refusal = denied == null ? expired(job.command.expires()) : denied;
        if (refusal != null) {
            return new StartStep(false, refusal);
        }
        if (job.isOfFleet() && !job.isClaimed) {
            job.isClaimed = writer.write(List.of(claimed(job)));
            return job.isClaimed ? StartStep.DONE : StartStep.BLOCKED;
        }
        return StartStep.DONE;
    }

    @Override
    public StartStep invoke(Job job) {
        if (job.isOfFleet() && !writer.appendUnsynced(new JournalEntry.Invoked(job.jid()))) {
            return StartStep.BLOCKED;
        }
        events.announce(job.jid(), job.origin, JobEvent.EventState.RUNNING, null);
        return StartStep.DONE;
    }

    @Override
    public Return run(Job job) {
        inhibitSleep(job);
        return invoker.run(job);
    }

    /** Inhibits sleep for the limit of the job from now on, once while it waits for a slot and anew when it runs. */
    private void inhibitSleep(Job job) {
        if (job.inhibitsSleep()) {
            Inhibitors.Handle before = job.inhibition;
            Duration limit = Duration.ofSeconds(settings.get().secondsFor(job.command.fun()));
            job.inhibition = inhibitions.inhibit("jobs", Inhibitors.Activity.SLEEP, "job " + job.name(), limit);
            before.close();
        }
    }

    @Override
    public Return stopped(Job job, Job.Stop stop) {
        return failed(job, new Failure(Failure.Actor.CALLER, stop.code(), stop.message()));
    }

    JobOutcome cancelledEarly(Job job) {
        return new JobOutcome.Returned(stopped(job, Job.Stop.CANCELLED_EARLY));
    }

    @Override
    public Return fault(Job job, Throwable fault) {
        LOG.error("job {}: internal error" + FaultText.LOG_SUFFIX, job.jid(), fault);
        return failed(job, Failure.fault(job.name(), fault));
    }

    Return failed(Job job, Failure failure) {
        return invoker.failed(job, failure, FunctionInvoker.FAILED);
    }

    @Override
    public void ended(Job job, JobOutcome outcome, String label) {
        try {
            if (job.isOfFleet()) {
                writer.writeAndSend(List.of(ended(job, outcome)));
            }
        } finally { // a caller on the unit must not wait for ever
            job.inhibition.close();
            complete(job, outcome, label, true);
        }
    }

    JournalEntry.Accepted accepted(Job job) {
        return new JournalEntry.Accepted(
                job.jid(), arrivalTimes.of(job), job.shown.complete(), codec.bytes(job.command, job.shown));
    }

    JournalEntry.Claimed claimed(Job job) {
        return new JournalEntry.Claimed(job.jid(), boot);
    }

    JournalEntry.Ended ended(Job job, JobOutcome outcome) {
        return new JournalEntry.Ended(job.jid(), arrivalTimes.of(job), encoder.of(job.jid(), outcome));
    }

    void received(Job job) {
        if (job.isOfFleet()) {
            counters.accepted();
        }
        inhibitSleep(job);
        events.announce(job.jid(), job.origin, JobEvent.EventState.RECEIVED, null);
    }

    /** Counts a message without a usable jid, which gets no reply. */
    void dropped() {
        counters.rejected(JobErrors.INVALID);
    }

    void refused(Job job, JobOutcome outcome, RepeatedLogLines lines) {
        String kind = outcome instanceof JobOutcome.Rejected rejected
                ? "were rejected as " + rejected.code()
                : "were not run";
        complete(job, outcome, "cancelled", lines.admits(kind, job.jid()));
    }

    /** Counts, logs and publishes the outcome, and completes the job's future. */
    void complete(Job job, JobOutcome outcome, String label, boolean logged) {
        Return value = outcome instanceof JobOutcome.Rejected rejected
                ? failed(job, new Failure(Failure.Actor.CALLER, rejected.code(), rejected.message()))
                : ((JobOutcome.Returned) outcome).value();
        try {
            report(job, outcome, value, label, logged);
        } finally {
            job.end.complete(value);
        }
    }

    private void report(Job job, JobOutcome outcome, Return value, String label, boolean logged) {
        Failure failure = value.failure();
        boolean denied = failure != null && failure.is(JobErrors.DENIED);
        String finalLabel = outcome instanceof JobOutcome.Rejected ? "rejected" : denied ? "denied" : label;
        String result = failure == null ? finalLabel : finalLabel + " " + failure.code();
        String why = failure == null ? "" : ": " + LogText.reason(failure.getMessage());
        String fun = job.name();
        if (job.isOfLogger()) {
            LOG.debug("logger call {} {}: {}{}", fun, job.arguments(), result, why);
            return;
        }
        if (outcome instanceof JobOutcome.Rejected rejected) {
            counters.rejected(rejected.code());
        } else {
            counters.ended(finalLabel);
            events.ended(value);
        }
        if (logged) {
            long millis = TimeUnit.NANOSECONDS.toMillis(ticker.nanos() - job.receivedNanos);
            String origin = job.origin.text();
            LOG.info("job {} of {}: {} {} {} in {} ms{}", job.jid(), origin, fun, job.arguments(), result, millis, why);
        }
    }
}
