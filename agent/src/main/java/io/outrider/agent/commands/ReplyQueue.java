package io.outrider.agent.commands;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queue of replies in sending order, and replies deferred by topic because the broker does not accept them for now: it
 * has no subscriber, or the unit may not publish there. One reply of each topic is sent as a probe; the rest follows once
 * a probe is accepted. Guarded by its owner.
 */
final class ReplyQueue {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyQueue.class);

    /** Pseudo topic of replies refused for themselves, such as too large ones; it does not close a real topic. */
    static final String ITSELF = "";

    /** Limit of rejections in memory only; later ones are dropped. Only commands with QoS 0 can reach it. */
    private static final int MOST_UNWRITTEN_REPLIES = 2_048;

    /** Deferred replies in memory only; at most half of them are still stored in {@link ReplyStore}. */
    private static final int MOST_UNWRITTEN = 2 * ReplyStore.MOST_UNWRITTEN;

    /** Fraction of the deferred replies given up at a time when the journal is full. */
    private static final int PART = 16;

    private final Predicate<String> isInMemory;
    private final TreeMap<Long, QueuedReply> queue = new TreeMap<>(); // by number
    private final Set<String> inQueue = new HashSet<>();
    private final Map<String, TopicReplies> topics = new HashMap<>();
    private int unwritten; // deferred ones
    private int replies;
    private long next;

    /** Kind of a reply. */
    enum ReplyKind {
        /** To a job that has ended in this process. */
        RESULT,
        /** Of the last process; it is not known whether the broker accepts it. */
        RESUMED,
        /** From the journal, to a command that is not run. */
        DIRECT,
        /** From memory only, to a command that is not run. */
        UNWRITTEN
    }

    /**
     * Reply that the broker has not acknowledged.
     *
     * @param deferrable true if it is not sent while the broker does not accept its topic
     */
    record QueuedReply(long number, String jid, String topic, ReplyKind kind, boolean deferrable) {
        /** True if it is in memory only, not in the journal. */
        boolean unwritten() {
            return kind == ReplyKind.UNWRITTEN;
        }

        /** True if it replies to a command that is not run: a rejected or a repeated one. */
        boolean direct() {
            return kind == ReplyKind.DIRECT || kind == ReplyKind.UNWRITTEN;
        }

        QueuedReply withDeferrable(boolean value) {
            return new QueuedReply(number, jid, topic, kind, value);
        }
    }

    private static final class TopicReplies {
        private final Map<String, QueuedReply> deferred = new LinkedHashMap<>();
        private boolean unheard;
    }

    ReplyQueue(Predicate<String> isInMemory) {
        this.isInMemory = isInMemory;
    }

    boolean contains(String jid) {
        return inQueue.contains(jid);
    }

    void add(String jid, String topic, ReplyKind kind) {
        if (kind == ReplyKind.UNWRITTEN && replies >= MOST_UNWRITTEN_REPLIES) {
            return;
        }
        QueuedReply before = removeDeferred(jid);
        long number = before == null ? next++ : before.number();
        insert(new QueuedReply(number, jid, topic, kind, kind == ReplyKind.RESUMED));
    }

    void requeue(QueuedReply reply) {
        insert(reply.withDeferrable(reply.deferrable() || isClosed(reply.topic())));
    }

    private void insert(QueuedReply reply) {
        queue.put(reply.number(), reply);
        inQueue.add(reply.jid());
        replies += reply.direct() ? 1 : 0;
    }

    QueuedReply poll() {
        while (!queue.isEmpty()) {
            QueuedReply reply = queue.pollFirstEntry().getValue();
            inQueue.remove(reply.jid());
            replies -= reply.direct() ? 1 : 0;
            if (!reply.deferrable() || !isClosed(reply.topic())) {
                return reply;
            }
            defer(reply, reply.topic(), topics.get(reply.topic()).unheard);
        }
        return null;
    }

    private boolean isClosed(String topic) {
        TopicReplies of = topics.get(topic);
        return of != null && !of.deferred.isEmpty();
    }

    /** @return true for the first reply of the topic without subscriber */
    boolean defer(QueuedReply reply, String topic, boolean isUnheard) {
        TopicReplies of = topics.computeIfAbsent(topic, each -> new TopicReplies());
        boolean isFirst = isUnheard && !of.unheard;
        of.unheard = isUnheard;
        of.deferred.put(reply.jid(), reply.withDeferrable(true));
        unwritten += reply.unwritten() ? 1 : 0;
        if (unwritten > MOST_UNWRITTEN) {
            dropForgotten();
        }
        return isFirst;
    }

    private void dropForgotten() {
        int before = unwritten;
        unwritten = 0;
        for (TopicReplies each : topics.values()) {
            each.deferred.values().removeIf(one -> one.unwritten() && !isInMemory.test(one.jid()));
            unwritten += (int) each.deferred.values().stream()
                    .filter(QueuedReply::unwritten)
                    .count();
        }
        if (unwritten < before) {
            LOG.warn(
                    "dropped {} rejections before the broker accepted them: disk not writable and" + " memory full",
                    before - unwritten);
        }
    }

    private QueuedReply removeDeferred(String jid) {
        for (TopicReplies each : topics.values()) {
            QueuedReply reply = each.deferred.remove(jid);
            if (reply != null) {
                unwritten -= reply.unwritten() ? 1 : 0;
                return reply;
            }
        }
        return null;
    }

    /** Requeues the least recently sent reply of each topic, to be sent although the topic is closed. */
    void probe() {
        if (unwritten > 0) {
            dropForgotten();
        }
        for (TopicReplies each : topics.values()) {
            each.deferred.keySet().stream()
                    .findFirst()
                    .ifPresent(jid -> insert(removeDeferred(jid).withDeferrable(false)));
        }
    }

    void open(String topic) {
        TopicReplies of = topics.remove(topic);
        if (of != null) {
            of.deferred.values().forEach(each -> {
                unwritten -= each.unwritten() ? 1 : 0;
                insert(each);
            });
        }
    }

    /** Gives up old replies in the journal, and if that is full a part of the others, least recently sent first. */
    List<QueuedReply> abandon(Predicate<QueuedReply> isOld, boolean isFull) {
        int most = isFull ? deferred() / PART + 1 : 0;
        List<QueuedReply> abandoned = new ArrayList<>();
        for (TopicReplies each : topics.values()) {
            each.deferred
                    .values()
                    .removeIf(one ->
                            !one.unwritten() && (abandoned.size() < most || isOld.test(one)) && abandoned.add(one));
        }
        return abandoned;
    }

    private int deferred() {
        return topics.values().stream().mapToInt(each -> each.deferred.size()).sum();
    }

    int unheard() {
        return topics.values().stream()
                .mapToInt(each -> each.unheard ? each.deferred.size() : 0)
                .sum();
    }

    int replies() {
        return replies;
    }

    int size() {
        return queue.size() + deferred();
    }
}
