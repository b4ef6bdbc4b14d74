package io.outrider.agent.fleet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.MqttPair;
import io.outrider.testkit.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits and refusals of a broker. */
class BrokersRulesTest {
    @TempDir
    Path folder;

    @Test
    @Announces("refuses the subscription to outrider/v1/u1/command: not authorized \\(0x87\\)")
    void aRefusedSubscriptionIsAProblemWhileTheConnectionLasts() throws Exception {
        Path rules = Files.writeString(
                folder.resolve("rules.json"),
                "{\"defaultACLAccess\":{\"publishClientSend\":true,\"publishClientReceive\":true,"
                        + "\"subscribe\":false,\"unsubscribe\":true},\"clients\":[],\"groups\":[],\"roles\":[]}");
        Mosquitto.BrokerConfig config = new Mosquitto.BrokerConfig()
                .listenerLine("plugin " + Programs.library("mosquitto_dynamic_security.so", "mosquitto"))
                .listenerLine("plugin_opt_config_file " + rules);
        try (Mosquitto broker = Mosquitto.configured(folder, config);
                LinkUnit unit = new LinkUnit(broker.port()).awaitConnected()) {
            assertThat(unit.link.health().problems())
                    .hasSize(2)
                    .allMatch(each -> each.contains("refuses the subscription")
                            && each.contains("check what it allows this unit"));
            Await.until("publishing works", unit.publish("job", "{}")::isAcknowledged);
            assertThat(unit.link.health().facts()).containsEntry("state", "connected");
        }
    }

    @Test
    @Announces("refuses messages to outrider/v1/u1/(presence|job): not authorized \\(0x87\\)")
    void refusedMessagesAreAProblemWhileTheConnectionLasts() {
        Mosquitto.BrokerConfig config = new Mosquitto.BrokerConfig()
                .users(Map.of("u1", "secret"))
                .acl("pattern read outrider/v1/%u/#", "pattern write outrider/v1/%u/telemetry");
        String password = io.outrider.agent.fleet.mqtt.CertificateFiles.secret(folder, "secret");
        try (Mosquitto broker = Mosquitto.configured(folder, config);
                LinkUnit unit = new LinkUnit(LinkUnit.password(broker.port(), "u1", password)).awaitConnected()) {
            LinkUnit.RecordingCallback forbidden = unit.publish("job", "1");
            Await.until("refused", forbidden::isFailed);
            assertThat(forbidden.refusal).hasValue("refused by the broker: not authorized (0x87)");
            Await.until("refused", unit.publish("job", "2")::isFailed);
            Await.until("taken", unit.publish("telemetry", "3")::isAcknowledged);
            assertThat(unit.link.health().problems())
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains("outrider/v1/u1/job", "does not allow this unit to publish there");
        }
    }

    @Test
    @Announces("it wants \\[link] user and password_file, or certificate and key")
    void aUnitWithoutCredentialsIsAdvisedOfThem() {
        try (Mosquitto broker =
                        Mosquitto.configured(folder, new Mosquitto.BrokerConfig().users(Map.of("u1", "secret")));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitError("not authorized (0x87); it wants [link] user");
        }
    }

    @Test
    void theBrokersKeepaliveCountsFromTheFirstPingOn() throws Exception {
        Ticker ticker = Ticker.system();
        try (Mosquitto broker =
                Mosquitto.configured(folder, new Mosquitto.BrokerConfig().brokerLine("max_keepalive 10"))) {
            LinkSettings settings = LinkUnit.keepalive(broker.port(), 3_600);
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
                assertThat(session.inbox.poll(10, TimeUnit.SECONDS)).isInstanceOf(SessionEvent.Connected.class);
                assertThat(session.pingAt() - ticker.nanos())
                        .isBetween(0L, Duration.ofSeconds(10).toNanos());
            } finally {
                session.end();
                assertThat(session.awaitTermination(Duration.ofSeconds(5))).isTrue();
            }
        }
    }

    @Test
    @Announces("takes packets of at most 2000 bytes: a message of 5000 bytes to outrider/v1/u1/job")
    void aMessageAboveTheBrokersLimitFailsAlone() {
        try (Mosquitto broker =
                        Mosquitto.configured(folder, new Mosquitto.BrokerConfig().brokerLine("max_packet_size 2000"));
                LinkUnit unit = new LinkUnit(broker.port()).awaitConnected()) {
            LinkUnit.RecordingCallback tooLong = unit.publish("job", new byte[5_000]);
            Await.until("failed", tooLong::isFailed);
            assertThat(tooLong.unsent).hasValue(1);
            assertThat(tooLong.refusal).hasValue("longer than the broker takes, which is 2000 bytes for good");
            Await.until("taken", unit.publish("job", new byte[1_900])::isAcknowledged);
            assertThat(unit.connects).hasValue(1);
        }
    }

    @Test
    @Announces("dropped a message to outrider/v1/u2/command, which is none of this unit's topics")
    void messagesOfAnOldSubscriptionAreDroppedAndAcknowledged() {
        try (Mosquitto broker = Mosquitto.open(folder);
                MqttPair fleet = new MqttPair(broker)) {
            Programs.run(List.of(
                    Programs.find("mosquitto_sub", "mosquitto-clients"),
                    "-V",
                    "mqttv5",
                    "-p",
                    String.valueOf(broker.port()),
                    "-i",
                    "u1",
                    "-c",
                    "-x",
                    "3600",
                    "-q",
                    "1",
                    "-t",
                    "outrider/v1/u2/command",
                    "-E"));
            try (LinkUnit unit = new LinkUnit(broker.port()).awaitConnected()) {
                fleet.publish("outrider/v1/u2/command", "foreign");
                fleet.publish("outrider/v1/u1/command", "own");
                Await.until("its own", () -> unit.texts().equals(List.of("own")));
                assertThat(unit.metric("link_messages_received_total")).isEqualTo(2);
            }
            // else it would be delivered again
            try (LinkUnit unit = new LinkUnit(broker.port()).awaitConnected()) {
                fleet.publish("outrider/v1/u1/command", "again");
                Await.until("the next", () -> unit.texts().equals(List.of("again")));
                assertThat(unit.metric("link_messages_received_total")).isEqualTo(1);
            }
        }
    }
}
