package io.outrider.agent.commands;

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

/** Sorts what the broker delivers, writes it down at once, and only then says that it has it. One thread at a time. */
final class Inbox {
    /** Tries, one each second, after which cancels that cannot be written are acknowledged unwritten. */
    static final int MOST_TRIES_OF_CANCELS = 60;

    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);
    private static final Duration CLOCKS_AGREE = Duration.ofSeconds(60);

    /** What is done with what was understood. */
    interface Desk {
        Job job(Command command);

        /** Asks for a cancel that came before its job, and forgets it. */
        boolean takeCancel(String jid);

        /**
         * @param job without its arguments, which nobody has read yet
         * @param weight what they will take
         * @param room as it is with those of the same batch
         * @return why it cannot be taken; null if it can
         */
        JobOutcome.Rejected rejection(Job job, long weight, Admission room);

        /** The room there is now. */
        Admission admission();

        /** @return the answer to a job that the owner does not allow, else null */
        JobOutcome denied(Job job);

        JournalEntry.Accepted accepted(Job job);

        JournalEntry.Ended ended(Job job, JobOutcome ending);

        /** The answer of a job that was cancelled before it began. */
        JobOutcome cancelled(Job job);

        /** Whether no more may be written down than what is owed already. */
        boolean isFull();

        /** Counts and logs a job that is not run. */
        void refused(Job job, JobOutcome ending);

        /** Counts a message that nobody can be answered. */
        void dropped();

        void run(Job job);

        /** Whether it is in the journal that the job was accepted, and not how it ended. */
        boolean isUnfinished(String jid);

        void cancel(String jid);

        /** Answers a command that came before. */
        void repeat(String jid);

        boolean isKnown(String jid);

        /** Warns if the jid of a known job came with another command. */
        void checkReuse(Command again);
    }

    private final CommandReader reader;
    private final Desk desk;
    private final JournalWriter keeper;
    private final ReplyOutbox sender;
    private final PacedAcknowledgements acknowledgements;
    private final RepeatedLogLines lines;
    private final Clock clock;
    private final FaultInjector fault;
    private int triesOfCancels; // guarded by this
    private final Set<String> unkept = new HashSet<>(); // cancelled, and not in the journal; guarded by this

    Inbox(
            CommandReader reader,
            Desk desk,
            JournalWriter keeper,
            ReplyOutbox sender,
            PacedAcknowledgements acknowledgements,
            RepeatedLogLines lines,
            Clock clock,
            FaultInjector fault) {
        this.acknowledgements = acknowledgements;
        this.lines = lines;
        this.reader = reader;
        this.desk = desk;
        this.keeper = keeper;
        this.sender = sender;
        this.clock = clock;
        this.fault = fault;
    }

    /**
     * Writes down which jobs were cancelled while the disk could not be written, and acknowledges that; to be called each
     * second. After a minute it acknowledges them unwritten: the broker sends nothing else before.
     */
    synchronized void keepCancels() {
        if (!writeUnkept() && ++triesOfCancels >= MOST_TRIES_OF_CANCELS) {
            acknowledgements.addWithheld(); // or no command would come, to be told of the disk
        }
    }

    private boolean writeUnkept() {
        if (!unkept.isEmpty()) {
            if (!writeCancels(unkept)) {
                return false;
            }
            unkept.clear();
            acknowledgements.addWithheld();
        }
        triesOfCancels = 0;
        return true;
    }

    /** @return whether it is on the disk which of these jobs must not be run any more */
    private boolean writeCancels(Collection<String> jids) {
        List<JournalEntry> entries = new ArrayList<>();
        jids.stream().filter(desk::isUnfinished).forEach(jid -> entries.add(new JournalEntry.Cancelled(jid)));
        return entries.isEmpty() || keeper.write(entries);
    }

    synchronized void accept(List<ReceivedCommand> deliveries) {
        fault.at(FaultInjector.Point.RECEIVED);
        writeUnkept();
        Sorted sorted = new Sorted(desk.admission());
        for (ReceivedCommand delivery : deliveries) {
            sort(delivery, sorted);
        }
        boolean written = sorted.entries.isEmpty() || keeper.write(sorted.entries);
        boolean kept = writeCancels(sorted.cancels);
        if (!(written && kept) && keeper.isClosed()) {
            return; // not acknowledged, so it comes again after the restart
        }
        fault.at(FaultInjector.Point.ACCEPTED);
        each(sorted.cancels, desk::cancel); // it will not come again
        acknowledge(deliveries, kept, sorted);
        fault.at(FaultInjector.Point.ACKNOWLEDGED);
        if (written) {
            sorted.refused.forEach(sender::reply);
            each(sorted.jobs, desk::run);
        } else {
            sorted.entries.forEach(this::refuseForTheDisk);
        }
        sorted.unwritten.forEach(each -> keeper.sendUnwritten(each.jid(), each.answer()));
        each(sorted.repeats, desk::repeat);
        acknowledgements.release(); // some of what is answered may have been on its way already
    }

    private void acknowledge(List<ReceivedCommand> deliveries, boolean areCancelsKept, Sorted sorted) {
        List<ReceivedCommand> now = new ArrayList<>(deliveries);
        if (!areCancelsKept) {
            unkept.addAll(sorted.cancels);
            now.removeAll(sorted.cancelling);
            acknowledgements.withhold(
                    sorted.cancelling.stream().map(ReceivedCommand::acknowledge).toList());
        }
        acknowledgements.add(now.stream().map(ReceivedCommand::acknowledge).toList(), sorted.answers());
    }

    private static <T> void each(Collection<T> all, Consumer<T> what) {
        for (T one : all) {
            try {
                what.accept(one);
            } catch (RuntimeException e) {
                LOG.error("a fault in outrider; please report it", e);
            }
        }
    }

    /** What a batch comes to. */
    private static final class Sorted {
        final List<JournalEntry> entries = new ArrayList<>();
        final List<Job> jobs = new ArrayList<>();
        final List<String> refused = new ArrayList<>();
        final Set<String> cancels = new LinkedHashSet<>();
        final List<ReceivedCommand> cancelling = new ArrayList<>();
        final List<JournalEntry.Ended> unwritten = new ArrayList<>();
        final List<String> repeats = new ArrayList<>();
        final Set<String> jids = new HashSet<>();
        final Admission room;

        Sorted(Admission room) {
            this.room = room;
        }

        boolean isRefused(String jid) {
            return refused.contains(jid)
                    || unwritten.stream().anyMatch(each -> each.jid().equals(jid));
        }

        int answers() {
            return refused.size() + unwritten.size() + repeats.size();
        }
    }

    /** What one of them does to this program is not to be felt by the others. */
    private void sort(ReceivedCommand delivery, Sorted sorted) {
        CommandHead head = null;
        try {
            head = reader.head(delivery.payload(), delivery.isCut());
            if (head.cancel()) {
                sorted.cancelling.add(delivery);
            }
            sort(delivery.payload(), head, sorted);
        } catch (RuntimeException | Error e) {
            LOG.error("a command could not be taken, which is a fault in outrider; please report it", e);
            if (head != null && head.jid() != null) {
                String message = "the command cannot be taken, which is a fault in outrider; please report it";
                refuse(nothing(head.jid()), new JobOutcome.Rejected("INVALID", message), sorted);
            } else {
                desk.dropped();
            }
        }
    }

    private void sort(byte[] payload, CommandHead head, Sorted sorted) {
        if (head.jid() == null) {
            if (lines.admits("were dropped, as they have no usable jid", "not known")) {
                LOG.warn("a command without a usable jid was dropped: {}", LogText.reason(head.unreadable()));
            }
            desk.dropped();
        } else if (head.cancel() && head.unreadable() == null) {
            cancel(head.jid(), sorted);
        } else if (isNew(head.jid(), sorted)) {
            boolean cancelled = sorted.cancels.remove(head.jid()) || desk.takeCancel(head.jid());
            Job job = desk.job(head.command());
            JobOutcome.Rejected rejection =
                    cancelled || head.unreadable() != null ? null : desk.rejection(job, head.weight(), sorted.room);
            if (rejection == null) {
                sort(reader.read(payload, head), cancelled, sorted);
            } else {
                refuse(job, rejection, sorted);
            }
        } else if (head.unreadable() == null
                && sorted.room.hasMemoryFor(head.weight()) // else it is answered without a look at its arguments
                && reader.read(payload, head) instanceof ParsedCommand.Run again) {
            desk.checkReuse(again.command());
        }
    }

    /** A new one for which there is room. */
    private void sort(ParsedCommand incoming, boolean cancelled, Sorted sorted) {
        if (incoming instanceof ParsedCommand.Unreadable unreadable) {
            String message = "the command cannot be understood: " + LogText.oneLine(unreadable.reason());
            refuse(nothing(unreadable.jid()), new JobOutcome.Rejected("INVALID", message), sorted);
        } else if (incoming instanceof ParsedCommand.Run run) {
            Job job = desk.job(run.command());
            warnOfClocks(run.command());
            JobOutcome refusal = cancelled ? desk.cancelled(job) : desk.denied(job);
            if (refusal == null) {
                sorted.entries.add(desk.accepted(job));
                sorted.jobs.add(job);
                sorted.room.take(job);
            } else {
                refuse(job, refusal, sorted);
            }
        }
    }

    /** One that came with its command ends that here, so that this is on disk before both are acknowledged. */
    private void cancel(String jid, Sorted sorted) {
        for (Job job : sorted.jobs) {
            if (job.jid().equals(jid)) {
                sorted.jobs.remove(job);
                sorted.room.giveBack(job);
                sorted.entries.removeIf(entry -> entry.jid().equals(jid));
                refuse(job, desk.cancelled(job), sorted);
                return;
            }
        }
        if (!sorted.isRefused(jid)) {
            sorted.cancels.add(jid);
        }
    }

    private boolean isNew(String jid, Sorted sorted) {
        if (sorted.jids.add(jid) && !desk.isKnown(jid)) {
            return true;
        }
        sorted.repeats.add(jid);
        return false;
    }

    private void refuse(Job job, JobOutcome ending, Sorted sorted) {
        JournalEntry.Ended end = desk.ended(job, ending);
        if (desk.isFull()) {
            sorted.unwritten.add(end);
        } else {
            sorted.entries.add(end);
            sorted.refused.add(job.jid());
        }
        desk.refused(job, ending);
    }

    private void refuseForTheDisk(JournalEntry entry) {
        if (entry instanceof JournalEntry.Ended ended) {
            keeper.sendUnwritten(ended.jid(), ended.answer());
            return;
        }
        Job job = nothing(entry.jid());
        JobOutcome ending = new JobOutcome.Rejected("AGENT_DISK", keeper.advice());
        desk.refused(job, ending);
        keeper.sendUnwritten(entry.jid(), desk.ended(job, ending).answer());
    }

    /** A job of which we know no more than its id. */
    private Job nothing(String jid) {
        return desk.job(Command.now(jid, "?", List.of(), Map.of()));
    }

    private void warnOfClocks(Command command) {
        Instant now = clock.instant();
        if (command.issued() != null
                && command.issued().isAfter(now.plus(CLOCKS_AGREE))
                && lines.admits("were issued in the future", command.jid())) {
            LOG.warn(
                    "job {} was issued at {}, and here it is {}: one of the clocks is wrong",
                    command.jid(),
                    command.issued(),
                    now);
        }
    }
}
