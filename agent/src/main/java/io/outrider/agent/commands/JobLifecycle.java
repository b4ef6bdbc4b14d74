package io.outrider.agent.commands;

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

/** What a job of the fleet leaves on disk on its way, and what everybody is told of all jobs. */
final class JobLifecycle implements JobHooks {
    private static final Logger LOG = LoggerFactory.getLogger(JobLifecycle.class);

    private final Supplier<JobSettings> settings;
    private final FunctionInvoker runner;
    private final JournalWriter keeper;
    private final ReplyEncoder answers;
    private final JobEventPublisher announcer;
    private final JobCounters counts;
    private final Clock clock;
    private final Ticker ticker;
    private final ArrivalTimes received;
    private final String boot;

    JobLifecycle(
            Supplier<JobSettings> settings,
            FunctionInvoker runner,
            JournalWriter keeper,
            ReplyEncoder answers,
            JobEventPublisher announcer,
            JobCounters counts,
            Clock clock,
            Ticker ticker,
            ArrivalTimes received,
            String boot) {
        this.settings = settings;
        this.runner = runner;
        this.keeper = keeper;
        this.answers = answers;
        this.announcer = announcer;
        this.counts = counts;
        this.clock = clock;
        this.ticker = ticker;
        this.received = received;
        this.boot = boot;
    }

    @Override
    public JobOutcome refusal(Job job) {
        JobOutcome denied = denied(job);
        return denied == null ? expired(job) : denied;
    }

    /** @return the answer to a call that the owner does not allow, or not any more, else null */
    JobOutcome denied(Job job) {
        if (settings.get().allows(job.command.fun())) {
            return null;
        }
        String message = "the unit's owner does not allow " + LogText.name(job.command.fun()) + " ([jobs] allow/deny)";
        return new JobOutcome.Returned(failed(job, new Failure(Failure.Actor.OPERATOR, "DENIED", message)));
    }

    /** @return the rejection of a job that should have started before, else null */
    JobOutcome.Rejected expired(Job job) {
        Instant expires = job.command.expires();
        Instant now = clock.instant();
        if (expires == null || now.isBefore(expires)) {
            return null;
        }
        return new JobOutcome.Rejected(
                "EXPIRED",
                "it should not start after " + expires + ", and here it is " + now
                        + ": it came or waited too long, or one of the two clocks is wrong; send it again with a new jid");
    }

    @Override
    public boolean start(Job job) {
        if (job.isOfFleet() && !keeper.write(List.of(new JournalEntry.Started(job.jid(), boot)))) {
            return false;
        }
        announcer.announce(job.jid(), job.origin, JobEvent.State.RUNNING, null);
        return true;
    }

    @Override
    public boolean begin(Job job) {
        return !job.isOfFleet() || keeper.note(new JournalEntry.Begun(job.jid()));
    }

    @Override
    public Return run(Job job) {
        return runner.run(job);
    }

    @Override
    public Return unwritable(Job job) {
        return failed(job, new Failure(Failure.Actor.OPERATOR, "AGENT_DISK", "it did not run: " + keeper.advice()));
    }

    @Override
    public Return stopped(Job job, Job.Stop stop) {
        return failed(job, new Failure(Failure.Actor.CALLER, stop.code(), stop.message()));
    }

    @Override
    public Return fault(Job job, Throwable fault) {
        LOG.error("job {}: a fault in outrider; please report it", job.jid(), fault);
        return failed(job, Failure.fault(LogText.name(job.command.fun()), fault));
    }

    /** The return of a job that did not do what was asked. */
    Return failed(Job job, Failure failure) {
        return runner.failed(job, failure, FunctionInvoker.FAILED);
    }

    @Override
    public void ended(Job job, JobOutcome ending, String outcome) {
        try {
            if (job.isOfFleet()) {
                keeper.keep(List.of(entry(job, ending)));
            }
        } finally { // whoever waits for it on the unit must not wait for ever
            tell(job, ending, outcome);
        }
    }

    JournalEntry.Ended entry(Job job, JobOutcome ending) {
        return new JournalEntry.Ended(job.jid(), received.of(job), answers.of(job.jid(), ending, clock.instant()));
    }

    /** Counts, logs and tells those on the unit. */
    void tell(Job job, JobOutcome ending, String how) {
        tell(job, ending, how, true);
    }

    /** @param logged whether it gets a line of its own */
    void tell(Job job, JobOutcome ending, String how, boolean logged) {
        Return value = value(job, ending);
        try {
            report(job, ending, value, how, logged);
        } finally {
            job.end.complete(value);
        }
    }

    private Return value(Job job, JobOutcome ending) {
        return ending instanceof JobOutcome.Rejected rejected
                ? failed(job, new Failure(Failure.Actor.CALLER, rejected.code(), rejected.message()))
                : ((JobOutcome.Returned) ending).value();
    }

    private void report(Job job, JobOutcome ending, Return value, String how, boolean logged) {
        String code = value.failure() == null ? "" : value.failure().code();
        String outcome = ending instanceof JobOutcome.Rejected ? "rejected" : code.equals("DENIED") ? "denied" : how;
        String why = value.failure() == null
                ? ""
                : ": " + LogText.reason(value.failure().getMessage());
        if (job.isOfLogger()) {
            LOG.debug(
                    "a logger's {} {}: {} {}{}", LogText.name(job.command.fun()), job.arguments(), outcome, code, why);
            return;
        }
        if (ending instanceof JobOutcome.Rejected rejected) {
            counts.rejected(rejected.code());
        } else {
            counts.ended(outcome);
            announcer.ended(value);
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
                code.isEmpty() ? outcome : outcome + " " + code,
                TimeUnit.NANOSECONDS.toMillis(ticker.nanos() - job.receivedNanos),
                why);
    }
}
