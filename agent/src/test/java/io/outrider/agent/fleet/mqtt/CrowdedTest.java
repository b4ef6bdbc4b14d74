package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.eclipse.paho.mqttv5.client.MqttClientException;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishing more than the broker's receive maximum. */
class CrowdedTest {
    private static final int BROKERS_WINDOW = 20;

    @TempDir
    Path folder;

    /** Documents the behaviour of Paho that the window avoids. */
    @Test
    void afterPahoRefusesAMessageItsTopicEndsTheConnection() throws Exception {
        Ticker ticker = Ticker.system();
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LossProxy network = new LossProxy(broker.port())) {
            MqttPair.Subscription subscription = fleet.subscribe("+/topic");
            LinkSettings settings = LinkUnit.plain(network.port());
            BrokerSocket socket = new BrokerSocket(
                    BrokerAddress.parse(settings.url()),
                    null,
                    Duration.ofSeconds(3),
                    new LinkCounters(ticker),
                    ticker,
                    0);
            PahoSession session = new PahoSession("u1", socket, ticker);
            try {
                session.connect(settings, null, "will", new OutboundMessage("will", new byte[0], false));
                SessionEvent.Connected accepted = (SessionEvent.Connected) session.inbox.poll(10, TimeUnit.SECONDS);
                assertThat(accepted.receiveMaximum()).isEqualTo(BROKERS_WINDOW);
                network.mode(LossProxy.LossMode.STALL_ANSWERS);
                for (int i = 0; i < BROKERS_WINDOW; i++) {
                    session.publish("old/topic", message());
                }
                // all are in flight: the window is full until the first acknowledgement
                Await.until("all are there", () -> subscription.all().size() == BROKERS_WINDOW);
                assertThatThrownBy(() -> session.publish("new/topic", message()))
                        .isInstanceOfSatisfying(
                                MqttException.class,
                                e -> assertThat(e.getReasonCode())
                                        .isEqualTo(MqttClientException.REASON_CODE_MAX_INFLIGHT));
                network.mode(LossProxy.LossMode.PASS);
                for (int i = 0; i < BROKERS_WINDOW; i++) {
                    assertThat(session.inbox.poll(10, TimeUnit.SECONDS)).isInstanceOf(SessionEvent.Acknowledged.class);
                }
                session.publish("new/topic", message());
                assertThat(session.inbox.poll(10, TimeUnit.SECONDS)).isNotInstanceOf(SessionEvent.Acknowledged.class);
                assertThat(subscription.all()).hasSize(BROKERS_WINDOW);
            } finally {
                session.end();
                assertThat(session.awaitTermination(Duration.ofSeconds(5))).isTrue();
            }
        }
    }

    @Test
    void theWindowIsLimitedToTheBrokersReceiveMaximum() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LossProxy network = new LossProxy(broker.port());
                LinkUnit unit = new LinkUnit(LinkUnit.window(network.port(), 1_000))) {
            MqttPair.Subscription subscription = fleet.subscribe("outrider/v1/u1/+");
            unit.awaitConnected();
            network.mode(LossProxy.LossMode.STALL_ANSWERS);
            // each topic is first used while the window is full
            List<LinkUnit.RecordingCallback> callbacks = new ArrayList<>(IntStream.range(0, 200)
                    .mapToObj(i -> unit.publish("t" + i % 30, "m" + i))
                    .toList());
            Await.until("the window is full", () -> unit.metric("link_window_in_flight") == BROKERS_WINDOW);
            network.mode(LossProxy.LossMode.PASS);
            for (int i = 200; i < 10_000; i++) {
                callbacks.add(unit.publish("t" + i % 30, "m" + i));
            }
            Await.until(
                    "all acknowledged", () -> callbacks.stream().allMatch(LinkUnit.RecordingCallback::isAcknowledged));
            Await.until(
                    "all are there",
                    () -> subscription.all().stream()
                                    .filter(message -> message.topic().contains("/t"))
                                    .count()
                            == callbacks.size());
            assertThat(unit.connects).hasValue(1);
        }
    }

    @Test
    void theOfflineMessageWaitsForTheWindow() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LossProxy network = new LossProxy(broker.port());
                LinkUnit unit = new LinkUnit(LinkUnit.window(network.port(), 1_000))) {
            MqttPair.Subscription subscription = fleet.subscribe("outrider/v1/u1/presence");
            unit.awaitConnected();
            network.delay(Duration.ofMillis(50));
            for (int i = 0; i < 60; i++) {
                unit.publish("job", "{}");
            }
            Await.until("the window is full", () -> unit.metric("link_window_in_flight") == BROKERS_WINDOW);
            unit.close();
            // only the offline message has a time after this one, the will has not
            subscription.await(message -> message.text().contains("\"online\":false,\"since\""));
        }
    }

    @Test
    void publishingWorksWithoutTopicAliases() {
        try (Mosquitto broker =
                        Mosquitto.configured(folder, new Mosquitto.BrokerConfig().listenerLine("max_topic_alias 0"));
                LinkUnit unit = new LinkUnit(broker.port()).awaitConnected()) {
            Await.until("acknowledged", unit.publish("job", "{}")::isAcknowledged);
            assertThat(unit.connects).hasValue(1);
        }
    }

    private static PendingPublish message() {
        return new PendingPublish(new OutboundMessage("x", new byte[100], false), new LinkUnit.RecordingCallback());
    }
}
