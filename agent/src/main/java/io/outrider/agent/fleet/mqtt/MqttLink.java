package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.Backoff;
import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.api.FaultText;
import io.outrider.api.Health;
import io.outrider.api.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Link to the fleet's broker over MQTT 5: its thread {@code link} connects, serves, pauses, and repeats. */
public final class MqttLink implements AutoCloseable, Health.Source {
    private static final Logger LOG = LoggerFactory.getLogger(MqttLink.class);
    private static final Duration OFFLINE_TIMEOUT = Duration.ofMillis(1_000);
    private static final Duration DISCONNECT_TIMEOUT = Duration.ofMillis(300);
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(1_950);

    private final String unit;
    private final Presence presence;

    /** Time of the present connection's begin, which its presence and its will have. The link's thread only. */
    private Instant connecting = Instant.EPOCH;

    private final Clock clock;
    private final Backoff backoff;
    private final EstablishedConnection.Context context;
    private final InboundMessages arrivals;
    private final Runnable onRefusal; // of the certificate, or user and password; on the thread link
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Semaphore retryNow = new Semaphore(0);

    private final Thread thread;
    private volatile PahoSession session;

    /** Heartbeat limit of the link thread: a connection attempt or a minute of waiting, plus the work that follows. */
    public static Duration heartbeatLimit(LinkSettings settings) {
        return Duration.ofSeconds(settings.connectTimeout()).plus(Duration.ofSeconds(90));
    }

    /** @param heartbeat of the thread {@code link}, with the limit {@link #heartbeatLimit} */
    public MqttLink(
            LinkSettings settings,
            String unit,
            String agent,
            List<TopicSubscription> subscriptions,
            LinkListener listener,
            Clock clock,
            Ticker ticker,
            RandomGenerator random,
            LinkTimeouts timeouts,
            Heartbeat heartbeat,
            Runnable onRefusal) {
        this.onRefusal = onRefusal;
        this.unit = unit;
        this.presence = new Presence(agent);
        this.clock = clock;
        this.backoff = new Backoff(timeouts.firstPause(), timeouts.longestPause(), random);
        BrokerAddress address = settings.url() == null ? null : BrokerAddress.parse(settings.url());
        this.context = new EstablishedConnection.Context(
                settings,
                address,
                new ErrorMessages(address, settings),
                new Topics(settings.prefix(), unit, subscriptions),
                new SendQueue(),
                listener,
                new LinkCounters(ticker),
                timeouts,
                ticker,
                heartbeat,
                new LinkStatus(clock, ticker),
                this::isClosing);
        this.arrivals = new InboundMessages(context);
        this.thread = new Thread(this::run, "link");
        // must not keep the JVM alive if the link is not closed
        thread.setDaemon(true);
    }

    public void start() {
        if (context.address() == null) {
            context.heartbeat().idle();
        } else {
            thread.start();
        }
    }

    /**
     * Queues a message. Thread-safe; never blocks.
     *
     * @param callback gets exactly one call, unless this returns false: retry after a callback or a connection
     */
    public boolean publish(OutboundMessage message, PublishCallback callback) {
        boolean isQueued = context.sendQueue().offer(new PendingPublish(message, callback));
        post(new SessionEvent.Woken());
        return isQueued;
    }

    public boolean connected() {
        return context.sendQueue().isOpen();
    }

    /** The machine was suspended: the broker may have dropped the connection, so a new one is made at once. */
    public void resumed(Duration suspended) {
        post(new SessionEvent.Resumed(suspended));
        retryNow.release();
    }

