package io.outrider.agent.commands;

import io.outrider.api.CommonErrors;
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

/**
 * Registry and recovery of the fleet's jobs: decides on new, repeated and cancelled commands from journal and executor.
 * Thread-safe.
 */
final class FleetJobs {
    private static final Logger LOG = LoggerFactory.getLogger(FleetJobs.class);

    private static final String UNKNOWN =
            "the agent was restarted while the job ran; whether it finished is not known, look before you send it again";

    private final Function<Command, Job> jobs;
    private final JobLifecycle lifecycle;
    private final JobExecutor executor;
    private final Journal journal;
    private final JournalWriter writer;
    private final ReplyOutbox outbox;
    private final JobEventPublisher events;
    private final JobCounters counters;
    private final CommandCodec codec;
    private final ArrivalTimes arrivalTimes;
    private final String boot;
    private final EarlyCancels cancels;
    private final RepeatedLogLines lines;
    private final JidReuseCheck reuseCheck;

    FleetJobs(
            Function<Command, Job> jobs,
            JobLifecycle lifecycle,
            JobExecutor executor,
            Journal journal,
            JournalWriter writer,
            ReplyOutbox outbox,
            JobEventPublisher events,
            JobCounters counters,
            CommandCodec codec,
            ArrivalTimes arrivalTimes,
            String boot,
            EarlyCancels cancels,
            RepeatedLogLines lines,
            JidReuseCheck reuseCheck) {
        this.lines = lines;
        this.reuseCheck = reuseCheck;
        this.jobs = jobs;
        this.lifecycle = lifecycle;
        this.executor = executor;
        this.journal = journal;
        this.writer = writer;
        this.outbox = outbox;
        this.events = events;
        this.counters = counters;
        this.codec = codec;
        this.arrivalTimes = arrivalTimes;
        this.boot = boot;
        this.cancels = cancels;
    }

    Job job(Command command) {
        return jobs.apply(command);
    }

    boolean isKnown(String jid) {
        return journal.stage(jid) != null || executor.job(jid) != null || writer.unwritten(jid) != null;
    }

    /** Removes a cancel that arrived before its job, and returns whether there was one. */
    boolean removeEarlyCancel(String jid) {
        return cancels.remove(jid);
    }

    /** Warns if the jid of a known job came with another command. */
    void checkReuse(Command again) {
        try {
            reuseCheck.check(jobs.apply(again));
        } catch (RuntimeException e) { // the stored reply is sent in any case
            LOG.error("repeated command could not be compared with the first; please report it", e);
        }
    }

    Admission admission() {
        return executor.admission();
    }

    /**
     * Decides on a new command by its head; its arguments are not parsed yet.
     *
     * @param weight bytes of memory that the arguments will take
     * @param admission includes the commands of the same batch
     * @return null if the command can be accepted
     */
    JobOutcome.Rejected rejection(Job job, long weight, Admission admission) {
        JobOutcome.Rejected expired = lifecycle.expired(job);
        if (expired != null) {
            return expired;
        }
        if (journal.isFull()) {
            return new JobOutcome.Rejected(
                    CommonErrors.BUSY,
                    "the journal is full of " + outbox.unsent() + " answers to be sent; try again later");
        }
        return admission.refusal(job.isUrgent(), weight);
    }

    /** @return the error for a function that the owner does not allow, else null */
    JobOutcome denied(Job job) {
        return lifecycle.denied(job);
    }

    JobOutcome cancelled(Job job) {
        return new JobOutcome.Returned(lifecycle.stopped(job, Job.Stop.CANCELLED_EARLY));
    }

    /** True if the journal takes no further replies. */
    boolean isFull() {
        return journal.isFull();
    }

    JournalEntry.Accepted accepted(Job job) {
        return new JournalEntry.Accepted(
                job.jid(), arrivalTimes.of(job), job.shown.complete(), codec.bytes(job.command, job.shown));
    }

    JournalEntry.Ended ended(Job job, JobOutcome outcome) {
        return lifecycle.entry(job, outcome);
    }

    /** Counts and logs a job that is not run. */
    void refused(Job job, JobOutcome outcome) {
        String kind = outcome instanceof JobOutcome.Rejected rejected
                ? "were rejected as " + rejected.code()
                : "were not run";
        lifecycle.complete(job, outcome, "cancelled", lines.admits(kind, job.jid()));
    }

