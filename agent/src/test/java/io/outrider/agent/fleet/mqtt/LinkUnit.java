package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.publisher.InboundMessage;
import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/** Unit with only a link, which records all callbacks. */
final class LinkUnit implements AutoCloseable, LinkListener {
    static final LinkTimeouts FAST = new LinkTimeouts(
            Duration.ofMillis(50),
            Duration.ofMillis(200),
            Duration.ofSeconds(60),
            Duration.ofSeconds(2),
            Duration.ofMillis(500));

    final List<InboundMessage> arrivals = new ArrayList<>();
    final AtomicInteger connects = new AtomicInteger();
    final AtomicInteger disconnects = new AtomicInteger();
    final AtomicInteger refusals = new AtomicInteger();
    final MqttLink link;
    private final boolean acknowledging;

    LinkUnit(LinkSettings settings, String id, boolean acknowledging, LinkTimeouts timeouts) {
        this(settings, id, acknowledging, timeouts, Ticker.system(), new Random(20261121));
    }

    LinkUnit(
            LinkSettings settings,
            String id,
            boolean acknowledging,
            LinkTimeouts timeouts,
            Ticker ticker,
            RandomGenerator random) {
        this.acknowledging = acknowledging;
        link = new MqttLink(
                settings,
                id,
                "1.2.3",
                List.of(new TopicSubscription("command", false), new TopicSubscription("desired", true)),
                this,
                Clock.systemUTC(),
                ticker,
                random,
                timeouts,
                heartbeat(settings),
                refusals::incrementAndGet);
        link.start();
    }

    /** Heartbeat without watchdog. */
    static Heartbeat heartbeat(LinkSettings settings) {
        return new Heartbeats(Ticker.system()).register("link", MqttLink.heartbeatLimit(settings));
    }

    LinkUnit(LinkSettings settings) {
        this(settings, "u1", true, FAST);
    }

    LinkUnit(int port) {
        this(plain(port));
    }

    static LinkSettings plain(int port) {
        return settings("mqtt://127.0.0.1:" + port, null, null, null, null, null);
    }

    static LinkSettings password(int port, String user, String file) {
        return settings("mqtt://127.0.0.1:" + port, user, file, null, null, null);
    }

    static LinkSettings settings(
            String url, String user, String passwordFile, String ca, String certificate, String key) {
        return new LinkSettings(
                url, null, user, passwordFile, ca, certificate, key, null, null, null, 3, null, null, null);
    }

    static LinkSettings keepalive(int port, int seconds) {
        return plain(port, seconds, null);
    }

    static LinkSettings window(int port, int window) {
        return plain(port, null, window);
    }

    private static LinkSettings plain(int port, Integer keepalive, Integer window) {
        String url = "mqtt://127.0.0.1:" + port;
        return new LinkSettings(url, null, null, null, null, null, null, null, null, keepalive, 3, null, window, null);
    }

    @Override
    public void connected() {
        connects.incrementAndGet();
    }

    @Override
    public void arrived(List<InboundMessage> batch) {
        synchronized (arrivals) {
            arrivals.addAll(batch);
        }
        if (acknowledging) {
            batch.forEach(each -> each.acknowledge().run());
        }
    }

    @Override
    public void disconnected() {
        disconnects.incrementAndGet();
    }

    List<String> texts() {
        synchronized (arrivals) {
            return arrivals.stream()
                    .map(each -> new String(each.payload(), StandardCharsets.UTF_8))
                    .toList();
        }
    }

    LinkUnit awaitConnected() {
        Await.until("the link is connected; it says " + link.health().facts(), link::connected);
        return this;
    }

    void awaitError(String part) {
        Await.until("an error with '" + part + "'", () -> {
            if (String.valueOf(link.health().facts().get("last_error")).contains(part)) {
                return true;
            }
            throw new IllegalStateException(link.health().facts().toString());
        });
    }

    double metric(String name) {
        return link.health().metrics().stream()
                .filter(each -> each.name().equals(name))
                .mapToDouble(Metric::value)
                .findFirst()
                .orElseThrow();
    }

    /** Publishes, retrying until the message is queued. */
    RecordingCallback publish(String topic, byte[] payload) {
        RecordingCallback callback = new RecordingCallback();
        Await.until("the message is taken", () -> link.publish(new OutboundMessage(topic, payload, false), callback));
        return callback;
    }

    RecordingCallback publish(String topic, String payload) {
        return publish(topic, payload.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        link.close();
    }

    /** Callback that counts the outcomes of one message. */
    static final class RecordingCallback implements PublishCallback {
        final AtomicInteger acknowledged = new AtomicInteger();
        final AtomicInteger failed = new AtomicInteger();
        final AtomicInteger unheard = new AtomicInteger();
        final AtomicInteger unsent = new AtomicInteger();
        final AtomicReference<String> refusal = new AtomicReference<>();

        @Override
        public void acknowledged() {
            acknowledged.incrementAndGet();
        }

        @Override
        public void unheard() {
            unheard.incrementAndGet();
            acknowledged();
        }

        @Override
        public void failed() {
            failed.incrementAndGet();
        }

        @Override
        public void unsent() {
            unsent.incrementAndGet();
            failed();
        }

        @Override
        public void tooLong(String why) {
            unsent.incrementAndGet();
            refused(why, true);
        }

        @Override
        public void refused(String why, boolean forGood) {
            refusal.set(why + (forGood ? " for good" : ""));
            failed.incrementAndGet();
        }

        boolean isSettled() {
            return acknowledged.get() + failed.get() > 0;
        }

        boolean isAcknowledged() {
            return acknowledged.get() == 1 && failed.get() == 0;
        }

        boolean isFailed() {
            return acknowledged.get() == 0 && failed.get() == 1;
        }
    }
}
