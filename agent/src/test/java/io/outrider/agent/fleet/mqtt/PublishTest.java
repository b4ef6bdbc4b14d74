package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import io.outrider.testkit.MqttPair.ReceivedMessage;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishTest {
    @TempDir
    Path folder;

    @Test
    void aMessageArrivesBelowTheUnitsTopicAndIsAcknowledgedOnce() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LinkUnit unit = new LinkUnit(broker.port())) {
            MqttPair.Subscription subscription = fleet.subscribe("#");
            unit.awaitConnected();
            LinkUnit.RecordingCallback callback = unit.publish("return", "{}");
            assertThat(subscription
                            .await(message -> message.topic().equals("outrider/v1/u1/return"))
                            .text())
                    .isEqualTo("{}");
            Await.until("the receipt", callback::isAcknowledged);
            assertThat(unit.metric("link_bytes_sent_total")).isPositive();
            assertThat(unit.metric("link_bytes_received_total")).isPositive();
            assertThat(unit.metric("link_window_in_flight")).isZero();
        }
    }

    @Test
    void publishFailsWithoutAConnection() {
        try (LinkUnit unit = new LinkUnit(Mosquitto.freePort())) {
            LinkUnit.RecordingCallback callback = new LinkUnit.RecordingCallback();
            assertThat(unit.link.publish(new OutboundMessage("job", new byte[1], false), callback))
                    .isFalse();
            assertThat(callback.isSettled()).isFalse();
        }
    }

    @Test
    void aBurstLargerThanTheWindowArrivesCompletely() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LinkUnit unit = new LinkUnit(broker.port())) {
            MqttPair.Subscription subscription = fleet.subscribe("outrider/v1/u1/telemetry");
            unit.awaitConnected();
            List<LinkUnit.RecordingCallback> callbacks = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                callbacks.add(unit.publish("telemetry", "m" + i));
            }
            Await.until(
                    "all acknowledged", () -> callbacks.stream().allMatch(LinkUnit.RecordingCallback::isAcknowledged));
            Await.until("all received", () -> subscription.all().size() == 2_000);
            assertThat(subscription.all().stream().map(ReceivedMessage::text))
                    .startsWith("m0", "m1", "m2")
                    .endsWith("m1999");
            assertThat(unit.metric("link_messages_published_total")).isGreaterThanOrEqualTo(2_000);
            assertThat(unit.connects).hasValue(1);
        }
    }

    @Test
    void largeMessagesOneByOneDoNotWaitForDelayedAcknowledgements() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LinkUnit unit = new LinkUnit(broker.port()).awaitConnected()) {
            byte[] payload = new byte[16 * 1024];
            long start = System.nanoTime();
            for (int i = 0; i < 50; i++) {
                Await.until("acknowledged", unit.publish("telemetry", payload)::isAcknowledged);
            }
            // polling takes 5 ms each; Nagle's algorithm would add 40 ms
            assertThat((System.nanoTime() - start) / 50_000_000.0).isLessThan(TimeoutFactor.scaledSeconds(25));
        }
    }

    @Test
    @Announces("closed the connection|ended")
    void eachMessageGetsOneReceiptAcrossConnectionLosses() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LossProxy network = new LossProxy(broker.port());
                LinkUnit unit = new LinkUnit(network.port())) {
            MqttPair.Subscription subscription = fleet.subscribe("outrider/v1/u1/telemetry");
            unit.awaitConnected();
            Map<String, LinkUnit.RecordingCallback> callbacks = new java.util.LinkedHashMap<>();
            for (int i = 0; i < 2_000; i++) {
                if (i % 400 == 399) {
                    LinkUnit.RecordingCallback earlier = callbacks.get("m" + (i - 100));
                    Await.until("most have gone out before the cut", earlier::isSettled);
                    network.cut();
                }
                callbacks.put("m" + i, unit.publish("telemetry", "m" + i));
            }
            Await.until(
                    "an outcome for each",
                    () -> callbacks.values().stream().allMatch(LinkUnit.RecordingCallback::isSettled));
            assertThat(callbacks.values()).allMatch(each -> each.isAcknowledged() || each.isFailed());
            Set<String> acknowledged = callbacks.entrySet().stream()
                    .filter(each -> each.getValue().isAcknowledged())
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            Await.until(
                    "all acknowledged ones are there",
                    () -> subscription.all().stream()
                            .map(ReceivedMessage::text)
                            .collect(Collectors.toSet())
                            .containsAll(acknowledged));
            // at each cut, queued messages and those in flight may fail
            assertThat(acknowledged).hasSizeGreaterThan(500);
            assertThat(network.mostOpen()).isEqualTo(1);
            assertThat(unit.connects.get()).isGreaterThan(1);
        }
    }

    @Test
    @Announces("refuses messages to outrider/v1/other/presence: not authorized \\(0x87\\)")
    void aRefusedMessageFailsAndIsLoggedOnce() {
        Mosquitto.BrokerConfig config =
                new Mosquitto.BrokerConfig().users(Map.of("u1", "secret")).ownTopicsOnly();
        try (Mosquitto broker = Mosquitto.configured(folder, config);
                LinkUnit unit = new LinkUnit(
                        LinkUnit.password(broker.port(), "u1", CertificateFiles.secret(folder, "secret")),
                        "other",
                        true,
                        LinkUnit.FAST)) {
            unit.awaitConnected();
            LinkUnit.RecordingCallback first = unit.publish("job", "1");
            LinkUnit.RecordingCallback second = unit.publish("job", "2");
            Await.until("both failed", () -> first.isFailed() && second.isFailed());
            assertThat(unit.connects).hasValue(1);
            assertThat(unit.disconnects)
                    .as("%s %s", unit.link.health().facts(), broker.log())
                    .hasValue(0);
        }
    }

    @Test
    @Announces("did not acknowledge a message within 2 s")
    void aMessageWithoutAcknowledgementEndsTheConnectionAndFails() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy network = new LossProxy(broker.port());
                LinkUnit unit = new LinkUnit(network.port()).awaitConnected()) {
            network.mode(LossProxy.LossMode.STALL);
            LinkUnit.RecordingCallback callback = unit.publish("job", "{}");
            Await.until("failed", callback::isFailed);
            Await.until("told", () -> unit.disconnects.get() == 1);
            network.mode(LossProxy.LossMode.PASS);
            unit.awaitConnected();
            assertThat(network.mostOpen()).isEqualTo(1);
        }
    }

    @Test
    void aMessageWithoutSubscriberIsReportedAsUnheard() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitConnected();
            LinkUnit.RecordingCallback callback = unit.publish("telemetry", "{}");
            Await.until("the receipt", callback::isSettled);
            assertThat(callback.unheard).hasValue(1);
        }
    }
}
