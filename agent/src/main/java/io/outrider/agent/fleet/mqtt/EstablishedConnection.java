package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An accepted connection until its end: the window, the receipts, the arrivals, and the signs of life. */
final class EstablishedConnection {
    private static final Logger LOG = LoggerFactory.getLogger(EstablishedConnection.class);

    /** So many are told apart. */
    private static final int MOST_REFUSALS = 10;

    /** Beside its payload a PUBLISH has its topic and less than this. */
    private static final int PACKET_OVERHEAD = 64;

    /** Reason codes of MQTT 5 that say nothing about the message. */
    static final int NO_SUBSCRIBER = 0x10;

    private static final int NOT_ALLOWED = 0x87;

    private static final int QUOTA_EXCEEDED = 0x97;

    private static final long NEVER = Long.MIN_VALUE;

    private final PahoSession session;
    private final SessionEvent.Accepted accepted;
    private final Parts parts;
    private final Set<PendingPublish> inFlight = new LinkedHashSet<>();
    private final Set<String> refusals = new HashSet<>();

    /**
     * Never more than the broker takes: Paho, asked for one more, refuses it after it has noted an alias for its topic,
     * and the next message to that topic has nothing but an alias that the broker never learned, which ends the
     * connection.
     */
    private final int window;

    private boolean isTooSmall; // the broker's longest packet, for a message that was to be sent
    private long pingedAt = NEVER;
    private long subscribingSince = NEVER; // set while the broker owes the answer to the subscription

    /** What outlives a connection. */
    record Parts(
            LinkSettings settings,
            BrokerAddress address,
            ErrorMessages troubles,
            Topics topics,
            SendQueue outbox,
            LinkListener listener,
            InboundMessages arrivals,
            LinkCounters counts,
            TrafficCounter traffic,
            LinkTimeouts timing,
            Ticker ticker,
            Heartbeat loop,
            BooleanSupplier closing,
            Consumer<String> problem,
            Consumer<int[]> subscribed) {}

    EstablishedConnection(PahoSession session, SessionEvent.Accepted accepted, Parts parts) {
        this.session = session;
        this.accepted = accepted;
        this.parts = parts;
        this.window = Math.min(parts.settings().window(), accepted.receiveMaximum());
    }

    /**
     * Goes on until the connection ends, and throws why; returns when it is time to close. Either way the session is
     * still to be ended.
     *
     * @param early arrivals from before the answer to the subscription, which is still to come if there are any
     */
    void run(List<SessionEvent.Arrived> early, OutboundMessage online) throws LinkFailure, InterruptedException {
        submit(new PendingPublish(online, PublishCallback.UNREAD));
        subscribingSince = early.isEmpty() ? NEVER : parts.ticker().nanos();
        parts.arrivals().deliver(session, early);
        while (!parts.closing().getAsBoolean()) {
            parts.loop().beat();
            send();
            List<SessionEvent> events = new ArrayList<>();
            SessionEvent first = session.inbox().poll(nanosToWait(), TimeUnit.NANOSECONDS);
            if (first != null) {
                events.add(first);
                session.inbox().drainTo(events);
            }
            handle(events);
            check();
        }
    }

    /** Publishes the last word and waits for its PUBACK, at most so long; true when it came. */
    boolean farewell(OutboundMessage offline, Duration atMost) throws InterruptedException {
        PendingPublish last = new PendingPublish(offline, PublishCallback.UNREAD);
        long deadline = parts.ticker().nanos() + atMost.toNanos();
        try {
            boolean sent = false;
            while (!sent || inFlight.contains(last)) {
                if (!sent && inFlight.size() < window) {
                    submit(last);
                    sent = true;
                }
                long left = deadline - parts.ticker().nanos();
                SessionEvent event = session.inbox().poll(left, TimeUnit.NANOSECONDS);
                if (event == null || left <= 0) {
                    return false;
                }
                if (!(event instanceof SessionEvent.Arrived)) { // which comes again, as it is not acknowledged
                    handle(List.of(event));
                }
            }
            return true;
        } catch (LinkFailure e) {
            return false;
        }
    }

    /** Gives their verdict to all that have none. */
    void failTheRest() {
        List<PendingPublish> rest = new ArrayList<>(inFlight);
        inFlight.clear();
        parts.counts().inFlight.set(0);
        List<PendingPublish> unsent = parts.outbox().shut();
        rest.forEach(each -> tell(each.receipt()::failed));
        unsent.forEach(each -> tell(each.receipt()::unsent));
    }

    private void send() throws LinkFailure, InterruptedException {
        while (inFlight.size() < window) {
            PendingPublish next = parts.outbox().poll();
            if (next == null) {
                return;
            }
            submit(next);
        }
    }

