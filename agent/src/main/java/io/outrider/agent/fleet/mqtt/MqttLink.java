package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.api.Health;
import io.outrider.api.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link Link} over MQTT 5. The thread {@code link} connects, serves the connection, pauses, and begins again. */
public final class MqttLink implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(MqttLink.class);
    private static final Duration LAST_WORD = Duration.ofMillis(1_000);
    private static final Duration GOODBYE = Duration.ofMillis(300);
    private static final Duration CLOSING = Duration.ofMillis(1_950);

    private final LinkSettings settings;
    private final String unit;
    private final Presence presence;
    private final Clock clock;
    private final LinkStatus condition;
    private final Ticker ticker;
    private final LinkTimeouts timing;
    private final Backoff backoff;
    private final TrafficCounter traffic;
    private final LinkCounters counts = new LinkCounters();
    private final SendQueue outbox = new SendQueue();
    private final EstablishedConnection.Parts parts;
    private final CountDownLatch closing = new CountDownLatch(1);

    /** Ends the pause between two attempts. */
    private final Semaphore hurry = new Semaphore(0);

    private final Thread thread;
    private volatile PahoSession session;
    private final Heartbeat loop;

    /** How long one turn of the thread may take: an attempt to connect, or a minute of waiting, and what comes of it. */
    public static Duration longestTurn(LinkSettings settings) {
        return Duration.ofSeconds(settings.connectTimeout()).plus(Duration.ofSeconds(90));
    }

    /**
     * @param unit the unit's id; also its client id at the broker
     * @param agent this agent's version, for presence
     * @param loop told of each turn of the thread {@code link}; its limit is {@link #longestTurn}
     * @param subscriptions below the unit's topic
     */
    public MqttLink(
            LinkSettings settings,
            String unit,
            String agent,
            List<TopicSubscription> subscriptions,
            LinkListener listener,
            Clock clock,
            Ticker ticker,
            RandomGenerator random,
            Heartbeat loop) {
        this(settings, unit, agent, subscriptions, listener, clock, ticker, random, LinkTimeouts.standard(), loop);
    }

    MqttLink(
            LinkSettings settings,
            String unit,
            String agent,
            List<TopicSubscription> subscriptions,
            LinkListener listener,
            Clock clock,
            Ticker ticker,
            RandomGenerator random,
            LinkTimeouts timing,
            Heartbeat loop) {
        this.loop = loop;
        this.settings = settings;
        this.unit = unit;
        this.presence = new Presence(agent);
        this.clock = clock;
        this.condition = new LinkStatus(clock, ticker);
        this.ticker = ticker;
        this.timing = timing;
        this.backoff = new Backoff(timing.firstPause(), timing.longestPause(), random);
        this.traffic = new TrafficCounter(ticker);
        Topics topics = new Topics(settings.prefix(), unit, subscriptions);
        BrokerAddress address = settings.url() == null ? null : BrokerAddress.parse(settings.url());
        this.parts = new EstablishedConnection.Parts(
                settings,
                address,
                new ErrorMessages(address, settings),
                topics,
                outbox,
                listener,
                new InboundMessages(topics, settings.longest(), listener, counts, loop, condition::addProblem),
                counts,
                traffic,
                timing,
                ticker,
                loop,
                this::isClosing,
                condition::addProblem,
                this::tellRefused);
        this.thread = new Thread(this::run, "link");
        // it ends by close(); a forgotten one must not keep a dying process alive
        thread.setDaemon(true);
    }

    @Override
    public void start() {
        if (settings.url() == null) {
            loop.idle();
        } else {
            thread.start();
        }
    }

    @Override
    public boolean publish(OutboundMessage message, PublishCallback receipt) {
        boolean taken = outbox.offer(new PendingPublish(message, receipt));
        wake();
        return taken;
    }

    @Override
    public boolean connected() {
        return outbox.isOpen();
    }

    @Override
    public void resumed(Duration suspended) {
        PahoSession now = session;
        if (now != null) {
            now.inbox().add(new SessionEvent.Resumed(suspended));
        }
        hurry.release();
    }

    @Override
    public void close() {
        closing.countDown();
        hurry.release();
        wake();
        try {
            if (Thread.currentThread() != thread) {
                thread.join(CLOSING.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        loop.close(); // also if the thread never began, or takes longer: nobody waits for it any more
        PahoSession last = session;
        if (last != null) {
            last.abort();
        }
    }

    private void wake() {
        PahoSession now = session;
        if (now != null) {
            now.inbox().add(new SessionEvent.Woken());
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
                    loop.idle();
                    condition.pausing(pause);
                    hurry.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS);
                    hurry.drainPermits();
                }
            }
            loop.close();
        } catch (InterruptedException e) {
            LOG.error("the thread of the link was interrupted, which nobody should do: restart the agent");
        } finally {
            condition.off();
        }
    }

    private void attempt() throws InterruptedException {
        PahoSession mine = null;
        try {
            loop.beat();
            condition.connecting();
            var socket = new BrokerSocket(
                    parts.address(),
                    parts.address().tls() ? TlsContext.context(settings) : null,
                    Duration.ofSeconds(settings.connectTimeout()),
                    traffic,
                    ticker,
                    settings.longest());
            mine = new PahoSession(unit, socket, ticker);
            session = mine;
            List<SessionEvent.Arrived> early = new ArrayList<>();
            SessionEvent.Accepted accepted = connect(mine, early);
            if (accepted != null) {
                serve(mine, accepted, early);
            }
        } catch (LinkFailure e) {
            failed(e, isFault(e));
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) { // errors too: without this thread the unit would be cut off for ever
            failed(new LinkFailure("a fault in outrider; please report it with what the log has of it", e), true);
        } finally {
            if (mine != null) {
                mine.end();
                if (!mine.gone(isClosing() ? GOODBYE : Duration.ofSeconds(1))) {
                    LOG.debug("threads of an attempt are still ending");
                }
            }
            session = null;
        }
    }

    /**
     * Waits until the broker has accepted the unit and its subscriptions, or sends what it has kept for them; null when it
     * is time to close.
     */
    private SessionEvent.Accepted connect(PahoSession mine, List<SessionEvent.Arrived> early)
            throws LinkFailure, InterruptedException {
        long deadline =
                ticker.nanos() + Duration.ofSeconds(settings.connectTimeout()).toNanos();
        byte[] password = settings.passwordFile() == null
                ? null
                : PahoSession.passwordBytes(LinkSecrets.read("password_file", settings.passwordFile()));
        mine.connect(settings, password, parts.topics().full(Presence.TOPIC), presence.will(clock.instant()));
        SessionEvent.Accepted accepted = null;
        while (!isClosing()) {
            SessionEvent event = mine.inbox().poll(deadline - ticker.nanos(), TimeUnit.NANOSECONDS);
            if (event == null) {
                throw new LinkFailure(parts.address() + " did not let the unit in within " + settings.connectTimeout()
                        + " s: check [link] url, or wait for the network");
            } else if (event instanceof SessionEvent.Accepted now) {
                accepted = now;
                if (parts.topics().subscriptions().isEmpty()) {
                    subscribed(new int[0]);
                    return accepted;
                }
                subscribe(mine);
            } else if (event instanceof SessionEvent.Subscribed subscribed) {
                subscribed(subscribed.codes());
                return accepted;
            } else if (event instanceof SessionEvent.Arrived arrived) {
                early.add(arrived);
            } else {
                DisconnectReasons.check(event, mine, parts.troubles());
            }
            if (accepted != null && !early.isEmpty()) {
                condition.accepted(); // the broker kept the session; its answer comes behind all that it kept for us
                return accepted;
            }
        }
        return null;
    }

    private void subscribe(PahoSession mine) throws LinkFailure, InterruptedException {
        try {
            mine.subscribe(parts.topics());
        } catch (MqttException | RuntimeException e) {
            throw DisconnectReasons.after(e, mine, parts.troubles());
        }
    }

    private void subscribed(int[] codes) {
        condition.accepted();
        tellRefused(codes);
    }

    private void tellRefused(int[] codes) {
        for (int i = 0; i < codes.length; i++) {
            if (codes[i] >= 0x80) {
                String problem = "the broker refuses the subscription to "
                        + parts.topics().subscriptions().get(i) + ": " + ReasonCodes.name(codes[i])
                        + "; check what it allows this unit";
                LOG.warn(problem);
                condition.addProblem(problem);
            }
        }
    }

    private void serve(PahoSession mine, SessionEvent.Accepted accepted, List<SessionEvent.Arrived> early)
            throws LinkFailure, InterruptedException {
        counts.connects.incrementAndGet();
        long began = ticker.nanos();
        condition.serving();
        LOG.info(
                "connected to {}; the broker {} what was for this unit",
                parts.address(),
                accepted.sessionPresent() ? "kept" : "kept nothing of");
        EstablishedConnection conversation = new EstablishedConnection(mine, accepted, parts);
        outbox.open();
        try {
            EstablishedConnection.tell(parts.listener()::connected);
            conversation.run(early, presence.online(clock.instant()));
            if (conversation.farewell(presence.offline(clock.instant()), LAST_WORD)) {
                mine.disconnect(GOODBYE);
            }
        } finally {
            // before anybody is told, so that nothing is sent on a connection that is given up
            mine.abort();
            conversation.failTheRest();
            EstablishedConnection.tell(parts.listener()::disconnected);
            if (ticker.nanos() - began >= timing.stable().toNanos()) {
                backoff.reset();
            }
        }
    }

    private void failed(LinkFailure failure, boolean isFault) {
        counts.failures.incrementAndGet();
        // the same again and again is said once; health has it, and the number of attempts
        boolean isNew = condition.failed(failure.getMessage());
        if (isFault) {
            LOG.error("the link failed, which is a fault in this program; it tries again", failure);
            return;
        }
        if (isNew) {
            LOG.warn("{}", failure.getMessage());
        }
        LOG.debug("the link failed", failure);
    }

    /** True if an error of the virtual machine ended it, which Paho's threads pass on; not what a broker's bytes cause. */
    private static boolean isFault(Throwable failure) {
        return failure != null && (failure instanceof Error || isFault(failure.getCause()));
    }

    @Override
    public Health health() {
        return new Health(condition.facts(parts.address()), counts.metrics(connected(), traffic), condition.problems());
    }
}
