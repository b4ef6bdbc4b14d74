package io.outrider.agent.commands;

import io.outrider.api.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writer of the journal: retries replies until they are on disk, then queues them. Thread-safe. */
final class JournalWriter {
    private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);
    private static final long RETRY_SECONDS = 1;

    private final Journal journal;
    private final ReplyOutbox outbox;
    private final ScheduledExecutorService timer;
    private final Path folder;
    private final FaultInjector fault;
    private String writeError; // null while the disk is writable; guarded by this
    private volatile boolean closed;

    JournalWriter(
            Journal journal, ReplyOutbox outbox, ScheduledExecutorService timer, Path folder, FaultInjector fault) {
        this.journal = journal;
        this.outbox = outbox;
        this.timer = timer;
        this.folder = folder;
        this.fault = fault;
    }

    boolean write(List<? extends JournalEntry> entries) {
        try {
            journal.append(entries);
        } catch (IOException e) {
            writeFailed(e);
            return false;
        }
        writeSucceeded();
        return true;
    }

    /** @return true if the entry survives a crash of the process */
    boolean appendUnsynced(JournalEntry entry) {
        try {
            journal.appendUnsynced(List.of(entry));
            return true;
        } catch (IOException e) {
            writeFailed(e);
            return false;
        }
    }

    /** Writes replies, retrying each second until it succeeds, and then sends them. */
    void writeAndSend(List<JournalEntry.Ended> ends) {
        if (ends.isEmpty()) {
            return;
        }
        if (write(ends)) {
            fault.at(FaultInjector.Point.ENDED);
            ends.forEach(each -> outbox.add(each.jid()));
        } else if (!closed) {
            timer.schedule(() -> writeAndSend(ends), RETRY_SECONDS, TimeUnit.SECONDS);
        }
    }

    private synchronized void writeFailed(IOException e) {
        if (closed) {
            return;
        }
        if (writeError == null) {
            LOG.error(
                    "job journal in {} is not writable, commands are rejected until it is: {}", folder, IoReason.of(e));
        }
        writeError = IoReason.of(e);
    }

    private synchronized void writeSucceeded() {
        if (writeError != null) {
            LOG.info("job journal is writable again");
        }
        writeError = null;
    }

    /** Last write error; null after a successful write. */
    synchronized String writeError() {
        return writeError;
    }

    String advice() {
        return "the unit cannot write " + folder + " (" + writeError()
                + "); free space there or make it writable, then send the command again with a new jid";
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }
}
