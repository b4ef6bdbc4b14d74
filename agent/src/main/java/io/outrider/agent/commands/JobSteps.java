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
final class JobSteps implements Steps {
    private static final Logger LOG = LoggerFactory.getLogger(JobSteps.class);

    private final Supplier<JobSettings> settings;
    private final Runner runner;
    private final Keeper keeper;
    private final Answers answers;
    private final Announcer announcer;
    private final Counts counts;
    private final Clock clock;
    private final Ticker ticker;
    private final ReceptionTimes received;
    private final String boot;

    JobSteps(
            Supplier<JobSettings> settings,
            Runner runner,
            Keeper keeper,
            Answers answers,
            Announcer announcer,
            Counts counts,
            Clock clock,
            Ticker ticker,
            ReceptionTimes received,
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
    public Ending refusal(Job job) {
        Ending denied = denied(job);
        return denied == null ? expired(job) : denied;
    }

    /** @return the answer to a call that the owner does not allow, or not any more, else null */
    Ending denied(Job job) {
        if (settings.get().allows(job.command.fun())) {
            return null;
        }
        String message = "the unit's owner does not allow " + Texts.name(job.command.fun()) + " ([jobs] allow/deny)";
        return new Ending.Returned(failed(job, new Failure(Failure.Actor.OPERATOR, "DENIED", message)));
    }

    /** @return the rejection of a job that should have started before, else null */
    Ending.Rejected expired(Job job) {
        Instant expires = job.command.expires();
        Instant now = clock.instant();
        if (expires == null || now.isBefore(expires)) {
            return null;
        }
        return new Ending.Rejected(
                "EXPIRED",
                "it should not start after " + expires + ", and here it is " + now
                        + ": it came or waited too long, or one of the two clocks is wrong; send it again with a new jid");
    }

    @Override
    public boolean start(Job job) {
        if (job.isOfFleet() && !keeper.write(List.of(new Entry.Started(job.jid(), boot)))) {
            return false;
        }
        announcer.announce(job.jid(), job.origin, JobEvent.State.RUNNING, null);
        return true;
    }

    @Override
    public boolean begin(Job job) {
        return !job.isOfFleet() || keeper.note(new Entry.Begun(job.jid()));
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
        return failed(job, Failure.fault(Texts.name(job.command.fun()), fault));
    }

    /** The return of a job that did not do what was asked. */
    Return failed(Job job, Failure failure) {
        return runner.failed(job, failure, Runner.FAILED);
    }

    @Override
    public void ended(Job job, Ending ending, String outcome) {
        try {
            if (job.isOfFleet()) {
                keeper.keep(List.of(entry(job, ending)));
            }
        } finally { // whoever waits for it on the unit must not wait for ever
            tell(job, ending, outcome);
        }
    }

    Entry.Ended entry(Job job, Ending ending) {
        return new Entry.Ended(job.jid(), received.of(job), answers.of(job.jid(), ending, clock.instant()));
    }

    /** Counts, logs and tells those on the unit. */
    void tell(Job job, Ending ending, String how) {
        tell(job, ending, how, true);
    }

    /** @param logged whether it gets a line of its own */
    void tell(Job job, Ending ending, String how, boolean logged) {
        Return value = value(job, ending);
        try {
            report(job, ending, value, how, logged);
        } finally {
            job.end.complete(value);
        }
    }

    private Return value(Job job, Ending ending) {
        return ending instanceof Ending.Rejected rejected
                ? failed(job, new Failure(Failure.Actor.CALLER, rejected.code(), rejected.message()))
                : ((Ending.Returned) ending).value();
    }

    private void report(Job job, Ending ending, Return value, String how, boolean logged) {
        String code = value.failure() == null ? "" : value.failure().code();
        String outcome = ending instanceof Ending.Rejected ? "rejected" : code.equals("DENIED") ? "denied" : how;
        String why = value.failure() == null
                ? ""
                : ": " + Texts.reason(value.failure().getMessage());
        if (job.isOfLogger()) {
            LOG.debug("a logger's {} {}: {} {}{}", Texts.name(job.command.fun()), job.arguments(), outcome, code, why);
            return;
        }
        if (ending instanceof Ending.Rejected rejected) {
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
                Texts.name(job.command.fun()),
                job.arguments(),
                code.isEmpty() ? outcome : outcome + " " + code,
                TimeUnit.NANOSECONDS.toMillis(ticker.nanos() - job.receivedNanos),
                why);
    }
}
