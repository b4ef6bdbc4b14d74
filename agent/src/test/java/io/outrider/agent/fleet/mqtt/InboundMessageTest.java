package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.publisher.InboundMessage;
import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InboundMessageTest {
    private static final String COMMAND = "outrider/v1/u1/command";

    @TempDir
    Path folder;

    @Test
    void aCommandArrivesOnTheLinkThread() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LinkUnit unit = new LinkUnit(broker.port()).awaitConnected()) {
            fleet.publish(COMMAND, "{}");
            Await.until("it arrives", () -> unit.texts().equals(List.of("{}")));
            assertThat(unit.arrivals.get(0).topic()).isEqualTo("command");
        }
    }

    @Test
    void messagesWithoutAcknowledgementDoNotBlockOthers() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LinkUnit unit =
                        new LinkUnit(LinkUnit.plain(broker.port()), "u1", true, LinkUnit.FAST).awaitConnected()) {
            int most = BrokerSocket.MOST_UNWRITTEN + 10;
            for (int i = 0; i < 2; i++) { // the reader blocks only at the next read
                fleet.publishAllOnce(
                        COMMAND, IntStream.range(0, most).mapToObj(n -> "{}").toList());
                int expected = most * (i + 1);
                Await.until("they arrive", () -> unit.texts().size() == expected);
            }
            fleet.publish(COMMAND, "last");
            Await.until("the last arrives", () -> unit.texts().contains("last"));
        }
    }

    @Test
    @Announces("closed the connection|ended")
    void onlyUnacknowledgedMessagesAreRedeliveredAfterAReconnect() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LossProxy network = new LossProxy(broker.port());
                LinkUnit unit =
                        new LinkUnit(LinkUnit.plain(network.port()), "u1", false, LinkUnit.FAST).awaitConnected()) {
            fleet.publish(COMMAND, "first");
            fleet.publish(COMMAND, "second");
            Await.until("one", () -> unit.texts().equals(List.of("first")));
            unit.arrivals.get(0).acknowledge().run();
            Await.until("both", () -> unit.texts().equals(List.of("first", "second")));
            // the broker has the PUBACK once it acknowledges a later message
            Await.until("sent", unit.publish("job", "{}")::isAcknowledged);
            InboundMessage unacknowledged = unit.arrivals.get(1);
            network.cut();
            Await.until("again", () -> unit.texts().equals(List.of("first", "second", "second")));
            // of the old connection: ignored
            unacknowledged.acknowledge().run();
            unit.arrivals.get(2).acknowledge().run();
            unit.arrivals.get(2).acknowledge().run();
            Await.until("sent", unit.publish("job", "{}")::isAcknowledged);
            network.cut();
            Await.until("third connection", () -> unit.connects.get() == 3 && unit.link.connected());
            fleet.publish(COMMAND, "third");
            Await.until("third", () -> unit.texts().contains("third"));
            assertThat(unit.texts()).containsExactly("first", "second", "second", "third");
        }
    }

    @Test
    @Announces("closed the connection|ended")
    void aBacklogArrivesOneMessageAtATimeAndRepliesAreSentMeanwhile() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LossProxy network = new LossProxy(broker.port())) {
            new LinkUnit(network.port()).awaitConnected().close();
            fleet.publishAll(
                    COMMAND, IntStream.range(0, 300).mapToObj(i -> "m" + i).toList());
            Duration patient = Duration.ofSeconds(30);
            LinkTimeouts timeouts =
                    new LinkTimeouts(Duration.ofMillis(50), Duration.ofMillis(200), patient, patient, patient);
            try (LinkUnit unit = new LinkUnit(LinkUnit.plain(network.port()), "u1", false, timeouts).awaitConnected()) {
                for (int i = 0; i < 50; i++) {
                    int count = i + 1;
                    Await.until("the next", () -> unit.texts().size() >= count);
                    Await.until("an answer leaves", unit.publish("job", "{}")::isAcknowledged);
                    assertThat(unit.texts()).hasSize(count).endsWith("m" + i);
                    unit.arrivals.get(i).acknowledge().run();
                }
                Await.until("the next", () -> unit.texts().size() == 51);
                network.cut();
                Await.until("it comes again", () -> unit.texts().size() == 52);
                Await.until("an answer leaves", unit.publish("job", "{}")::isAcknowledged);
                assertThat(unit.texts()).as("and nothing else does").hasSize(52).endsWith("m50", "m50");
            }
        }
    }

    @Test
    void messagesSentWhileOfflineArriveAfterTheReconnect() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker)) {
            new LinkUnit(broker.port()).awaitConnected().close();
            List<String> many = IntStream.range(0, 300).mapToObj(i -> "m" + i).toList();
            fleet.publishAll(COMMAND, many);
            try (LinkUnit unit = new LinkUnit(broker.port())) {
                Await.until("all of them", () -> unit.texts().size() == 300);
                assertThat(unit.texts()).isEqualTo(many);
            }
        }
    }

    @Test
    @Announces("a message to outrider/v1/u1/command is longer than 262144 bytes")
    void aTooLongMessageArrivesTruncated() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LinkUnit unit = new LinkUnit(broker.port()).awaitConnected()) {
            String most = "y".repeat(262_144);
            fleet.publishAll(COMMAND, List.of("x".repeat(300_000), "x".repeat(1_000_000), most, "short"));
            Await.until("the last one", () -> unit.texts().contains("short"));
            String cut = "x".repeat(262_145);
            assertThat(unit.texts()).isEqualTo(List.of(cut, cut, most, "short"));
            assertThat(unit.arrivals.stream().map(InboundMessage::isCut)).containsExactly(true, true, false, false);
            assertThat(unit.connects).hasValue(1);
        }
    }

    @Test
    @Announces("closed the connection|ended")
    void retainedMessagesArriveAtEachConnectionOnlyIfWanted() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LossProxy network = new LossProxy(broker.port())) {
            fleet.retain("outrider/v1/u1/desired", "wanted");
            fleet.retain(COMMAND, "command");
            try (LinkUnit unit = new LinkUnit(network.port()).awaitConnected()) {
                Await.until("both", () -> unit.texts().size() == 2);
                Await.until("sent", unit.publish("job", "{}")::isAcknowledged); // including their PUBACKs
                network.cut();
                Await.until("again", () -> unit.texts().size() == 3);
                fleet.publish(COMMAND, "last");
                Await.until("the last", () -> unit.texts().contains("last"));
                assertThat(unit.texts()).containsOnlyOnce("command").endsWith("wanted", "last");
            }
        }
    }

    @Test
    void messagesOfOtherUnitsAreNotReceived() {
        Topics topics = new Topics("outrider/v1", "u1", List.of(new TopicSubscription("command", false)));
        assertThat(topics.name("outrider/v1/u1/command")).isEqualTo("command");
        assertThat(topics.name("outrider/v1/u2/command")).isNull();
        assertThat(topics.name("outrider/v1/u1/command/x")).isNull();
        assertThat(topics.name("outrider/v1/u1/job")).isNull();
        assertThat(topics.name("")).isNull();
    }

    @Test
    @Announces("internal error")
    void aThrowingListenerDoesNotEndTheLink() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LinkUnit unit = new LinkUnit(broker.port()).awaitConnected()) {
            unit.link.publish(new OutboundMessage("job", new byte[1], false), new PublishCallback() {
                @Override
                public void acknowledged() {
                    throw new IllegalStateException("as planned by the test");
                }

                @Override
                public void failed() {
                    throw new IllegalStateException("as planned by the test");
                }

                @Override
                public void refused(String why, boolean forGood) {
                    throw new IllegalStateException("as planned by the test");
                }
            });
            Await.until("the next one", unit.publish("job", "2")::isAcknowledged);
            assertThat(unit.connects).hasValue(1);
        }
    }
}
