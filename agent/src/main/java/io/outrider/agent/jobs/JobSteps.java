package io.outrider.agent.jobs;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a job of the fleet leaves on disk on its way, and what everybody is told of all jobs. */
final class JobSteps implements Workbench.Steps {
    private static final Logger LOG = LoggerFactory.getLogger(JobSteps.class);

    private final Runner runner;
    private final Keeper keeper;
    private final Answers answers;
    private final Announcer announcer;
    private final Counts counts;
    private final Clock clock;
    private final Ticker ticker;
    private final ObjectMapper mapper;
    private final String boot;

    JobSteps(
            Runner runner,
            Keeper keeper,
            Answers answers,
            Announcer announcer,
            Counts counts,
            Clock clock,
            Ticker ticker,
            ObjectMapper mapper,
            String boot) {
        this.runner = runner;
        this.keeper = keeper;
        this.answers = answers;
        this.announcer = announcer;
        this.counts = counts;
        this.clock = clock;
        this.ticker = ticker;
        this.mapper = mapper;
        this.boot = boot;
    }

    @Override
    public Ending refusal(Job job) {
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

    /** The return of a job that did not do what was asked. */
    Return failed(Job job, Failure failure) {
        return runner.failed(job, failure, Runner.FAILED);
    }

    @Override
    public void ended(Job job, Ending ending, String outcome) {
        if (job.isOfFleet()) {
            keeper.keep(List.of(entry(job, ending)));
        }
        tell(job, ending, outcome);
    }

    Entry.Ended entry(Job job, Ending ending) {
        return new Entry.Ended(job.jid(), job.received.toEpochMilli(), answers.of(job.jid(), ending, clock.instant()));
    }

    /** Counts, logs and tells those on the unit. */
    void tell(Job job, Ending ending, String how) {
        Return value;
        String outcome = how;
        if (ending instanceof Ending.Rejected rejected) {
            outcome = "rejected";
            counts.rejected(rejected.code());
            value = failed(job, new Failure(Failure.Actor.CALLER, rejected.code(), rejected.message()));
        } else {
            counts.ended(outcome);
            value = ((Ending.Returned) ending).value();
            announcer.ended(value);
        }
        LOG.info(
                "job {} of {}: {} {} {} in {} ms",
                job.jid(),
                job.origin.text(),
                Texts.name(job.command.fun()),
                job.arguments(mapper),
                value.failure() == null
                        ? outcome
                        : outcome + " " + value.failure().code(),
                TimeUnit.NANOSECONDS.toMillis(ticker.nanos() - job.receivedNanos));
        job.end.complete(value);
    }
}
