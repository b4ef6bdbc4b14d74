package io.outrider.agent.commands;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Batch of delivered replies that are not yet marked as sent in the journal. Thread-safe. */
final class DeliveredReplies {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveredReplies.class);
    private static final long AGAIN_MILLIS = 1_000;

    private final Journal journal;
    private final ScheduledExecutorService timer;
    private final FaultInjector fault;
    private List<JournalEntry.Sent> pending = new ArrayList<>(); // guarded by this

    DeliveredReplies(Journal journal, ScheduledExecutorService timer, FaultInjector fault) {
        this.journal = journal;
        this.timer = timer;
        this.fault = fault;
    }

    /** Does not block: the timer writes the journal, as the link thread must not wait for the disk. */
    void add(String jid) {
        boolean isFirst;
        synchronized (this) {
            pending.add(new JournalEntry.Sent(jid));
            isFirst = pending.size() == 1; // else a flush is already scheduled
        }
        if (isFirst) {
            schedule(0);
        }
    }

    /** Writes them to the journal. */
    void flush() {
        List<JournalEntry.Sent> all;
        synchronized (this) {
            all = pending;
            pending = new ArrayList<>();
        }
        if (all.isEmpty()) {
            return;
        }
        try {
            journal.appendUnsynced(all);
        } catch (IOException e) {
            LOG.debug("{} delivered replies could not be marked as sent in the journal: {}", all.size(), e.toString());
            synchronized (this) {
                pending.addAll(0, all);
            }
            schedule(AGAIN_MILLIS);
            return;
        }
        fault.at(FaultInjector.Point.SENT);
    }

    private void schedule(long millis) {
        timer.schedule(this::flush, millis, TimeUnit.MILLISECONDS);
    }
}
