package io.outrider.agent.commands;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.wire.Command;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Intake of delivered commands: parses a batch, writes it to the journal with one sync, then acknowledges it. One
 * thread at a time.
 */
final class Inbox {
    /** Attempts, one a second, after which cancels are acknowledged although they cannot be written. */
    static final int MOST_CANCEL_TRIES = 60;

    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(60);

    private final CommandReader reader;
    private final FleetJobs fleetJobs;
    private final JournalWriter writer;
    private final ReplyOutbox outbox;
    private final PacedAcknowledgements acknowledgements;
    private final RepeatedLogLines lines;
    private final Clock clock;
    private final FaultInjector fault;
    private int cancelTries; // guarded by this
    private final Set<String> unwrittenCancels = new HashSet<>(); // cancelled, and not in the journal; guarded by this

    Inbox(
            CommandReader reader,
            FleetJobs fleetJobs,
            JournalWriter writer,
            ReplyOutbox outbox,
            PacedAcknowledgements acknowledgements,
            RepeatedLogLines lines,
            Clock clock,
            FaultInjector fault) {
        this.acknowledgements = acknowledgements;
        this.lines = lines;
        this.reader = reader;
        this.fleetJobs = fleetJobs;
        this.writer = writer;
        this.outbox = outbox;
        this.clock = clock;
        this.fault = fault;
    }

    /**
     * Writes cancels that the disk did not take before, and acknowledges them; called each second. After a minute they
     * are acknowledged unwritten, because the broker sends nothing else before.
     */
    synchronized void retryCancels() {
        if (!writePendingCancels() && ++cancelTries >= MOST_CANCEL_TRIES) {
            acknowledgements.releaseDeferred(); // else no command would arrive, and none would be rejected for the disk
        }
    }

    private boolean writePendingCancels() {
        if (!unwrittenCancels.isEmpty()) {
            if (!writeCancels(unwrittenCancels)) {
                return false;
            }
            unwrittenCancels.clear();
            acknowledgements.releaseDeferred();
        }
        cancelTries = 0;
        return true;
    }

    /** @return true if the cancels of all unfinished jobs are on disk */
    private boolean writeCancels(Collection<String> jids) {
        List<JournalEntry> entries = new ArrayList<>();
        jids.stream().filter(fleetJobs::isUnfinished).forEach(jid -> entries.add(new JournalEntry.Cancelled(jid)));
        return entries.isEmpty() || writer.write(entries);
    }

    synchronized void accept(List<ReceivedCommand> commands) {
        fault.at(FaultInjector.Point.RECEIVED);
        writePendingCancels();
        SortedBatch batch = new SortedBatch(fleetJobs.admission());
        for (ReceivedCommand received : commands) {
            sort(received, batch);
        }
        boolean written = batch.entries.isEmpty() || writer.write(batch.entries);
        boolean kept = writeCancels(batch.cancels);
        if (!(written && kept) && writer.isClosed()) {
            return; // not acknowledged, so the broker delivers it again after the restart
        }
        fault.at(FaultInjector.Point.ACCEPTED);
        forEach(batch.cancels, fleetJobs::cancel); // not delivered again
        acknowledge(commands, kept, batch);
        fault.at(FaultInjector.Point.ACKNOWLEDGED);
        if (written) {
            batch.refused.forEach(outbox::sendDirect);
            forEach(batch.jobs, fleetJobs::run);
        } else {
            batch.entries.forEach(this::rejectUnwritable);
        }
        batch.unwritten.forEach(each -> writer.sendUnwritten(each.jid(), each.reply()));
        forEach(batch.repeats, fleetJobs::repeat);
        acknowledgements.release(); // replies already in flight do not count
    }

    private void acknowledge(List<ReceivedCommand> commands, boolean areCancelsWritten, SortedBatch batch) {
        List<ReceivedCommand> now = new ArrayList<>(commands);
        if (!areCancelsWritten) {
            unwrittenCancels.addAll(batch.cancels);
            now.removeAll(batch.cancelMessages);
            acknowledgements.defer(batch.cancelMessages.stream()
                    .map(ReceivedCommand::acknowledge)
                    .toList());
        }
        acknowledgements.add(now.stream().map(ReceivedCommand::acknowledge).toList(), batch.replies());
    }

    private static <T> void forEach(Collection<T> all, Consumer<T> task) {
        for (T one : all) {
            try {
                task.accept(one);
            } catch (RuntimeException e) {
                LOG.error("internal error while a command is run or repeated; please report it", e);
            }
        }
    }

    /** Actions that result from one batch. */
    private static final class SortedBatch {
        final List<JournalEntry> entries = new ArrayList<>();
        final List<Job> jobs = new ArrayList<>();
        final List<String> refused = new ArrayList<>();
        final Set<String> cancels = new LinkedHashSet<>();
        final List<ReceivedCommand> cancelMessages = new ArrayList<>();
        final List<JournalEntry.Ended> unwritten = new ArrayList<>();
        final List<String> repeats = new ArrayList<>();
        final Set<String> jids = new HashSet<>();
        final Admission admission;

