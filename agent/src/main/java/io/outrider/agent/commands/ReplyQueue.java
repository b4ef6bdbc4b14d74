package io.outrider.agent.commands;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Queue of replies in sending order, and the replies deferred by the broker. Guarded by its owner. */
final class ReplyQueue {
    /** Limit of rejections in memory only; later ones are dropped. Only commands with QoS 0 can reach it. */
    static final int MOST_UNWRITTEN_REPLIES = 2_048;

    private final TreeMap<Long, QueuedReply> queue = new TreeMap<>(); // by number
    private final Set<String> inQueue = new HashSet<>();
    private final DeferredReplies deferred;
    private int replies;
    private long next;

    /** @param isInMemory tests by jid whether an unwritten reply is still stored */
    ReplyQueue(Predicate<String> isInMemory) {
        deferred = new DeferredReplies(isInMemory);
    }

    boolean contains(String jid) {
        return inQueue.contains(jid);
    }

    /** Appends a reply, or requeues a deferred one at its old position. */
    void add(String jid, String topic, boolean isUnwritten, boolean isDirect, boolean isDeferrable) {
        if (isUnwritten && isDirect && replies >= MOST_UNWRITTEN_REPLIES) {
            return;
        }
        QueuedReply before = deferred.remove(jid);
        long number = before == null ? next++ : before.number();
        insert(new QueuedReply(number, jid, topic, isUnwritten, isDirect, isDeferrable));
    }

    /** Requeues a polled reply that may not have arrived. */
    void requeue(QueuedReply reply) {
        insert(reply.withDeferrable(reply.deferrable() || deferred.isClosed(reply.topic())));
    }

    private void insert(QueuedReply reply) {
        queue.put(reply.number(), reply);
        inQueue.add(reply.jid());
        replies += reply.direct() ? 1 : 0;
    }

    /** Removes the next reply to send; null if there is none. */
    QueuedReply poll() {
        while (!queue.isEmpty()) {
            QueuedReply reply = queue.pollFirstEntry().getValue();
            inQueue.remove(reply.jid());
            replies -= reply.direct() ? 1 : 0;
            if (!reply.deferrable() || !deferred.isClosed(reply.topic())) {
                return reply;
            }
            deferred.add(reply);
        }
        return null;
    }

    /**
     * Defers a polled reply.
     *
     * @param topic that the broker does not accept
     * @param isUnheard true if the topic has no subscriber
     * @return true for the first reply of the topic without subscriber
     */
    boolean defer(QueuedReply reply, String topic, boolean isUnheard) {
        return deferred.add(topic, reply, isUnheard);
    }

    /** Requeues one reply of each topic that the broker does not accept. */
    void probe() {
        deferred.probes().forEach(this::insert);
    }

    /** Requeues all replies of a topic that the broker accepts again. */
    void open(String topic) {
        deferred.open(topic).forEach(this::insert);
    }

    /** See {@link DeferredReplies#abandon}. */
    List<QueuedReply> abandon(Predicate<QueuedReply> isOld, int most) {
        return deferred.abandon(isOld, most);
    }

    /** Number of deferred replies. */
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