    /** Counts a message without a usable jid, which gets no reply. */
    void dropped() {
        counters.rejected(JobErrors.INVALID);
    }

    void run(Job job) {
        counters.accepted();
        events.announce(job.jid(), job.origin, JobEvent.State.RECEIVED, null);
        executor.add(job);
    }

    /** True if the journal has the job as accepted and not as ended. */
    boolean isUnfinished(String jid) {
        Journal.Stage stage = journal.stage(jid);
        return stage != null && stage.compareTo(Journal.Stage.ENDED) < 0;
    }

    void cancel(String jid) {
        if (executor.stop(jid, Job.Stop.CANCELLED)) {
            LOG.info("job {} was cancelled by the fleet", jid);
        } else if (isKnown(jid)) {
            repeat(jid);
        } else {
            cancels.add(jid);
            if (lines.admits("were cancelled before they arrived", jid)) {
                LOG.info("job {} was cancelled by the fleet before it arrived", jid);
            }
        }
    }

    /** Sends the reply or the state of a job whose command was delivered again. */
    void repeat(String jid) {
        Journal.Stage stage = journal.stage(jid);
        Reply unwritten = writer.unwritten(jid);
        Job job = executor.job(jid);
        if (stage == Journal.Stage.ENDED || stage == Journal.Stage.SENT) {
            outbox.sendDirect(jid);
        } else if (unwritten != null) {
            outbox.sendUnwritten(jid);
        } else if (job != null) {
            boolean waits = executor.state(job) == Job.State.WAITING;
            events.repeat(jid, waits ? JobEvent.State.RECEIVED : JobEvent.State.RUNNING);
        }
    }

    /** Resumes the jobs of the last process: sends pending replies, runs accepted jobs, fails interrupted ones. */
    void recover() {
        journal.jobsAt(Journal.Stage.ENDED).forEach(outbox::resume);
        List<JournalEntry.Ended> interrupted = new ArrayList<>();
        List<Job> runnable = new ArrayList<>();
        journal.jobsAt(Journal.Stage.INVOKED).forEach(jid -> recover(jid, UNKNOWN, interrupted, runnable));
        for (String jid : journal.jobsAt(Journal.Stage.CLAIMED)) {
            boolean sameBoot =
                    boot.equals(journal.boot(jid)); // else a power cut may have taken the unsynced entry Invoked
            recover(jid, sameBoot ? null : UNKNOWN, interrupted, runnable);
        }
        journal.jobsAt(Journal.Stage.ACCEPTED).forEach(jid -> recover(jid, null, interrupted, runnable));
        writer.writeAndSend(interrupted);
        runnable.forEach(this::run);
    }

    /** @param trouble why the job must not run; null if it may */
    private void recover(String jid, String trouble, List<JournalEntry.Ended> interrupted, List<Job> runnable) {
        Job job;
        String why = trouble;
        try {
            JournalEntry.Accepted accepted = journal.accepted(jid);
            if (accepted == null) {
                throw new IOException("the entry is lost");
            }
            job = jobs.apply(codec.command(jid, accepted.command()));
            if (trouble == null && !accepted.complete()) {
                why = "interrupted by a restart before it ran; send it again with a new jid";
            }
            if (trouble == null
                    && job.command.fun().length() > CommandReader.LONGEST_NAME) { // accepted by an older version
                why = "it did not run: the name of a function has at most " + CommandReader.LONGEST_NAME
                        + " characters";
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("job {}: command cannot be read from the journal: {}", jid, IoReason.of(e));
            job = jobs.apply(Command.now(jid, "?", List.of(), Map.of()));
            why = trouble == null ? "what was asked cannot be read any more; send it again with a new jid" : trouble;
        }
        if (why == null && journal.isCancelled(jid)) {
            JobOutcome outcome = cancelled(job);
            lifecycle.complete(job, outcome, "cancelled");
            interrupted.add(ended(job, outcome));
        } else if (why == null) {
            runnable.add(job);
        } else {
            interrupted.add(interrupted(job, why));
        }
    }

    private JournalEntry.Ended interrupted(Job job, String message) {
        JobOutcome outcome = new JobOutcome.Returned(lifecycle.failed(job, new Failure(JobErrors.RESTARTED, message)));
        lifecycle.complete(job, outcome, "restarted");
        return lifecycle.entry(job, outcome);
    }
}
