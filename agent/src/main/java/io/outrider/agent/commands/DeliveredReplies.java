package io.outrider.agent.commands;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Jobs whose answers the broker has, until the journal says so. Any thread. */
final class DeliveredReplies {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveredReplies.class);
    private static final long AGAIN_MILLIS = 1_000;

    private final Journal journal;
    private final ScheduledExecutorService timer;
    private final FaultInjector fault;
    private List<JournalEntry.Sent> unnoted = new ArrayList<>(); // guarded by this

    DeliveredReplies(Journal journal, ScheduledExecutorService timer, FaultInjector fault) {
        this.journal = journal;
        this.timer = timer;
        this.fault = fault;
    }

    /** Quick: the journal is written by the timer, as the thread of the link must not wait for the disk. */
    void add(String jid) {
        boolean isFirst;
        synchronized (this) {
            unnoted.add(new JournalEntry.Sent(jid));
            isFirst = unnoted.size() == 1; // else a note is on its way
        }
        if (isFirst) {
            later(0);
        }
    }

    /** Writes them into the journal, now. */
    void note() {
        List<JournalEntry.Sent> all;
        synchronized (this) {
            all = unnoted;
            unnoted = new ArrayList<>();
        }
        if (all.isEmpty()) {
            return;
        }
        try {
            journal.note(all);
        } catch (IOException e) {
            LOG.debug("that {} answers were delivered could not be written down: {}", all.size(), e.toString());
            synchronized (this) {
                unnoted.addAll(0, all);
            }
            later(AGAIN_MILLIS);
            return;
        }
        fault.at(FaultInjector.Point.SENT);
    }

    private void later(long millis) {
        try {
            timer.schedule(this::note, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("not noted any more, as the agent stops");
        }
    }
}
