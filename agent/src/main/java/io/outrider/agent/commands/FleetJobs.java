package io.outrider.agent.commands;

import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides about the fleet's jobs by what is known of them. */
final class FleetJobs implements Inbox.Desk {
    private static final Logger LOG = LoggerFactory.getLogger(FleetJobs.class);

    private static final String UNKNOWN =
            "the agent was restarted while the job ran; whether it finished is not known, look before you send it again";

    private final Function<Command, Job> jobs;
    private final JobLifecycle steps;
    private final JobExecutor workbench;
    private final Journal journal;
    private final JournalWriter keeper;
    private final ReplyOutbox sender;
    private final JobEventPublisher announcer;
    private final JobCounters counts;
    private final CommandCodec store;
    private final ArrivalTimes received;
    private final String boot;
    private final EarlyCancels cancels;
    private final RepeatedLogLines lines;
    private final JidReuseCheck reuse;

    FleetJobs(
            Function<Command, Job> jobs,
            JobLifecycle steps,
            JobExecutor workbench,
            Journal journal,
            JournalWriter keeper,
            ReplyOutbox sender,
            JobEventPublisher announcer,
            JobCounters counts,
            CommandCodec store,
            ArrivalTimes received,
            String boot,
            EarlyCancels cancels,
            RepeatedLogLines lines,
            JidReuseCheck reuse) {
        this.lines = lines;
        this.reuse = reuse;
        this.jobs = jobs;
        this.steps = steps;
        this.workbench = workbench;
        this.journal = journal;
        this.keeper = keeper;
        this.sender = sender;
        this.announcer = announcer;
        this.counts = counts;
        this.store = store;
        this.received = received;
        this.boot = boot;
        this.cancels = cancels;
    }

    @Override
    public Job job(Command command) {
        return jobs.apply(command);
    }

    @Override
    public boolean isKnown(String jid) {
        return journal.stage(jid) != null || workbench.job(jid) != null || keeper.unwritten(jid) != null;
    }

    @Override
    public boolean takeCancel(String jid) {
        return cancels.take(jid);
    }

    @Override
    public void checkReuse(Command again) {
        try {
            reuse.check(jobs.apply(again));
        } catch (RuntimeException e) { // the stored answer counts, whatever came now
            LOG.error("a command that came again could not be compared with the first; please report it", e);
        }
    }

    @Override
    public Admission admission() {
        return workbench.admission();
    }

    @Override
    public JobOutcome.Rejected rejection(Job job, long weight, Admission room) {
        JobOutcome.Rejected expired = steps.expired(job);
        if (expired != null) {
            return expired;
        }
        if (journal.isFull()) {
            return new JobOutcome.Rejected(
                    "BUSY", "the journal is full of " + sender.unsent() + " answers to be sent; try again later");
        }
        return room.refusal(job.isUrgent(), weight);
    }

    @Override
    public JobOutcome denied(Job job) {
        return steps.denied(job);
    }

    @Override
    public JobOutcome cancelled(Job job) {
        return new JobOutcome.Returned(steps.stopped(job, Job.Stop.CANCELLED_EARLY));
    }

    @Override
    public boolean isFull() {
        return journal.isFull();
    }

    @Override
    public JournalEntry.Accepted accepted(Job job) {
        return new JournalEntry.Accepted(
                job.jid(), received.of(job), job.shown.complete(), store.bytes(job.command, job.shown));
    }

    @Override
    public JournalEntry.Ended ended(Job job, JobOutcome ending) {
        return steps.entry(job, ending);
    }

    @Override
    public void refused(Job job, JobOutcome ending) {
        String kind =
                ending instanceof JobOutcome.Rejected rejected ? "were rejected as " + rejected.code() : "were not run";
        steps.tell(job, ending, "cancelled", lines.admits(kind, job.jid()));
    }

    @Override
    public void dropped() {
        counts.rejected("INVALID");
    }

