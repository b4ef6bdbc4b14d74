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
 * Answers that the broker does not take for now, by topic: nobody subscribes to it, or the unit may not publish there.
 * Of each topic one is offered now and then, the others when it was taken. Guarded by its owner.
 */
final class DeferredReplies {
    private static final Logger LOG = LoggerFactory.getLogger(DeferredReplies.class);

    /** Stands for a topic where the answer itself is at fault: it says nothing of others. */
    static final String ITSELF = "";

    /** Those in memory only; nothing is left of more than half as many. */
    private static final int MOST_UNWRITTEN = 2 * UnwrittenReplies.MOST;

    private final Predicate<String> isThere;
    private final Map<String, TopicAnswers> topics = new HashMap<>();
    private int unwritten;

    private static final class TopicAnswers {
        private final Map<String, QueuedReply> answers = new LinkedHashMap<>();
        private boolean unheard;
    }

    /** @param isThere whether an answer that is in memory only is still there, by job */
    DeferredReplies(Predicate<String> isThere) {
        this.isThere = isThere;
    }

    /**
     * One more.
     *
     * @param unheard whether that is because nobody subscribes
     * @return whether it is the first of the topic of which that is known
     */
    boolean add(String topic, QueuedReply answer, boolean unheard) {
        TopicAnswers there = topics.computeIfAbsent(topic, each -> new TopicAnswers());
        boolean isFirst = unheard && !there.unheard;
        there.unheard = unheard;
        there.answers.put(answer.jid(), answer.as(true));
        unwritten += answer.unwritten() ? 1 : 0;
        if (unwritten > MOST_UNWRITTEN) {
            forget();
        }
        return isFirst;
    }

    /** One more of a topic that has some. */
    void add(QueuedReply answer) {
        add(answer.topic(), answer, topics.get(answer.topic()).unheard);
    }

    /** Those that are not in memory any more. */
    private void forget() {
        int before = unwritten;
        unwritten = 0;
        for (TopicAnswers each : topics.values()) {
            each.answers.values().removeIf(one -> one.unwritten() && !isThere.test(one.jid()));
            unwritten += (int) each.answers.values().stream()
                    .filter(QueuedReply::unwritten)
                    .count();
        }
        if (unwritten < before) {
            LOG.warn(
                    "{} rejections could be kept neither on disk nor in memory until the broker took them, and are not"
                            + " sent",
                    before - unwritten);
        }
    }

    /** Whether the topic is one that the broker does not take. */
    boolean isClosed(String topic) {
        TopicAnswers there = topics.get(topic);
        return there != null && !there.answers.isEmpty();
    }

    /** Takes one out; null if it is not here. */
    QueuedReply remove(String jid) {
        for (TopicAnswers each : topics.values()) {
            QueuedReply answer = each.answers.remove(jid);
            if (answer != null) {
                return taken(answer);
            }
        }
        return null;
    }

    private QueuedReply taken(QueuedReply answer) {
        unwritten -= answer.unwritten() ? 1 : 0;
        return answer;
    }

    /** Takes out one of each topic, that which was offered longest ago; they are offered whatever the topic. */
    List<QueuedReply> probes() {
        if (unwritten > 0) {
            forget();
        }
        List<QueuedReply> probes = new ArrayList<>();
        for (TopicAnswers each : topics.values()) {
            first(each, 1).forEach(one -> probes.add(one.as(false)));
        }
        return probes;
    }

    /** Takes out all of a topic: the broker takes what goes there. */
    List<QueuedReply> open(String topic) {
        TopicAnswers there = topics.remove(topic);
        return there == null ? List.of() : first(there, Integer.MAX_VALUE);
    }

    /**
     * Takes out those that are in the journal and old, and some of the others, of each topic those that were offered
     * longest ago.
     *
     * @param most of all together, with the old ones
     */
    List<QueuedReply> giveUp(Predicate<QueuedReply> isOld, int most) {
        List<QueuedReply> taken = new ArrayList<>();
        for (TopicAnswers each : topics.values()) {
            each.answers
                    .values()
                    .removeIf(one -> !one.unwritten() && (taken.size() < most || isOld.test(one)) && taken.add(one));
        }
        return taken;
    }

    private List<QueuedReply> first(TopicAnswers there, int most) {
        List<QueuedReply> first = new ArrayList<>();
        Iterator<QueuedReply> each = there.answers.values().iterator();
        while (each.hasNext() && first.size() < most) {
            first.add(taken(each.next()));
            each.remove();
        }
        return first;
    }

    /** How many nobody subscribes to. */
    int unheard() {
        return topics.values().stream()
                .mapToInt(each -> each.unheard ? each.answers.size() : 0)
                .sum();
    }

    int size() {
        return topics.values().stream().mapToInt(each -> each.answers.size()).sum();
    }
}
