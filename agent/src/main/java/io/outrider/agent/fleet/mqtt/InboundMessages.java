package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.publisher.InboundMessage;
import io.outrider.api.FaultText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivery of inbound messages to the listener, over all connections. A message that the listener fails on ends the
 * connection, so that the broker delivers it again; without a PUBACK it would send nothing more. After repeated
 * failures the message is acknowledged nevertheless.
 */
final class InboundMessages {
    private static final Logger LOG = LoggerFactory.getLogger(InboundMessages.class);
    private static final int MOST_FOREIGN = 10;

    /** Failures after which a message is discarded; the reconnect pauses grow with each. */
    static final int MOST_FAILURES = 5;

    private final EstablishedConnection.Context context;
    private long foreignMessages;
    private int lastFailedHash; // hash of the message that failed last
    private int failures; // of that message

    InboundMessages(EstablishedConnection.Context context) {
        this.context = context;
    }

    /** Delivers messages in batches, which bounds the memory that the listener needs at once. */
    void deliver(PahoSession session, List<SessionEvent.Arrived> arrivals) {
        List<InboundMessage> batch = new ArrayList<>();
        long bytes = 0;
        for (SessionEvent.Arrived each : arrivals) {
            InboundMessage message = message(session, each);
            if (message != null) {
                if (!batch.isEmpty()
                        && (batch.size() >= PahoSession.MOST_MESSAGES
                                || bytes + message.payload().length > PahoSession.MOST_BYTES)) {
                    handOver(batch);
                    batch = new ArrayList<>();
                    bytes = 0;
                }
                batch.add(message);
                bytes += message.payload().length;
            }
        }
        if (!batch.isEmpty()) {
            handOver(batch);
        }
    }

    private void handOver(List<InboundMessage> batch) {
        context.heartbeat().beat();
        try {
            context.listener().arrived(batch);
        } catch (RuntimeException | Error e) {
            int message = Arrays.hashCode(batch.get(0).payload());
            failures = message == lastFailedHash ? failures + 1 : 1;
            lastFailedHash = message;
            if (failures < MOST_FAILURES) {
                throw e;
            }
            failures = 0;
            discard(batch, e);
        }
    }

    private void discard(List<InboundMessage> batch, Throwable why) {
        String what = batch.size() == 1
                ? "a message to " + batch.get(0).topic() + " was"
                : batch.size() + " messages, the first to " + batch.get(0).topic() + ", were";
        String sentence = what + " given up, as the unit failed " + MOST_FAILURES + " times to take it, which is "
                + FaultText.SENTENCE;
        LOG.error(sentence, why);
        context.status().addProblem(sentence);
        batch.forEach(each -> each.acknowledge().run());
    }

    private InboundMessage message(PahoSession session, SessionEvent.Arrived each) {
        context.counters().received.incrementAndGet();
        Runnable acknowledge = acknowledgement(session, each.id(), each.qualityOfService());
        String name = context.topics().name(each.topic());
        if (name == null) {
            if (++foreignMessages <= MOST_FOREIGN) {
                LOG.warn("dropped a message to {}, which is none of this unit's topics", each.topic());
            }
            acknowledge.run();
            return null;
        }
        int longest = context.settings().longest();
        boolean isCut = each.payload().length > longest;
        if (isCut) {
            LOG.warn("a message to {} is longer than {} bytes ([link] longest), and is refused", each.topic(), longest);
        }
        return new InboundMessage(name, each.payload(), isCut, acknowledge);
    }

    /** PUBACK, sent once. Does not hold the message, as it may wait for long. Thread-safe. */
    private static Runnable acknowledgement(PahoSession session, int id, int qualityOfService) {
        AtomicReference<PahoSession> unused = new AtomicReference<>(session);
        return () -> {
            PahoSession mine = unused.getAndSet(null);
            if (mine != null) {
                mine.acknowledge(id, qualityOfService);
            }
        };
    }
}
