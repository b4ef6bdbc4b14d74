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
import org.eclipse.paho.mqttv5.common.MqttException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Established connection until its end: send window, publish callbacks, inbound messages and keepalive. */
final class EstablishedConnection {
    private static final Logger LOG = LoggerFactory.getLogger(EstablishedConnection.class);

    /** Distinct refusals kept per connection. */
    private static final int MOST_REFUSALS = 10;

    /** Upper bound of a PUBLISH packet without payload and topic, in bytes. */
    private static final int PACKET_OVERHEAD = 64;

    /** Reason codes of MQTT 5 that are not about the message itself. */
    static final int NO_SUBSCRIBER = 0x10;

    private static final int NOT_ALLOWED = 0x87;

    private static final int QUOTA_EXCEEDED = 0x97;

    private static final long NEVER = Long.MIN_VALUE;

    private final PahoSession session;
    private final SessionEvent.Connected accepted;
    private final Context context;
    private final InboundMessages arrivals;
    private final Set<PendingPublish> inFlight = new LinkedHashSet<>();
    private final Set<String> refusals = new HashSet<>();

    /**
     * At most the broker's receive maximum. Paho refuses one message more only after it has registered its topic alias,
     * so that the next message to that topic carries an alias unknown to the broker, which then disconnects.
     */
    private final int window;

    private boolean isTooSmall; // the broker's maximum packet size, for some message
    private long pingedAt = NEVER;
    private long subscribingSince = NEVER; // set until the SUBACK arrives

    record Context(
            LinkSettings settings,
            BrokerAddress address,
            ErrorMessages errors,
            Topics topics,
            SendQueue sendQueue,
            LinkListener listener,
            LinkCounters counters,
            LinkTimeouts timeouts,
            Ticker ticker,
            Heartbeat heartbeat,
            LinkStatus status,
            BooleanSupplier closing) {
        void reportRefused(int[] codes) {
            for (int i = 0; i < codes.length; i++) {
                if (codes[i] >= 0x80) {
                    String problem = "the broker refuses the subscription to "
                            + topics.subscriptions().get(i).name() + ": " + ReasonCodes.name(codes[i])
                            + "; check what it allows this unit";
                    LOG.warn(problem);
                    status.addProblem(problem);
                }
            }
        }
    }

    EstablishedConnection(
            PahoSession session, SessionEvent.Connected accepted, Context context, InboundMessages arrivals) {
        this.session = session;
        this.accepted = accepted;
        this.context = context;
        this.arrivals = arrivals;
        this.window = Math.min(context.settings().window(), accepted.receiveMaximum());
    }

    /** Runs until the connection ends and throws the reason; the SUBACK is outstanding if there are early messages. */
    void run(List<SessionEvent.Arrived> early, OutboundMessage online) throws LinkFailure, InterruptedException {
        submit(new PendingPublish(online, PublishCallback.UNREAD));
        subscribingSince = early.isEmpty() ? NEVER : context.ticker().nanos();
        arrivals.deliver(session, early);
        while (!context.closing().getAsBoolean()) {
            context.heartbeat().beat();
            send();
            List<SessionEvent> events = new ArrayList<>();
            SessionEvent first = session.inbox.poll(nanosToWait(), TimeUnit.NANOSECONDS);
            if (first != null) {
                events.add(first);
                session.inbox.drainTo(events);
            }
            handle(events);
            check();
        }
    }

    /** Publishes the offline message and waits for its PUBACK; returns true if it arrived in time. */
    boolean publishOffline(OutboundMessage offline, Duration atMost) throws InterruptedException {
        PendingPublish last = new PendingPublish(offline, PublishCallback.UNREAD);
        long deadline = context.ticker().nanos() + atMost.toNanos();
        try {
            boolean sent = false;
            while (!sent || inFlight.contains(last)) {
                if (!sent && inFlight.size() < window) {
                    submit(last);
                    sent = true;
                }
                long remaining = deadline - context.ticker().nanos();
                SessionEvent event = session.inbox.poll(remaining, TimeUnit.NANOSECONDS);
                if (event == null || remaining <= 0) {
                    return false;
                }
                if (!(event instanceof SessionEvent.Arrived)) { // unacknowledged, so the broker delivers it again
                    handle(List.of(event));
                }
            }
            return true;
        } catch (LinkFailure e) {
            return false;
        }
    }

    void failPending() {
        List<PendingPublish> rest = new ArrayList<>(inFlight);
        inFlight.clear();
        context.counters().inFlight.set(0);
        List<PendingPublish> unsent = context.sendQueue().close();
        rest.forEach(each -> runGuarded(each.callback::failed));
        unsent.forEach(each -> runGuarded(each.callback::unsent));
    }

    private void send() throws LinkFailure, InterruptedException {
        while (inFlight.size() < window) {
            PendingPublish next = context.sendQueue().poll();
            if (next == null) {
                return;
            }
            submit(next);
        }
    }