    private void submit(PendingPublish delivery) throws LinkFailure, InterruptedException {
        String topic = parts.topics().full(delivery.message().topic());
        if (delivery.message().payload().length + topic.length() + PACKET_OVERHEAD > accepted.longestPacket()) {
            // sent, it would end the connection, and again after each reconnect
            if (!isTooSmall) {
                isTooSmall = true;
                refused("the broker takes packets of at most " + accepted.longestPacket()
                        + " bytes: a message of " + delivery.message().payload().length + " bytes to " + topic
                        + " is too long for it, and so may others be; raise its limit (mosquitto: max_packet_size)");
            }
            String why = "longer than the broker takes, which is " + accepted.longestPacket() + " bytes";
            tell(() -> delivery.receipt().tooLong(why));
            return;
        }
        delivery.sent(parts.ticker().nanos());
        inFlight.add(delivery);
        parts.counts().inFlight.set(inFlight.size());
        try {
            session.publish(topic, delivery);
        } catch (MqttException | RuntimeException e) {
            throw DisconnectReasons.after(e, session, parts.troubles());
        }
    }

    /** Each once: health has them as long as the connection lasts. */
    private void refused(String problem) {
        if (refusals.size() < MOST_REFUSALS && refusals.add(problem)) {
            LOG.warn(problem);
            parts.problem().accept(problem);
        }
    }

    private void handle(List<SessionEvent> events) throws LinkFailure, InterruptedException {
        for (SessionEvent event : events) { // first: behind the end of the connection nobody would look at them
            if (event instanceof SessionEvent.Acknowledged acknowledged) {
                acknowledged(acknowledged.delivery(), acknowledged.code());
            }
        }
        List<SessionEvent.Arrived> arrivals = new ArrayList<>();
        for (SessionEvent event : events) {
            if (event instanceof SessionEvent.Arrived arrived) {
                arrivals.add(arrived);
            } else if (event instanceof SessionEvent.Subscribed subscribed) {
                subscribingSince = NEVER;
                parts.subscribed().accept(subscribed.codes());
            } else if (!(event instanceof SessionEvent.Acknowledged)) {
                DisconnectReasons.check(event, session, parts.troubles());
            }
        }
        parts.arrivals().deliver(session, arrivals);
    }

    private void acknowledged(PendingPublish delivery, int code) {
        if (!inFlight.remove(delivery)) {
            return;
        }
        parts.counts().inFlight.set(inFlight.size());
        if (code < 0x80) {
            parts.counts().published.incrementAndGet();
            tell(code == NO_SUBSCRIBER ? delivery.receipt()::unheard : delivery.receipt()::acknowledged);
            return;
        }
        String topic = parts.topics().full(delivery.message().topic());
        refused("the broker refuses messages to " + topic + ": " + ReasonCodes.name(code)
                + (code == NOT_ALLOWED ? "; it does not allow this unit to publish there" : ""));
        boolean forGood = code != NOT_ALLOWED && code != QUOTA_EXCEEDED;
        tell(() -> delivery.receipt().refused("refused by the broker: " + ReasonCodes.name(code), forGood));
    }

    /** Signs of life: what waits too long for its answer ends the connection. */
    private void check() throws LinkFailure {
        long acknowledgement = parts.timing().acknowledgement().toNanos();
        if (!inFlight.isEmpty() && left(inFlight.iterator().next().sentAt(), acknowledgement) < 0) {
            throw new LinkFailure("the broker did not acknowledge a message within "
                    + parts.timing().acknowledgement().toSeconds() + " s: the connection is given up");
        }
        if (subscribingSince != NEVER && left(subscribingSince, acknowledgement) < 0) {
            throw new LinkFailure("the broker did not answer the subscription within "
                    + parts.timing().acknowledgement().toSeconds() + " s: the connection is given up");
        }
        if (pingedAt != NEVER) {
            if (parts.traffic().lastReceived() - pingedAt > 0) {
                pingedAt = NEVER;
            } else if (left(pingedAt, parts.timing().answer().toNanos()) < 0) {
                throw new LinkFailure("the broker did not answer a ping within "
                        + parts.timing().answer().toMillis() + " ms: the connection is given up");
            }
        }
        long now = parts.ticker().nanos();
        if (session.pingAt() != Long.MAX_VALUE && now - session.pingAt() >= 0 && session.ping()) {
            pingedAt = pingedAt == NEVER ? now : pingedAt;
        }
    }

    private long nanosToWait() {
        long acknowledgement = parts.timing().acknowledgement().toNanos();
        long wait = Duration.ofMinutes(1).toNanos();
        if (!inFlight.isEmpty()) {
            wait = Math.min(wait, left(inFlight.iterator().next().sentAt(), acknowledgement));
        }
        if (subscribingSince != NEVER) {
            wait = Math.min(wait, left(subscribingSince, acknowledgement));
        }
        if (pingedAt != NEVER) {
            wait = Math.min(wait, left(pingedAt, parts.timing().answer().toNanos()));
        }
        long ping = session.pingAt();
        if (ping != Long.MAX_VALUE) {
            wait = Math.min(wait, ping - parts.ticker().nanos());
        }
        return Math.max(1, wait + 1);
    }

    /** Nanoseconds that an answer may still take; it may have come and wait behind messages that have no room yet. */
    private long left(long since, long limit) {
        return session.inbox().readingSince(since) + limit - parts.ticker().nanos();
    }

    /** A receiver that throws must not end the link. */
    static void tell(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            LOG.error("what the link called failed, which is a fault in this program", e);
        }
    }
}
