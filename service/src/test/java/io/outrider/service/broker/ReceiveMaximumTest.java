package io.outrider.service.broker;

import static io.netty.handler.codec.mqtt.MqttQoS.AT_LEAST_ONCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.BrokerLinks;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.link.UnitLink.UnitMessage;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Units take one message at a time, as the agent does: of all their topics each comes when the one before is acknowledged. */
@Tag("slow")
class ReceiveMaximumTest {
    private static final String SECRET = "unit-secret";

    @TempDir
    Path folder;

    private final int port = Mosquitto.freePort();
    private ServedAccounts served;
    private EmbeddedBroker broker;
    private BrokerLinks link;

    @BeforeEach
    void start() {
        served = new ServedAccounts(DatabaseUrl.Kind.SQLITE, folder);
        served.enrolled("van-12", SECRET);
        broker = TestBroker.start(port, folder.resolve("broker"), served);
        link = new BrokerLinks(
                port, Map.of("return", (unit, payload, retained) -> CompletableFuture.completedStage(null)));
    }

    @AfterEach
    void stop() {
        link.close();
        broker.close();
        served.close();
    }

    private static MqttMessage answer(RawMqtt unit) throws IOException {
        return unit.answer(TimeoutFactor.scaled(Duration.ofSeconds(10)));
    }

    private RawMqtt unit() throws IOException {
        RawMqtt unit = new RawMqtt(port);
        unit.send(unit.bytes(RawMqtt.connectPacket("van-12", SECRET, 1)));
        assertThat(answer(unit).fixedHeader().messageType()).isEqualTo(MqttMessageType.CONNACK);
        unit.send(unit.bytes(MqttMessageBuilders.subscribe()
                .messageId(1)
                .addSubscription(AT_LEAST_ONCE, "outrider/v1/van-12/command")
                .addSubscription(AT_LEAST_ONCE, "outrider/v1/van-12/desired")
                .build()));
        assertThat(answer(unit).fixedHeader().messageType()).isEqualTo(MqttMessageType.SUBACK);
        return unit;
    }

    private void publish(String name, int number) {
        byte[] payload = Integer.toString(number).getBytes(StandardCharsets.UTF_8);
        link.publish(new UnitMessage("van-12", name, payload, false, Duration.ofMinutes(5)))
                .toCompletableFuture()
                .join();
    }

    @Test
    void whatCameToAnotherTopicMeanwhileFollowsTheAcknowledgement() throws IOException {
        try (RawMqtt unit = unit()) {
            for (int i = 0; i < 20; i++) {
                publish(i % 2 == 0 ? "desired" : "command", i);
            }
            for (int i = 0; i < 20; i++) {
                MqttPublishMessage message = (MqttPublishMessage) answer(unit);
                int id = message.variableHeader().packetId();
                message.release();
                unit.send(unit.bytes(MqttMessageBuilders.pubAck().packetId(id).build()));
            }
        }
    }
}