    /** Publishes that the unit is offline, and disconnects; takes at most 2 s. */
    @Override
    public void close() {
        closing.countDown();
        retryNow.release();
        post(new SessionEvent.Woken());
        try {
            if (Thread.currentThread() != thread) {
                thread.join(CLOSE_TIMEOUT.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        context.heartbeat().close(); // also if the thread never started or takes longer
        PahoSession last = session;
        if (last != null) {
            last.abort();
        }
    }

    private void post(SessionEvent event) {
        PahoSession now = session;
        if (now != null) {
            now.inbox.add(event);
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private void run() {
        try {
            while (!isClosing()) {
                attempt();
                if (!isClosing()) {
                    Duration pause = backoff.next();
                    context.heartbeat().idle();
                    context.status().pausing(pause);
                    retryNow.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
                    retryNow.drainPermits();
                }
            }
            context.heartbeat().close();
        } catch (InterruptedException e) {
            LOG.error("link thread interrupted unexpectedly; restart the agent");
        } finally {
            context.status().off();
        }
    }

    private void attempt() throws InterruptedException {
        PahoSession attempt = null;
        try {
            context.heartbeat().beat();
            context.status().connecting();
            LinkSettings settings = context.settings();
            var socket = new BrokerSocket(
                    context.address(),
                    context.address().tls() ? TlsContext.context(settings) : null,
                    Duration.ofSeconds(settings.connectTimeout()),
                    context.counters(),
                    context.ticker(),
                    settings.longest());
            attempt = new PahoSession(unit, socket, context.ticker());
            session = attempt;
            List<SessionEvent.Arrived> early = new ArrayList<>();
            SessionEvent.Connected accepted = connect(attempt, early);
            if (accepted != null) {
                serve(attempt, accepted, early);
            }
        } catch (LinkFailure e) {
            failed(e, isFault(e));
            if (ErrorMessages.isRefusal(e.getCause())) {
                onRefusal.run();
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) { // errors too: without this thread the unit stays offline
            failed(new LinkFailure(FaultText.SENTENCE, e), true);
        } finally {
            if (attempt != null) {
                attempt.end();
                if (!attempt.awaitTermination(isClosing() ? DISCONNECT_TIMEOUT : Duration.ofSeconds(1))) {
                    LOG.debug("Paho threads of the last attempt are still running");
                }
            }
            session = null;
        }
    }

    /** Waits for connection and subscriptions, or for messages of a kept session; null when the link closes. */
    private SessionEvent.Connected connect(PahoSession attempt, List<SessionEvent.Arrived> early)
            throws LinkFailure, InterruptedException {
        LinkSettings settings = context.settings();
        long deadline = context.ticker().nanos()
                + Duration.ofSeconds(settings.connectTimeout()).toNanos();
        String password =
                settings.passwordFile() == null ? null : LinkFiles.secret("password_file", settings.passwordFile());
        connecting = clock.instant();
        attempt.connect(settings, password, context.topics().full(Presence.TOPIC), presence.message(false, connecting));
        SessionEvent.Connected accepted = null;
        while (!isClosing()) {
            SessionEvent event = attempt.inbox.poll(deadline - context.ticker().nanos(), TimeUnit.NANOSECONDS);
            if (event == null) {
                throw new LinkFailure(context.address() + " did not let the unit in within " + settings.connectTimeout()
                        + " s: check [link] url, or wait for the network");
            } else if (event instanceof SessionEvent.Connected now) {
                accepted = now;
                if (context.topics().subscriptions().isEmpty()) {
                    context.status().accepted();
                    return accepted;
                }
                subscribe(attempt);
            } else if (event instanceof SessionEvent.Subscribed subscribed) {
                context.status().accepted();
                context.reportRefused(subscribed.codes());
                return accepted;
            } else if (event instanceof SessionEvent.Arrived arrived) {
                early.add(arrived);
            } else {
                DisconnectReasons.check(event, attempt, context.errors());
            }
            if (accepted != null && !early.isEmpty()) {
                context.status().accepted(); // the broker kept the session; the SUBACK follows its stored messages
                return accepted;
            }
        }
        return null;
    }

    private void subscribe(PahoSession attempt) throws LinkFailure, InterruptedException {
        try {
            attempt.subscribe(context.topics());
        } catch (MqttException | RuntimeException e) {
            throw DisconnectReasons.after(e, attempt, context.errors());
        }
    }

    private void serve(PahoSession attempt, SessionEvent.Connected accepted, List<SessionEvent.Arrived> early)
            throws LinkFailure, InterruptedException {
        context.counters().connects.incrementAndGet();
        long began = context.ticker().nanos();
        context.status().serving();
        LOG.info("connected to {}, session present: {}", context.address(), accepted.sessionPresent());
        EstablishedConnection connection = new EstablishedConnection(attempt, accepted, context, arrivals);
        context.sendQueue().open();
        try {
            EstablishedConnection.runGuarded(context.listener()::connected);
            connection.run(early, presence.message(true, connecting));
            if (connection.publishOffline(presence.message(false, clock.instant()), OFFLINE_TIMEOUT)) {
                attempt.disconnect(DISCONNECT_TIMEOUT);
            }
        } finally {
            // before the callbacks, so that nothing is sent on an abandoned connection
            attempt.abort();
            connection.failPending();
            EstablishedConnection.runGuarded(context.listener()::disconnected);
            if (context.ticker().nanos() - began >= context.timeouts().stable().toNanos()) {
                backoff.reset();
            }
        }
    }

    private void failed(LinkFailure failure, boolean isFault) {
        context.counters().failures.incrementAndGet();
        // repeated failures are logged once; health counts the attempts
        boolean isNew = context.status().failed(failure.getMessage());
        if (isFault) {
            LOG.error("link failed with an internal error; reconnecting", failure);
            return;
        }
        if (isNew) {
            LOG.warn("{}", failure.getMessage());
        }
        LOG.debug("link failed", failure);
    }

    /** True for an error of the JVM, as passed on by Paho's threads; false for whatever a broker sends. */
    private static boolean isFault(Throwable failure) {
        return failure != null && (failure instanceof Error || isFault(failure.getCause()));
    }

    @Override
    public Health health() {
        return new Health(
                context.status().facts(context.address()),
                context.counters().metrics(connected()),
                context.status().problems());
    }
}
