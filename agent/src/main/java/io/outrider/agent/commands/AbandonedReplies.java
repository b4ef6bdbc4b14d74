package io.outrider.agent.commands;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counter of replies given up after 14 days without acceptance or subscriber, or earlier when the journal is full.
 * Thread-safe.
 */
final class AbandonedReplies {
    private static final Logger LOG = LoggerFactory.getLogger(AbandonedReplies.class);
    private static final Duration KEPT = Duration.ofDays(14);

    /** Fraction of the deferred replies given up at a time when the journal is full. */
    private static final int PART = 16;

    private final Journal journal;
    private final ArrivalTimes arrivalTimes;
    private final AtomicLong count = new AtomicLong();

    AbandonedReplies(Journal journal, ArrivalTimes arrivalTimes) {
        this.journal = journal;
        this.arrivalTimes = arrivalTimes;
    }

    /** Removes replies to give up from the queue. The caller holds the queue's lock. */
    List<QueuedReply> takeFrom(ReplyQueue queue, boolean isFull) {
        int most = isFull ? queue.deferred() / PART + 1 : 0;
        return queue.abandon(each -> arrivalTimes.isBefore(journal.received(each.jid()), KEPT), most);
    }

    void report(List<QueuedReply> all, boolean isFull) {
        count.addAndGet(all.size());
        LOG.warn(
                "gave up {} replies, such as that of job {}: refused by the broker or without" + " subscriber{}",
                all.size(),
                all.get(0).jid(),
                isFull ? ", and the journal is full" : " for 14 days");
    }

    long count() {
        return count.get();
    }
}
