package io.outrider.agent.commands;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Printable;
import io.outrider.agent.runtime.publisher.InboundMessage;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.FaultText;
import io.outrider.wire.Command;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decision on delivered commands, one by one: run, refuse, repeat, cancel or drop. A command is decided on by its head as
 * far as possible, before its arguments are parsed.
 */
final class CommandSorter {
    private static final Logger LOG = LoggerFactory.getLogger(CommandSorter.class);
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(60);

    private final CommandReader reader;
    private final Function<Command, Job> jobs;
    private final JobLifecycle lifecycle;
    private final KnownJobs known;
    private final Journal journal;
    private final JournalWriter writer;
    private final ReplyOutbox outbox;
    private final EarlyCancels cancels;
    private final RepeatedLogLines lines;
    private final JidReuseCheck reuseCheck;
    private final Clock clock;

    CommandSorter(
            CommandReader reader,
            Function<Command, Job> jobs,
            JobLifecycle lifecycle,
            KnownJobs known,
            Journal journal,
            JournalWriter writer,
            ReplyOutbox outbox,
            EarlyCancels cancels,
            RepeatedLogLines lines,
            JidReuseCheck reuseCheck,
            Clock clock) {
        this.reader = reader;
        this.jobs = jobs;
        this.lifecycle = lifecycle;
        this.known = known;
        this.journal = journal;
        this.writer = writer;
        this.outbox = outbox;
        this.cancels = cancels;
        this.lines = lines;
        this.reuseCheck = reuseCheck;
        this.clock = clock;
    }

    /** A command that fails here does not affect the rest of the batch. */
    void sort(InboundMessage received, CommandBatch batch) {
        CommandHead head = null;
        try {
            head = reader.head(received.payload(), received.isCut());
            if (head.cancel()) {
                batch.cancelMessages.add(received);
            }
            sort(received.payload(), head, batch);
        } catch (RuntimeException | Error e) {
            String jid = head == null ? null : head.jid();
            LOG.error("internal error while a command is parsed, jid {}" + FaultText.LOG_SUFFIX, jid, e);
            if (jid != null) {
                String message = "the command cannot be taken, which is a fault in outrider; please report it";
                refuse(emptyJob(jid), new JobOutcome.Rejected(JobErrors.INVALID, message), batch);
            } else {
                lifecycle.dropped();
            }
        }
    }

    private void sort(byte[] payload, CommandHead head, CommandBatch batch) {
        if (head.jid() == null) {
            if (lines.admits("were dropped, as they have no usable jid", "not known")) {
                LOG.warn("a command without a usable jid was dropped: {}", LogText.reason(head.unreadable()));
            }
            lifecycle.dropped();
        } else if (head.cancel() && head.unreadable() == null) {
            cancel(head.jid(), batch);
        } else if (batch.jids.add(head.jid()) && !known.contains(head.jid())) {
            sortNew(payload, head, batch);
        } else {
            batch.repeats.add(head.jid());
            if (head.unreadable() == null
                    && batch.admission.hasMemoryFor(head.weight())) { // else repeated without a check of its arguments
                checkReuse(payload, head);
            }
        }
    }

    private void sortNew(byte[] payload, CommandHead head, CommandBatch batch) {
        boolean isCancelled = batch.cancels.remove(head.jid()) || cancels.remove(head.jid());
        JobOutcome.Rejected rejection =
                isCancelled || head.unreadable() != null ? null : rejection(head, batch.admission);
        if (rejection == null) {
            accept(payload, head, isCancelled, batch);
        } else {
            refuse(jobs.apply(head.command()), rejection, batch);
        }
    }

    private void accept(byte[] payload, CommandHead head, boolean isCancelled, CommandBatch batch) {
        Command command;
        try {
            command = reader.read(payload, head);
        } catch (Failure e) {
            String message = "the command cannot be understood: " + Printable.line(e.getMessage());
            refuse(emptyJob(head.jid()), new JobOutcome.Rejected(JobErrors.INVALID, message), batch);
            return;
        }
        Job job = jobs.apply(command);
        warnOfClockSkew(command);
        JobOutcome refusal = isCancelled ? lifecycle.cancelledEarly(job) : lifecycle.denied(job);
        if (refusal == null) {
            batch.accept(job, lifecycle.accepted(job));
        } else {
            refuse(job, refusal, batch);
        }
    }

    /** @return null if the command can be accepted */
    private JobOutcome.Rejected rejection(CommandHead head, Admission admission) {
        JobOutcome.Rejected expired = lifecycle.expired(head.expires());
        if (expired != null) {
            return expired;
        }
        if (journal.isFull()) {
            return new JobOutcome.Rejected(
                    CommonErrors.BUSY,
                    "the journal is full of " + outbox.unsent() + " answers to be sent; try again later");
        }
        return admission.refusal(Job.isUrgent(head.fun()), head.weight());
    }

    /** A cancel in the batch of its command ends the job here: the reply is on disk before both are acknowledged. */
    private void cancel(String jid, CommandBatch batch) {
        Job job = batch.remove(jid);
        if (job != null) {
            refuse(job, lifecycle.cancelledEarly(job), batch);
        } else if (!batch.isRefused(jid)) {
            batch.cancels.add(jid);
        }
    }

    private void refuse(Job job, JobOutcome outcome, CommandBatch batch) {
        JournalEntry.Ended end = lifecycle.ended(job, outcome);
        if (journal.isFull()) {
            batch.unwritten.add(end);
        } else {
            batch.entries.add(end);
            batch.refused.add(job.jid());
        }
        lifecycle.refused(job, outcome, lines);
    }

    JournalEntry.Ended rejectUnwritable(String jid) {
        Job job = emptyJob(jid);
        JobOutcome outcome = new JobOutcome.Rejected(AgentErrors.AGENT_DISK, writer.advice());
        lifecycle.refused(job, outcome, lines);
        return lifecycle.ended(job, outcome);
    }

    private Job emptyJob(String jid) {
        return jobs.apply(Command.now(jid, "?", List.of(), Map.of()));
    }

    private void checkReuse(byte[] payload, CommandHead head) {
        try {
            reuseCheck.check(jobs.apply(reader.read(payload, head)));
        } catch (Failure e) {
            LOG.debug("repeated command {} is invalid", head.jid(), e);
        } catch (RuntimeException e) { // the stored reply is sent in any case
            LOG.error("repeated command {} could not be compared with the first" + FaultText.LOG_SUFFIX, head.jid(), e);
        }
    }

    private void warnOfClockSkew(Command command) {
        Instant now = clock.instant();
        if (command.issued() != null
                && command.issued().isAfter(now.plus(CLOCK_TOLERANCE))
                && lines.admits("were issued in the future", command.jid())) {
            LOG.warn(
                    "job {} was issued at {}, but the unit's clock is at {}: one of the clocks is" + " wrong",
                    command.jid(),
                    command.issued(),
                    now);
        }
    }
}
