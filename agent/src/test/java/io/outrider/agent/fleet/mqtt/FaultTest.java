package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.outrider.agent.runtime.publisher.InboundMessage;
import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class FaultTest {
    @TempDir
    Path folder;

    /** Listener that throws an OutOfMemoryError at the first connection. */
    private static final class Failing implements LinkListener {
        final AtomicInteger connects = new AtomicInteger();

        @Override
        public void connected() {
            if (connects.incrementAndGet() == 1) {
                throw new OutOfMemoryError("thrown by a test");
            }
        }

        @Override
        public void arrived(List<InboundMessage> batch) {
            throw new AssertionError("nothing was sent");
        }

        @Override
        public void disconnected() {
            // ignored
        }
    }

    /** Listener that fails on one message, a number of times. */
    private static final class Refusing implements LinkListener {
        final List<String> texts = new CopyOnWriteArrayList<>();
        private final String bad;
        private final int times;

        Refusing(String bad, int times) {
            this.bad = bad;
            this.times = times;
        }

        @Override
        public void connected() {
            // ignored
        }

        @Override
        public void arrived(List<InboundMessage> batch) {
            for (InboundMessage each : batch) {
                String text = new String(each.payload(), StandardCharsets.UTF_8);
                texts.add(text);
                if (text.equals(bad) && Collections.frequency(texts, bad) <= times) {
                    throw new IllegalStateException("thrown by a test");
                }
                each.acknowledge().run();
            }
        }

        @Override
        public void disconnected() {
            // ignored
        }
    }

    private static MqttLink link(Mosquitto broker, LinkListener listener) {
        LinkSettings settings = LinkUnit.plain(broker.port());
        return new MqttLink(
                settings,
                "u1",
                "1.2.3",
                List.of(new TopicSubscription("command", false), new TopicSubscription("desired", true)),
                listener,
                Clock.systemUTC(),
                Ticker.system(),
                new Random(20261121),
                LinkUnit.FAST,
                LinkUnit.heartbeat(settings),
                () -> {});
    }

    @Test
    @Announces("link failed with an internal error")
    void aFailedMessageIsRedeliveredAndDoesNotBlockOthers() {
        Refusing listener = new Refusing("first", 2);
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                MqttLink link = link(broker, listener)) {
            link.start();
            Await.until("connected", link::connected);
            fleet.publish("outrider/v1/u1/command", "first");
            fleet.publish("outrider/v1/u1/command", "second");
            Await.until("the second", () -> listener.texts.contains("second"));
            assertThat(listener.texts).containsExactly("first", "first", "first", "second");
        }
    }

    @Test
    @Announces("link failed with an internal error")
    @Announces("a message to command was given up, as the unit failed 5 times to take it")
    void aMessageThatAlwaysFailsIsDiscarded() {
        Refusing listener = new Refusing("bad", Integer.MAX_VALUE);
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                MqttLink link = link(broker, listener)) {
            fleet.retain("outrider/v1/u1/desired", "desired"); // sent at each connection
            link.start();
            Await.until("the document", () -> listener.texts.contains("desired"));
            fleet.publish("outrider/v1/u1/command", "bad");
            fleet.publish("outrider/v1/u1/command", "good");
            Await.until("the good one", () -> listener.texts.contains("good"));
            assertThat(listener.texts.stream().filter("bad"::equals)).hasSize(InboundMessages.MOST_FAILURES);
            assertThat(link.health().problems())
                    .singleElement()
                    .asString()
                    .contains("a message to command was given up");
        }
    }

    @Test
    @Announces("internal error")
    void anErrorOnTheLinkThreadIsLoggedOnceAndTheUnitReconnects() {
        Failing listener = new Failing();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(MqttLink.class);
        logger.addAppender(log);
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttLink link = link(broker, listener)) {
            link.start();
            Await.until("the link is back", () -> listener.connects.get() > 1 && link.connected());
            assertThat(link.health().facts()).containsEntry("state", "connected");
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list.stream().filter(each -> each.getLevel().isGreaterOrEqual(Level.WARN)))
                .as("lines")
                .hasSize(1);
    }
}
