package io.outrider.agent.commands;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replies that the broker does not accept for now, by topic, because it has no subscriber or the unit may not publish
 * there. One reply of each topic is sent as a probe; the rest follows once a probe is accepted. Guarded by its owner.
 */
final class DeferredReplies {
    private static final Logger LOG = LoggerFactory.getLogger(DeferredReplies.class);

    /** Pseudo topic of replies refused for themselves, such as too large ones; it does not close a real topic. */
    static final String ITSELF = "";

    /** Replies in memory only; at most half of them are still stored in {@link UnwrittenReplies}. */
    private static final int MOST_UNWRITTEN = 2 * UnwrittenReplies.MOST;

    private final Predicate<String> isInMemory;
    private final Map<String, TopicReplies> topics = new HashMap<>();
    private int unwritten;

    private static final class TopicReplies {
        private final Map<String, QueuedReply> replies = new LinkedHashMap<>();
        private boolean unheard;
    }

    /** @param isInMemory tests by jid whether an unwritten reply is still stored */
    DeferredReplies(Predicate<String> isInMemory) {
        this.isInMemory = isInMemory;
    }

    /**
     * Defers a reply.
     *
     * @param unheard true if the topic has no subscriber
     * @return true for the first reply of the topic without subscriber
     */
    boolean add(String topic, QueuedReply reply, boolean unheard) {
        TopicReplies topicReplies = topics.computeIfAbsent(topic, each -> new TopicReplies());
        boolean isFirst = unheard && !topicReplies.unheard;
        topicReplies.unheard = unheard;
        topicReplies.replies.put(reply.jid(), reply.withDeferrable(true));
        unwritten += reply.unwritten() ? 1 : 0;
        if (unwritten > MOST_UNWRITTEN) {
            dropForgotten();
        }
        return isFirst;
    }

    /** Defers a reply of a topic that is already closed. */
    void add(QueuedReply reply) {
        add(reply.topic(), reply, topics.get(reply.topic()).unheard);
    }

    /** Drops replies whose payload is no longer in memory. */
    private void dropForgotten() {
        int before = unwritten;
        unwritten = 0;
        for (TopicReplies each : topics.values()) {
            each.replies.values().removeIf(one -> one.unwritten() && !isInMemory.test(one.jid()));
            unwritten += (int) each.replies.values().stream()
                    .filter(QueuedReply::unwritten)
                    .count();
        }
        if (unwritten < before) {
            LOG.warn(
                    "dropped {} rejections before the broker accepted them: disk not writable and" + " memory full",
                    before - unwritten);
        }
    }

    /** True if the broker does not accept replies of the topic. */
    boolean isClosed(String topic) {
        TopicReplies topicReplies = topics.get(topic);
        return topicReplies != null && !topicReplies.replies.isEmpty();
    }

    /** Removes a reply; null if it is not deferred. */
    QueuedReply remove(String jid) {
        for (TopicReplies each : topics.values()) {
            QueuedReply reply = each.replies.remove(jid);
            if (reply != null) {
                return countRemoval(reply);
            }
        }
        return null;
    }

    private QueuedReply countRemoval(QueuedReply reply) {
        unwritten -= reply.unwritten() ? 1 : 0;
        return reply;
    }

    /** Removes the least recently sent reply of each topic, to be sent although the topic is closed. */
    List<QueuedReply> probes() {
        if (unwritten > 0) {
            dropForgotten();
        }
        List<QueuedReply> probes = new ArrayList<>();
        for (TopicReplies each : topics.values()) {
            first(each, 1).forEach(one -> probes.add(one.withDeferrable(false)));
        }
        return probes;
    }

    /** Removes all replies of a topic that the broker accepts again. */
    List<QueuedReply> open(String topic) {
        TopicReplies topicReplies = topics.remove(topic);
        return topicReplies == null ? List.of() : first(topicReplies, Integer.MAX_VALUE);
    }

    /**
     * Removes old replies that are in the journal, and more of them up to a number, least recently sent first.
     *
     * @param most limit of the total, old ones included
     */
    List<QueuedReply> abandon(Predicate<QueuedReply> isOld, int most) {
        List<QueuedReply> countRemoval = new ArrayList<>();
        for (TopicReplies each : topics.values()) {
            each.replies
                    .values()
                    .removeIf(one -> !one.unwritten()
                            && (countRemoval.size() < most || isOld.test(one))
                            && countRemoval.add(one));
        }
        return countRemoval;
    }

    private List<QueuedReply> first(TopicReplies topicReplies, int most) {
        List<QueuedReply> first = new ArrayList<>();
        Iterator<QueuedReply> each = topicReplies.replies.values().iterator();
        while (each.hasNext() && first.size() < most) {
            first.add(countRemoval(each.next()));
            each.remove();
        }
        return first;
    }

    /** Number of replies without subscriber. */
    int unheard() {
        return topics.values().stream()
                .mapToInt(each -> each.unheard ? each.replies.size() : 0)
                .sum();
    }

    int size() {
        return topics.values().stream().mapToInt(each -> each.replies.size()).sum();
    }
}
