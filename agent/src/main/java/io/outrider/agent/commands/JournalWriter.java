package io.outrider.agent.commands;

import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gets answers onto the disk and then on their way; knows whether the disk can be written. Any thread. */
final class JournalWriter {
    private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);
    private static final long RETRY_SECONDS = 1;

    private final Journal journal;
    private final ReplyOutbox sender;
    private final ScheduledExecutorService timer;
    private final Path folder;
    private final FaultInjector fault;
    private final UnwrittenReplies unwritten;
    private String trouble; // null while the disk can be written; guarded by this
    private volatile boolean closed;

    JournalWriter(
            Journal journal,
            ReplyOutbox sender,
            UnwrittenReplies unwritten,
            ScheduledExecutorService timer,
            Path folder,
            FaultInjector fault) {
        this.unwritten = unwritten;
        this.journal = journal;
        this.sender = sender;
        this.timer = timer;
        this.folder = folder;
        this.fault = fault;
    }

    /** @return whether the entries are on the disk */
    boolean write(List<? extends JournalEntry> entries) {
        try {
            journal.append(entries);
        } catch (IOException e) {
            if (!closed) {
                isInTrouble(e);
            }
            return false;
        }
        isWell();
        return true;
    }

    /** @return whether the entry is safe from the death of this process */
    boolean note(JournalEntry entry) {
        try {
            journal.note(List.of(entry));
            return true;
        } catch (IOException e) {
            if (!closed) {
                isInTrouble(e);
            }
            return false;
        }
    }

    /** Sends answers as soon as they are on the disk, which is tried until it works. */
    void keep(List<JournalEntry.Ended> ends) {
        if (ends.isEmpty()) {
            return;
        }
        if (write(ends)) {
            fault.at(FaultInjector.Point.ENDED);
            ends.forEach(each -> sender.add(each.jid()));
        } else if (!closed) {
            try {
                timer.schedule(() -> keep(ends), RETRY_SECONDS, TimeUnit.SECONDS);
            } catch (RejectedExecutionException e) {
                LOG.debug("not written any more, as the agent stops");
            }
        }
    }

    /** Sends a rejection that cannot be written down. */
    void sendUnwritten(String jid, Reply answer) {
        unwritten.put(jid, answer);
        sender.replyUnwritten(jid);
    }

    /** @return the answer that was given to this job and could not be written down; null if there is none */
    Reply unwritten(String jid) {
        return unwritten.get(jid);
    }

    private synchronized void isInTrouble(IOException e) {
        if (trouble == null) {
            LOG.error(
                    "the journal of jobs in {} cannot be written, and commands are rejected until it can: {}",
                    folder,
                    IoReason.of(e));
        }
        trouble = IoReason.of(e);
    }

    private synchronized void isWell() {
        if (trouble != null) {
            LOG.info("the journal of jobs can be written again");
        }
        trouble = null;
    }

    /** Why the disk cannot be written; null if it can, as far as is known. */
    synchronized String trouble() {
        return trouble;
    }

    /** What to tell about it. */
    String advice() {
        return "the unit cannot write " + folder + " (" + trouble()
                + "); free space there or make it writable, then send the command again with a new jid";
    }

    boolean isClosed() {
        return closed;
    }

    /** Nothing is tried again any more. */
    void close() {
        closed = true;
    }
}