    @Override
    public void run(Job job) {
        counts.accepted();
        announcer.announce(job.jid(), job.origin, JobEvent.State.RECEIVED, null);
        workbench.add(job);
    }

    @Override
    public boolean isUnfinished(String jid) {
        Journal.Stage stage = journal.stage(jid);
        return stage != null && stage.compareTo(Journal.Stage.ENDED) < 0;
    }

    @Override
    public void cancel(String jid) {
        if (workbench.stop(jid, Job.Stop.CANCELLED)) {
            LOG.info("job {} was cancelled by the fleet", jid);
        } else if (isKnown(jid)) {
            repeat(jid);
        } else {
            cancels.add(jid);
            if (lines.admits("were cancelled before they came", jid)) {
                LOG.info("job {} was cancelled by the fleet before it came", jid);
            }
        }
    }

    @Override
    public void repeat(String jid) {
        Journal.Stage stage = journal.stage(jid);
        Reply unwritten = keeper.unwritten(jid);
        Job job = workbench.job(jid);
        if (stage == Journal.Stage.ENDED || stage == Journal.Stage.SENT) {
            sender.reply(jid);
        } else if (unwritten != null) {
            sender.replyUnwritten(jid);
        } else if (job != null) {
            boolean waits = workbench.state(job) == Job.State.WAITING;
            announcer.repeat(jid, waits ? JobEvent.State.RECEIVED : JobEvent.State.RUNNING);
        }
    }

    /** Goes on where the last process was interrupted. */
    void takeUp() {
        journal.at(Journal.Stage.ENDED).forEach(sender::resume);
        List<JournalEntry.Ended> interrupted = new ArrayList<>();
        List<Job> runnable = new ArrayList<>();
        journal.at(Journal.Stage.BEGUN).forEach(jid -> takeUp(jid, UNKNOWN, interrupted, runnable));
        for (String jid : journal.at(Journal.Stage.STARTED)) {
            boolean untouched = boot.equals(journal.boot(jid)); // else the note that it had begun would still be there
            takeUp(jid, untouched ? null : UNKNOWN, interrupted, runnable);
        }
        journal.at(Journal.Stage.ACCEPTED).forEach(jid -> takeUp(jid, null, interrupted, runnable));
        keeper.keep(interrupted);
        runnable.forEach(this::run);
    }

    /** @param trouble why it must not be run; null if it may */
    private void takeUp(String jid, String trouble, List<JournalEntry.Ended> interrupted, List<Job> runnable) {
        Job job;
        String why = trouble;
        try {
            JournalEntry.Accepted accepted = journal.accepted(jid);
            if (accepted == null) {
                throw new IOException("the entry is lost");
            }
            job = jobs.apply(store.command(jid, accepted.command()));
            if (trouble == null && !accepted.complete()) {
                why = "interrupted by a restart before it ran; send it again with a new jid";
            }
            if (trouble == null
                    && job.command.fun().length() > CommandReader.LONGEST_NAME) { // taken by an older version
                why = "it did not run: the name of a function has at most " + CommandReader.LONGEST_NAME
                        + " characters";
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("job {}: what was asked cannot be read from the journal: {}", jid, IoReason.of(e));
            job = jobs.apply(Command.now(jid, "?", List.of(), Map.of()));
            why = trouble == null ? "what was asked cannot be read any more; send it again with a new jid" : trouble;
        }
        if (why == null && journal.isCancelled(jid)) {
            JobOutcome ending = cancelled(job);
            steps.tell(job, ending, "cancelled");
            interrupted.add(ended(job, ending));
        } else if (why == null) {
            runnable.add(job);
        } else {
            interrupted.add(interrupted(job, why));
        }
    }

    private JournalEntry.Ended interrupted(Job job, String message) {
        JobOutcome ending =
                new JobOutcome.Returned(steps.failed(job, new Failure(Failure.Actor.AGENT, "RESTARTED", message)));
        steps.tell(job, ending, "restarted");
        return steps.entry(job, ending);
    }
}
