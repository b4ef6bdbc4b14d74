package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.watchdog.Heartbeat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages of the broker on their way to the receiver, over all connections. What the receiver fails to take ends the
 * connection, so that the broker delivers it again: without a PUBACK it would send nothing more. What it fails to take
 * again and again is acknowledged all the same, or no other message would ever come.
 */
final class InboundMessages {
    private static final Logger LOG = LoggerFactory.getLogger(InboundMessages.class);

    /** Messages to topics that are not the unit's of which the log tells. */
    private static final int MOST_FOREIGN = 10;

    /** Failures after which a message is given up; the pauses between the connections grow with each. */
    static final int MOST_FAILURES = 5;

    private final Topics topics;
    private final int longest;
    private final LinkListener listener;
    private final LinkCounters counts;
    private final Heartbeat loop;
    private final Consumer<String> problem;
    private long foreign;
    private int failed; // hash of the message that was failed to be taken last
    private int failures; // with this one

    /**
     * @param longest payloads that are longer were cut
     * @param problem told what the owner of the unit should know
     */
    InboundMessages(
            Topics topics,
            int longest,
            LinkListener listener,
            LinkCounters counts,
            Heartbeat loop,
            Consumer<String> problem) {
        this.topics = topics;
        this.longest = longest;
        this.listener = listener;
        this.counts = counts;
        this.loop = loop;
        this.problem = problem;
    }

    /** Hands over messages, in batches, for whatever the receiver makes of one is in memory at once. */
    void deliver(PahoSession session, List<SessionEvent.Arrived> arrivals) {
        List<InboundMessage> batch = new ArrayList<>();
        long bytes = 0;
        for (SessionEvent.Arrived each : arrivals) {
            InboundMessage wanted = wanted(session, each);
            if (wanted != null) {
                if (!batch.isEmpty()
                        && (batch.size() >= PahoSession.MOST_MESSAGES
                                || bytes + wanted.payload().length > PahoSession.MOST_BYTES)) {
                    hand(batch);
                    batch = new ArrayList<>();
                    bytes = 0;
                }
                batch.add(wanted);
                bytes += wanted.payload().length;
            }
        }
        if (!batch.isEmpty()) {
            hand(batch);
        }
    }

    private void hand(List<InboundMessage> batch) {
        loop.beat();
        try {
            listener.arrived(batch);
        } catch (RuntimeException | Error e) {
            int message = Arrays.hashCode(batch.get(0).payload());
            failures = message == failed ? failures + 1 : 1;
            failed = message;
            if (failures < MOST_FAILURES) {
                throw e;
            }
            failures = 0;
            giveUp(batch, e);
        }
    }

    private void giveUp(List<InboundMessage> batch, Throwable why) {
        String what = batch.size() == 1
                ? "a message to " + batch.get(0).topic() + " was"
                : batch.size() + " messages, the first to " + batch.get(0).topic() + ", were";
        String sentence = what + " given up, as the unit failed " + MOST_FAILURES
                + " times to take it, which is a fault in outrider; please report it with what the log has of it";
        LOG.error(sentence, why);
        problem.accept(sentence);
        batch.forEach(each -> each.acknowledge().run());
    }

    /** Message as the receiver gets it; null if it is for nobody here. */
    private InboundMessage wanted(PahoSession session, SessionEvent.Arrived each) {
        counts.received.incrementAndGet();
        Runnable acknowledge = new Acknowledgement(session, each.id(), each.qualityOfService());
        String name = topics.name(each.topic());
        if (name == null) {
            if (++foreign <= MOST_FOREIGN) {
                LOG.warn("dropped a message to {}, which is none of this unit's topics", each.topic());
            }
            acknowledge.run();
            return null;
        }
        boolean isCut = each.payload().length > longest;
        if (isCut) {
            LOG.warn("a message to {} is longer than {} bytes ([link] longest), and is refused", each.topic(), longest);
        }
        return new InboundMessage(name, each.payload(), isCut, acknowledge);
    }
}
