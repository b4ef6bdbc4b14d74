package io.outrider.agent.commands;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Answers in the order in which they are offered to the broker, and beside them those that it does not take for now.
 * Guarded by its owner.
 */
final class ReplyQueue {
    /** Rejections in memory only; of more, which only commands with QoS 0 come to, those that come later are dropped. */
    static final int MOST_UNWRITTEN_REPLIES = 2_048;

    private final TreeMap<Long, QueuedReply> queue = new TreeMap<>(); // by number
    private final Set<String> inQueue = new HashSet<>();
    private final DeferredReplies deferred;
    private int replies;
    private long next;

    /** @param isThere whether an answer that is in memory only is still there, by job */
    ReplyQueue(Predicate<String> isThere) {
        deferred = new DeferredReplies(isThere);
    }

    boolean contains(String jid) {
        return inQueue.contains(jid);
    }

    /** One more at the end, or in its old place if it is deferred. */
    void add(String jid, String topic, boolean isUnwritten, boolean isReply, boolean isOld) {
        if (isUnwritten && isReply && replies >= MOST_UNWRITTEN_REPLIES) {
            return;
        }
        QueuedReply before = deferred.remove(jid);
        long number = before == null ? next++ : before.number();
        insert(new QueuedReply(number, jid, topic, isUnwritten, isReply, isOld));
    }

    /** One that was taken out and may not have arrived. */
    void putBack(QueuedReply answer) {
        insert(answer.as(answer.old() || deferred.isClosed(answer.topic())));
    }

    private void insert(QueuedReply answer) {
        queue.put(answer.number(), answer);
        inQueue.add(answer.jid());
        replies += answer.reply() ? 1 : 0;
    }

    /** Takes out the next that is to be offered; null if there is none. */
    QueuedReply poll() {
        while (!queue.isEmpty()) {
            QueuedReply answer = queue.pollFirstEntry().getValue();
            inQueue.remove(answer.jid());
            replies -= answer.reply() ? 1 : 0;
            if (!answer.old() || !deferred.isClosed(answer.topic())) {
                return answer;
            }
            deferred.add(answer);
        }
        return null;
    }

    /**
     * Puts aside one that was taken out.
     *
     * @param topic that of which the broker takes nothing
     * @param isUnheard whether that is because nobody subscribes
     * @return whether it is the first of which that is known
     */
    boolean defer(QueuedReply answer, String topic, boolean isUnheard) {
        return deferred.add(topic, answer, isUnheard);
    }

    /** Offers one of each topic that the broker did not take. */
    void probe() {
        deferred.probes().forEach(this::insert);
    }

    /** The broker takes what goes there. */
    void open(String topic) {
        deferred.open(topic).forEach(this::insert);
    }

    /** As {@link DeferredReplies#giveUp} has it. */
    List<QueuedReply> giveUp(Predicate<QueuedReply> isOld, int most) {
        return deferred.giveUp(isOld, most);
    }

    /** Number of those that the broker does not take for now. */
    int deferred() {
        return deferred.size();
    }

    int unheard() {
        return deferred.unheard();
    }

    int replies() {
        return replies;
    }

    int size() {
        return queue.size() + deferred.size();
    }
}
