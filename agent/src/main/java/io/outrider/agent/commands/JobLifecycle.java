package io.outrider.agent.commands;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lifecycle of jobs: journal entries for those of the fleet; counters, log lines and events for all. */
final class JobLifecycle implements JobHooks {
    private static final Logger LOG = LoggerFactory.getLogger(JobLifecycle.class);

    private final Supplier<JobSettings> settings;
    private final FunctionInvoker invoker;
    private final JournalWriter writer;
    private final ReplyEncoder encoder;
    private final JobEventPublisher events;
    private final JobCounters counters;
    private final Clock clock;
    private final Ticker ticker;
    private final ArrivalTimes arrivalTimes;
    private final String boot;

    JobLifecycle(
            Supplier<JobSettings> settings,
            FunctionInvoker invoker,
            JournalWriter writer,
            ReplyEncoder encoder,
            JobEventPublisher events,
            JobCounters counters,
            Clock clock,
            Ticker ticker,
            ArrivalTimes arrivalTimes,
            String boot) {
        this.settings = settings;
        this.invoker = invoker;
        this.writer = writer;
        this.encoder = encoder;
        this.events = events;
        this.counters = counters;
        this.clock = clock;
        this.ticker = ticker;
        this.arrivalTimes = arrivalTimes;
        this.boot = boot;
    }

    @Override
    public JobOutcome refusal(Job job) {
        JobOutcome denied = denied(job);
        return denied == null ? expired(job) : denied;
    }

    /** @return the error for a function that the owner does not allow, else null */
    JobOutcome denied(Job job) {
        if (settings.get().allows(job.command.fun())) {
            return null;
        }
        String message = "the unit's owner does not allow " + LogText.name(job.command.fun()) + " ([jobs] allow/deny)";
        return new JobOutcome.Returned(failed(job, new Failure(JobErrors.DENIED, message)));
    }

    /** @return the rejection of a job past its expiry, else null */
    JobOutcome.Rejected expired(Job job) {
        Instant expires = job.command.expires();
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
    public boolean start(Job job) {
        if (job.isOfFleet() && !writer.write(List.of(new JournalEntry.Claimed(job.jid(), boot)))) {
            return false;
        }
        events.announce(job.jid(), job.origin, JobEvent.State.RUNNING, null);
        return true;
    }

    @Override
    public boolean begin(Job job) {
        return !job.isOfFleet() || writer.appendUnsynced(new JournalEntry.Invoked(job.jid()));
    }

    @Override
    public Return run(Job job) {
        return invoker.run(job);
    }

    @Override
    public Return unwritable(Job job) {
        return failed(job, new Failure(AgentErrors.AGENT_DISK, "it did not run: " + writer.advice()));
    }

    @Override
    public Return stopped(Job job, Job.Stop stop) {
        return failed(job, new Failure(Failure.Actor.CALLER, stop.code(), stop.message()));
    }

    @Override
    public Return fault(Job job, Throwable fault) {
        LOG.error("job {}: internal error; please report it", job.jid(), fault);
        return failed(job, Failure.fault(LogText.name(job.command.fun()), fault));
    }

    Return failed(Job job, Failure failure) {
        return invoker.failed(job, failure, FunctionInvoker.FAILED);
    }

    @Override
    public void ended(Job job, JobOutcome outcome, String label) {
        try {
            if (job.isOfFleet()) {
                writer.writeAndSend(List.of(entry(job, outcome)));
            }
        } finally { // a caller on the unit must not wait for ever
            complete(job, outcome, label);
        }
    }

    JournalEntry.Ended entry(Job job, JobOutcome outcome) {
        return new JournalEntry.Ended(job.jid(), arrivalTimes.of(job), encoder.of(job.jid(), outcome, clock.instant()));
    }

    /** Counts, logs and publishes the outcome, and completes the job's future. */
    void complete(Job job, JobOutcome outcome, String label) {
        complete(job, outcome, label, true);
    }

    /** @param logged false to leave out the log line */
    void complete(Job job, JobOutcome outcome, String label, boolean logged) {
        Return value = value(job, outcome);
        try {
            report(job, outcome, value, label, logged);
        } finally {
            job.end.complete(value);
        }
    }

    private Return value(Job job, JobOutcome outcome) {
        return outcome instanceof JobOutcome.Rejected rejected
                ? failed(job, new Failure(Failure.Actor.CALLER, rejected.code(), rejected.message()))
                : ((JobOutcome.Returned) outcome).value();
    }

    private void report(Job job, JobOutcome outcome, Return value, String label, boolean logged) {
        String code = value.failure() == null ? "" : value.failure().code();
        boolean denied = value.failure() != null && value.failure().is(JobErrors.DENIED);
        String finalLabel = outcome instanceof JobOutcome.Rejected ? "rejected" : denied ? "denied" : label;
        String why = value.failure() == null
                ? ""
                : ": " + LogText.reason(value.failure().getMessage());
        if (job.isOfLogger()) {
            LOG.debug(
                    "logger call {} {}: {} {}{}",
                    LogText.name(job.command.fun()),
                    job.arguments(),
                    finalLabel,
                    code,
                    why);
            return;
        }
        if (outcome instanceof JobOutcome.Rejected rejected) {
            counters.rejected(rejected.code());
        } else {
            counters.ended(finalLabel);
            events.ended(value);
        }
        if (!logged) {
            return;
        }
        LOG.info(
                "job {} of {}: {} {} {} in {} ms{}",
                job.jid(),
                job.origin.text(),
                LogText.name(job.command.fun()),
                job.arguments(),
                code.isEmpty() ? finalLabel : finalLabel + " " + code,
                TimeUnit.NANOSECONDS.toMillis(ticker.nanos() - job.receivedNanos),
                why);
    }
}
