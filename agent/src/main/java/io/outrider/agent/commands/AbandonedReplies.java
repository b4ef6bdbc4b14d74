package io.outrider.agent.commands;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers that are not sent any more, as the broker has not taken them for long, or nobody has subscribed to them; and
 * some of those that were offered longest ago when the journal is full. Any thread.
 */
final class AbandonedReplies {
    private static final Logger LOG = LoggerFactory.getLogger(AbandonedReplies.class);
    private static final Duration KEPT = Duration.ofDays(14);

    /** The part that is given up at a time when the journal is full. */
    private static final int PART = 16;

    private final Journal journal;
    private final ArrivalTimes times;
    private final AtomicLong count = new AtomicLong();

    AbandonedReplies(Journal journal, ArrivalTimes times) {
        this.journal = journal;
        this.times = times;
    }

    /** Takes them out of the queue; called by its owner. */
    List<QueuedReply> take(ReplyQueue queue, boolean isFull) {
        int most = isFull ? queue.deferred() / PART + 1 : 0;
        return queue.giveUp(each -> times.isBefore(journal.received(each.jid()), KEPT), most);
    }

    /** Counts and logs those that were taken out. */
    void tell(List<QueuedReply> all, boolean isFull) {
        count.addAndGet(all.size());
        LOG.warn(
                "the answers of {} commands, such as {}, are not sent any more: the broker did not take them, or nobody"
                        + " subscribed to them there{}",
                all.size(),
                all.get(0).jid(),
                isFull ? ", and the journal is full" : " for 14 days");
    }

    long count() {
        return count.get();
    }
}
