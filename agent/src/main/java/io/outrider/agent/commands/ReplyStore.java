package io.outrider.agent.commands;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Store of replies: the journal, and memory for those that it did not take, of which the latest are kept, bounded in
 * number and bytes. Marks delivered replies as sent in the journal, in batches. Thread-safe.
 */
final class ReplyStore {
    static final int MOST_UNWRITTEN = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(ReplyStore.class);
    private static final long MOST_UNWRITTEN_BYTES = 1L << 20;
    private static final long AGAIN_MILLIS = 1_000;

    private final Journal journal;
    private final ScheduledExecutorService timer;
    private final FaultInjector fault;
    private final Map<String, Reply> unwritten = new LinkedHashMap<>(); // all below is guarded by this
    private long unwrittenBytes;
    private List<JournalEntry.Sent> delivered = new ArrayList<>(); // and not marked

    ReplyStore(Journal journal, ScheduledExecutorService timer, FaultInjector fault) {
        this.journal = journal;
        this.timer = timer;
        this.fault = fault;
    }

    synchronized void addUnwritten(String jid, Reply reply) {
        Reply before = unwritten.put(jid, reply);
        unwrittenBytes += reply.payload().length - (before == null ? 0 : before.payload().length);
        Iterator<Reply> oldest = unwritten.values().iterator();
        while (unwritten.size() > 1 && (unwritten.size() > MOST_UNWRITTEN || unwrittenBytes > MOST_UNWRITTEN_BYTES)) {
            unwrittenBytes -= oldest.next().payload().length;
            oldest.remove();
        }
    }

    synchronized Reply unwritten(String jid) {
        return unwritten.get(jid);
    }

    /** Does not block: the timer writes the journal, as the link thread must not wait for the disk. */
    void markDelivered(String jid) {
        boolean isFirst;
        synchronized (this) {
            delivered.add(new JournalEntry.Sent(jid));
            isFirst = delivered.size() == 1; // else a flush is already scheduled
        }
        if (isFirst) {
            scheduleFlush(0);
        }
    }

    void flush() {
        List<JournalEntry.Sent> all;
        synchronized (this) {
            all = delivered;
            delivered = new ArrayList<>();
        }
        if (all.isEmpty()) {
            return;
        }
        try {
            journal.appendUnsynced(all);
        } catch (IOException e) {
            LOG.debug("{} delivered replies could not be marked as sent in the journal: {}", all.size(), e.toString());
            synchronized (this) {
                delivered.addAll(0, all);
            }
            scheduleFlush(AGAIN_MILLIS);
            return;
        }
        fault.at(FaultInjector.Point.SENT);
    }

    private void scheduleFlush(long millis) {
        timer.schedule(this::flush, millis, TimeUnit.MILLISECONDS);
    }
}