        SortedBatch(Admission admission) {
            this.admission = admission;
        }

        boolean isRefused(String jid) {
            return refused.contains(jid)
                    || unwritten.stream().anyMatch(each -> each.jid().equals(jid));
        }

        int replies() {
            return refused.size() + unwritten.size() + repeats.size();
        }
    }

    /** A command that fails here must not affect the rest of the batch. */
    private void sort(ReceivedCommand received, SortedBatch batch) {
        CommandHead head = null;
        try {
            head = reader.head(received.payload(), received.isCut());
            if (head.cancel()) {
                batch.cancelMessages.add(received);
            }
            sort(received.payload(), head, batch);
        } catch (RuntimeException | Error e) {
            LOG.error("internal error while a command is parsed; please report it", e);
            if (head != null && head.jid() != null) {
                String message = "the command cannot be taken, which is a fault in outrider; please report it";
                refuse(emptyJob(head.jid()), new JobOutcome.Rejected(JobErrors.INVALID, message), batch);
            } else {
                fleetJobs.dropped();
            }
        }
    }

    private void sort(byte[] payload, CommandHead head, SortedBatch batch) {
        if (head.jid() == null) {
            if (lines.admits("were dropped, as they have no usable jid", "not known")) {
                LOG.warn("a command without a usable jid was dropped: {}", LogText.reason(head.unreadable()));
            }
            fleetJobs.dropped();
        } else if (head.cancel() && head.unreadable() == null) {
            cancel(head.jid(), batch);
        } else if (isNew(head.jid(), batch)) {
            boolean cancelled = batch.cancels.remove(head.jid()) || fleetJobs.removeEarlyCancel(head.jid());
            Job job = fleetJobs.job(head.command());
            JobOutcome.Rejected rejection = cancelled || head.unreadable() != null
                    ? null
                    : fleetJobs.rejection(job, head.weight(), batch.admission);
            if (rejection == null) {
                sort(reader.read(payload, head), cancelled, batch);
            } else {
                refuse(job, rejection, batch);
            }
        } else if (head.unreadable() == null
                && batch.admission.hasMemoryFor(head.weight()) // else repeated without a check of its arguments
                && reader.read(payload, head) instanceof ParsedCommand.Run again) {
            fleetJobs.checkReuse(again.command());
        }
    }

    /** A new command for which there is capacity. */
    private void sort(ParsedCommand command, boolean cancelled, SortedBatch batch) {
        if (command instanceof ParsedCommand.Unreadable unreadable) {
            String message = "the command cannot be understood: " + LogText.oneLine(unreadable.reason());
            refuse(emptyJob(unreadable.jid()), new JobOutcome.Rejected(JobErrors.INVALID, message), batch);
        } else if (command instanceof ParsedCommand.Run run) {
            Job job = fleetJobs.job(run.command());
            warnOfClockSkew(run.command());
            JobOutcome refusal = cancelled ? fleetJobs.cancelled(job) : fleetJobs.denied(job);
            if (refusal == null) {
                batch.entries.add(fleetJobs.accepted(job));
                batch.jobs.add(job);
                batch.admission.add(job);
            } else {
                refuse(job, refusal, batch);
            }
        }
    }

    /**
     * A cancel in the same batch as its command ends the job here, so that the reply is on disk before both are
     * acknowledged.
     */
    private void cancel(String jid, SortedBatch batch) {
        for (Job job : batch.jobs) {
            if (job.jid().equals(jid)) {
                batch.jobs.remove(job);
                batch.admission.remove(job);
                batch.entries.removeIf(entry -> entry.jid().equals(jid));
                refuse(job, fleetJobs.cancelled(job), batch);
                return;
            }
        }
        if (!batch.isRefused(jid)) {
            batch.cancels.add(jid);
        }
    }

    private boolean isNew(String jid, SortedBatch batch) {
        if (batch.jids.add(jid) && !fleetJobs.isKnown(jid)) {
            return true;
        }
        batch.repeats.add(jid);
        return false;
    }

    private void refuse(Job job, JobOutcome outcome, SortedBatch batch) {
        JournalEntry.Ended end = fleetJobs.ended(job, outcome);
        if (fleetJobs.isFull()) {
            batch.unwritten.add(end);
        } else {
            batch.entries.add(end);
            batch.refused.add(job.jid());
        }
        fleetJobs.refused(job, outcome);
    }

    private void rejectUnwritable(JournalEntry entry) {
        if (entry instanceof JournalEntry.Ended ended) {
            writer.sendUnwritten(ended.jid(), ended.reply());
            return;
        }
        Job job = emptyJob(entry.jid());
        JobOutcome outcome = new JobOutcome.Rejected(AgentErrors.AGENT_DISK, writer.advice());
        fleetJobs.refused(job, outcome);
        writer.sendUnwritten(entry.jid(), fleetJobs.ended(job, outcome).reply());
    }

    /** Job of which only the jid is known. */
    private Job emptyJob(String jid) {
        return fleetJobs.job(Command.now(jid, "?", List.of(), Map.of()));
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
