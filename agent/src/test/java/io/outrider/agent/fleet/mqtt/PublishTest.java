package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import io.outrider.testkit.MqttPair.Got;
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
            MqttPair.Heard heard = fleet.subscribe("#");
            unit.awaitConnected();
            LinkUnit.Verdict verdict = unit.publish("return", "{}");
            assertThat(heard.await(got -> got.topic().equals("outrider/v1/u1/return"))
                            .text())
                    .isEqualTo("{}");
            Await.until("the receipt", verdict::isAcknowledged);
            assertThat(unit.metric("link_bytes_sent_total")).isPositive();
            assertThat(unit.metric("link_bytes_received_total")).isPositive();
            assertThat(unit.metric("link_window_in_flight")).isZero();
        }
    }

    @Test
    void publishFailsWithoutAConnection() {
        try (LinkUnit unit = new LinkUnit(Mosquitto.freePort())) {
            LinkUnit.Verdict verdict = new LinkUnit.Verdict();
            assertThat(unit.link.publish(new OutboundMessage("job", new byte[1], false), verdict))
                    .isFalse();
            assertThat(verdict.given()).isFalse();
        }
    }

    @Test
    void aBurstLargerThanTheWindowArrivesCompletely() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker);
                LinkUnit unit = new LinkUnit(broker.port())) {
            MqttPair.Heard heard = fleet.subscribe("outrider/v1/u1/telemetry");
            unit.awaitConnected();
            List<LinkUnit.Verdict> verdicts = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                verdicts.add(unit.publish("telemetry", "m" + i));
            }
            Await.until("all acknowledged", () -> verdicts.stream().allMatch(LinkUnit.Verdict::isAcknowledged));
            Await.until("all heard", () -> heard.all().size() == 2_000);
            assertThat(heard.all().stream().map(Got::text))
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
            MqttPair.Heard heard = fleet.subscribe("outrider/v1/u1/telemetry");
            unit.awaitConnected();
            Map<String, LinkUnit.Verdict> verdicts = new java.util.LinkedHashMap<>();
            for (int i = 0; i < 2_000; i++) {
                if (i % 400 == 399) {
                    LinkUnit.Verdict earlier = verdicts.get("m" + (i - 100));
                    Await.until("most have gone out before the cut", earlier::given);
                    network.cut();
                }
                verdicts.put("m" + i, unit.publish("telemetry", "m" + i));
            }
            Await.until("a verdict for each", () -> verdicts.values().stream().allMatch(LinkUnit.Verdict::given));
            assertThat(verdicts.values()).allMatch(each -> each.isAcknowledged() || each.isFailed());
            Set<String> acknowledged = verdicts.entrySet().stream()
                    .filter(each -> each.getValue().isAcknowledged())
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            Await.until(
                    "all acknowledged ones are there",
                    () -> heard.all().stream()
                            .map(Got::text)
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
        Mosquitto.Lock lock = new Mosquitto.Lock().users(Map.of("u1", "secret")).confined();
        try (Mosquitto broker = Mosquitto.locked(folder, lock);
                LinkUnit unit = new LinkUnit(
                        LinkUnit.password(broker.port(), "u1", CertificateFiles.secret(folder, "secret")),
                        "other",
                        true,
                        LinkUnit.FAST)) {
            unit.awaitConnected();
            LinkUnit.Verdict first = unit.publish("job", "1");
            LinkUnit.Verdict second = unit.publish("job", "2");
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
            network.mode(LossProxy.Mode.STALL);
            LinkUnit.Verdict verdict = unit.publish("job", "{}");
            Await.until("failed", verdict::isFailed);
            Await.until("told", () -> unit.disconnects.get() == 1);
            network.mode(LossProxy.Mode.PASS);
            unit.awaitConnected();
            assertThat(network.mostOpen()).isEqualTo(1);
        }
    }

    @Test
    void aMessageWithoutSubscriberIsReportedAsUnheard() {
        try (Mosquitto broker = Mosquitto.open(folder);
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitConnected();
            LinkUnit.Verdict verdict = unit.publish("telemetry", "{}");
            Await.until("the receipt", verdict::given);
            assertThat(verdict.unheard).hasValue(1);
        }
    }
}
