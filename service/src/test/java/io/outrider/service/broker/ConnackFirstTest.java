package io.outrider.service.broker;

import static io.netty.handler.codec.mqtt.MqttMessageType.CONNACK;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBACK;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBLISH;
import static io.netty.handler.codec.mqtt.MqttMessageType.SUBACK;
import static io.netty.handler.codec.mqtt.MqttQoS.AT_LEAST_ONCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.util.ReferenceCountUtil;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.BrokerLinks;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.link.UnitLink.UnitMessage;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnackFirstTest {
    private static final String SECRET = "unit-secret";
    private static final String TOPIC = "outrider/v1/van-12/command";
    private static final int SESSION_EXPIRY = 17; // MQTT 5.0, 3.1.2.11.2

    private final EmbeddedChannel channel = new EmbeddedChannel(new ConnackFirst());

    private MqttMessage sent() {
        return channel.readOutbound();
    }

    private static MqttMessage message(int id) {
        return RawMqtt.publishPacket(id, TOPIC, 0, AT_LEAST_ONCE, false, "message");
    }

    private static int id(MqttMessage message) {
        ReferenceCountUtil.release(message);
        return ((MqttPublishMessage) message).variableHeader().packetId();
    }

    @Test
    void whatTheBrokerSendsBeforeConnackFollowsItInItsOrder() {
        channel.writeOutbound(message(1), message(2));
        assertThat(sent()).isNull();
        channel.writeOutbound(MqttMessageBuilders.connAck()
                .returnCode(MqttConnectReturnCode.CONNECTION_ACCEPTED)
                .build());
        channel.writeOutbound(message(3));
        assertThat(sent().fixedHeader().messageType()).isEqualTo(CONNACK);
        for (int i = 1; i <= 3; i++) {
            assertThat(id(sent())).isEqualTo(i);
        }
    }

    @Test
    void whatWaitsForAConnackThatNeverComesIsReleased() {
        MqttMessage message = message(1);
        channel.writeOutbound(message);
        channel.close();
        assertThat(ReferenceCountUtil.refCnt(message)).isZero();
    }

    private static MqttMessage connect() {
        MqttMessage connect = RawMqtt.connectPacket("van-12", SECRET, 10);
        ((MqttConnectMessage) connect).variableHeader().properties().add(new IntegerProperty(SESSION_EXPIRY, 3_600));
        return connect;
    }

    private static void assertAnswer(RawMqtt unit, MqttMessageType type) throws IOException {
        MqttMessage answer = unit.answer(TimeoutFactor.scaled(Duration.ofSeconds(30)));
        assertThat(answer).as("null if the broker has ended the connection").isNotNull();
        ReferenceCountUtil.release(answer);
        assertThat(answer.fixedHeader().messageType()).isEqualTo(type);
    }

    /** Uploads of another unit, one after the other: what the broker writes for a connection waits for theirs. */
    private static void upload(int port, AtomicBoolean stopped) {
        try (RawMqtt other = new RawMqtt(port).connected("van-13", SECRET)) {
            byte[] upload = other.bytes(
                    RawMqtt.publishPacket(1, "outrider/v1/van-13/return", 0, AT_LEAST_ONCE, false, "x".repeat(1_000)));
            while (!stopped.get()) {
                other.send(upload);
                assertAnswer(other, PUBACK);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Session with ten messages that are never acknowledged. */
    private static void leaveMessages(int port, BrokerLinks link) throws IOException {
        try (RawMqtt unit = new RawMqtt(port)) {
            unit.send(unit.bytes(connect()));
            assertAnswer(unit, CONNACK);
            unit.send(unit.bytes(MqttMessageBuilders.subscribe()
                    .messageId(1)
                    .addSubscription(AT_LEAST_ONCE, TOPIC)
                    .build()));
            assertAnswer(unit, SUBACK);
        }
        for (int i = 0; i < 10; i++) {
            link.publish(new UnitMessage("van-12", "command", new byte[1], false, Duration.ofHours(1)))
                    .toCompletableFuture()
                    .join();
        }
    }

    @Test
    @Tag("slow")
    void aUnitForWhichMessagesWaitGetsConnackBeforeThem(@TempDir Path folder) throws Exception {
        int port = Mosquitto.freePort();
        AtomicBoolean stopped = new AtomicBoolean();
        try (ServedAccounts served = new ServedAccounts(DatabaseUrl.Kind.SQLITE, folder)) {
            served.enrolled("van-12", SECRET);
            served.enrolled("van-13", SECRET);
            try (EmbeddedBroker broker = TestBroker.start(port, folder.resolve("broker"), served);
                    BrokerLinks link = new BrokerLinks(
                            port,
                            Map.of("return", (unit, payload, retained) -> CompletableFuture.completedStage(null)))) {
                leaveMessages(port, link);
                CompletableFuture<Void> uploads = CompletableFuture.runAsync(() -> upload(port, stopped));
                try {
                    for (int i = 0; i < 300; i++) { // of 400 some ten began with a message
                        try (RawMqtt unit = new RawMqtt(port)) {
                            unit.send(unit.bytes(connect()));
                            assertAnswer(unit, CONNACK);
                            assertAnswer(unit, PUBLISH);
                        }
                    }
                } finally {
                    stopped.set(true);
                    uploads.join();
                }
            }
        }
    }
}