    private void submit(PendingPublish pending) throws LinkFailure, InterruptedException {
        String topic = context.topics().full(pending.message.topic());
        if (pending.message.payload().length + topic.length() + PACKET_OVERHEAD > accepted.longestPacket()) {
            // it would end the connection, and again after each reconnect
            if (!isTooSmall) {
                isTooSmall = true;
                reportRefusal("the broker takes packets of at most " + accepted.longestPacket()
                        + " bytes: a message of " + pending.message.payload().length + " bytes to " + topic
                        + " is too long for it, and so may others be; raise its limit (mosquitto: max_packet_size)");
            }
            String why = "longer than the broker takes, which is " + accepted.longestPacket() + " bytes";
            runGuarded(() -> pending.callback.tooLong(why));
            return;
        }
        pending.sentAt = context.ticker().nanos();
        inFlight.add(pending);
        context.counters().inFlight.set(inFlight.size());
        try {
            session.publish(topic, pending);
        } catch (MqttException | RuntimeException e) {
            throw DisconnectReasons.after(e, session, context.errors());
        }
    }

    /** Reports each problem once; health has it until the connection ends. */
    private void reportRefusal(String problem) {
        if (refusals.size() < MOST_REFUSALS && refusals.add(problem)) {
            LOG.warn(problem);
            context.status().addProblem(problem);
        }
    }

    private void handle(List<SessionEvent> events) throws LinkFailure, InterruptedException {
        for (SessionEvent event : events) { // first, as events behind the end of the connection are not handled
            if (event instanceof SessionEvent.Acknowledged acknowledged) {
                acknowledged(acknowledged.pending(), acknowledged.code());
            }
        }
        List<SessionEvent.Arrived> arrived = new ArrayList<>();
        for (SessionEvent event : events) {
            if (event instanceof SessionEvent.Arrived message) {
                arrived.add(message);
            } else if (event instanceof SessionEvent.Subscribed subscribed) {
                subscribingSince = NEVER;
                context.reportRefused(subscribed.codes());
            } else if (!(event instanceof SessionEvent.Acknowledged)) {
                DisconnectReasons.check(event, session, context.errors());
            }
        }
        arrivals.deliver(session, arrived);
    }

    private void acknowledged(PendingPublish pending, int code) {
        if (!inFlight.remove(pending)) {
            return;
        }
        context.counters().inFlight.set(inFlight.size());
        if (code < 0x80) {
            context.counters().published.incrementAndGet();
            runGuarded(code == NO_SUBSCRIBER ? pending.callback::unheard : pending.callback::acknowledged);
            return;
        }
        String topic = context.topics().full(pending.message.topic());
        reportRefusal("the broker refuses messages to " + topic + ": " + ReasonCodes.name(code)
                + (code == NOT_ALLOWED ? "; it does not allow this unit to publish there" : ""));
        boolean forGood = code != NOT_ALLOWED && code != QUOTA_EXCEEDED;
        runGuarded(() -> pending.callback.refused("refused by the broker: " + ReasonCodes.name(code), forGood));
    }

    private record AwaitedResponse(long since, Duration limit, String what) {}

    private List<AwaitedResponse> awaited() {
        Duration acknowledgement = context.timeouts().acknowledgement();
        Duration answer = context.timeouts().answer();
        String limit = " within " + acknowledgement.toSeconds() + " s";
        List<AwaitedResponse> all = new ArrayList<>();
        if (!inFlight.isEmpty()) {
            long sentAt = inFlight.iterator().next().sentAt;
            all.add(new AwaitedResponse(sentAt, acknowledgement, "acknowledge a message" + limit));
        }
        if (subscribingSince != NEVER) {
            all.add(new AwaitedResponse(subscribingSince, acknowledgement, "answer the subscription" + limit));
        }
        if (pingedAt != NEVER) {
            all.add(new AwaitedResponse(pingedAt, answer, "answer a ping within " + answer.toMillis() + " ms"));
        }
        return all;
    }

    /** Ends the connection on a response timeout, and sends pings. */
    private void check() throws LinkFailure {
        if (pingedAt != NEVER && context.counters().lastReceived() - pingedAt > 0) {
            pingedAt = NEVER;
        }
        for (AwaitedResponse each : awaited()) {
            if (remaining(each) < 0) {
                throw new LinkFailure("the broker did not " + each.what + ": the connection is given up");
            }
        }
        long now = context.ticker().nanos();
        if (session.pingAt() != Long.MAX_VALUE && now - session.pingAt() >= 0 && session.ping()) {
            pingedAt = pingedAt == NEVER ? now : pingedAt;
        }
    }

    private long nanosToWait() {
        long wait = Duration.ofMinutes(1).toNanos();
        for (AwaitedResponse each : awaited()) {
            wait = Math.min(wait, remaining(each));
        }
        long ping = session.pingAt();
        if (ping != Long.MAX_VALUE) {
            wait = Math.min(wait, ping - context.ticker().nanos());
        }
        return Math.max(1, wait + 1);
    }

    /** Nanoseconds left for a response; time in which it may have been blocked behind other messages does not count. */
    private long remaining(AwaitedResponse response) {
        return session.inbox.readingSince(response.since)
                + response.limit.toNanos()
                - context.ticker().nanos();
    }

    /** A listener that throws must not end the link. */
    static void runGuarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            LOG.error("internal error in a link listener or publish callback", e);
        }
    }
}
