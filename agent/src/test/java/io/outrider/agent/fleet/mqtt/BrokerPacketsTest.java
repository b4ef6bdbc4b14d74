package io.outrider.agent.fleet.mqtt;

import static io.outrider.agent.fleet.mqtt.MockBroker.CONNECT;
import static io.outrider.agent.fleet.mqtt.MockBroker.PUBACK;
import static io.outrider.agent.fleet.mqtt.MockBroker.PUBLISH;
import static io.outrider.agent.fleet.mqtt.MockBroker.SUBSCRIBE;
import static io.outrider.agent.fleet.mqtt.MockBroker.identifier;
import static io.outrider.agent.fleet.mqtt.MockBroker.join;
import static io.outrider.agent.fleet.mqtt.MockBroker.packet;
import static io.outrider.agent.fleet.mqtt.MockBroker.publish;
import static io.outrider.agent.fleet.mqtt.MockBroker.userProperties;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handling of packets that no real broker sends. */
@Tag("slow")
class BrokerPacketsTest {
    private static final int MANY = 400_000;
    private static final byte[] NONE = {0};

    /** Broker that replaces packets of the given types. */
    private static MockBroker broker(Map<Integer, UnaryOperator<byte[]>> script) {
        return new MockBroker() {
            @Override
            byte[] answer(int type, byte[] body) {
                return script.containsKey(type) ? script.get(type).apply(body) : super.answer(type, body);
            }
        };
    }

    private static MockBroker afterSubscribing(byte[] sent) {
        return broker(Map.of(SUBSCRIBE, body -> join(packet(0x90, new byte[] {body[0], body[1], 0, 1, 1}), sent)));
    }

    private static byte[] disconnect(int code, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        return packet(0xE0, new byte[] {(byte) code, (byte) (text.length + 3), 0x1F, 0, (byte) text.length}, text);
    }

    static Stream<Arguments> packetsThatEndTheConnection() {
        return Stream.of(
                Arguments.of(
                        publish(0x32, new byte[] {-1, -1, -1, 0x7F}, new byte[1]),
                        "PUBLISH whose properties reach beyond"),
                Arguments.of(packet(0x32, new byte[] {-1, -1, 0, 0, 0}), "PUBLISH whose topic reaches beyond"),
                Arguments.of(publish(0x36, NONE, new byte[3]), "PUBLISH with QoS 3"),
                Arguments.of(publish(0x34, NONE, new byte[3]), "PUBLISH with QoS 2"),
                Arguments.of(packet(0x30, new byte[] {0, 0, 3, 0x23, 0, 5}), "PUBLISH without a topic"),
                Arguments.of(packet(0x50, new byte[] {0, 1}), "a PUBREC, which the unit does not expect"),
                Arguments.of(packet(0xF0, new byte[] {0x18, 0}), "an AUTH, which the unit does not expect"),
                Arguments.of(packet(0x00), "a packet of type 0, which the unit does not expect"),
                Arguments.of(packet(0x30, new byte[] {0, 1, 0, 0}), "sent a packet that MQTT does not allow"),
                Arguments.of(
                        packet(0x40, new byte[] {0, 1, 0}, userProperties(MANY)),
                        "sent a PUBACK of 2000006 bytes; at most 16384 are taken"),
                Arguments.of(
                        packet(0xE0, new byte[] {(byte) 0x8B}, userProperties(MANY)),
                        "sent a DISCONNECT of 2000004 bytes; at most 16384 are taken"),
                Arguments.of(
                        disconnect(0x87, "no\n\u202e\u001b[31m"),
                        "the broker ended the connection: not authorized (0x87); it wants [link] user and password_file,"
                                + " or certificate and key (it says: no???[31m)"),
                Arguments.of(packet(0xE0, new byte[] {(byte) 0xBB}), "ended the connection: an unknown reason (0xbb)"),
                Arguments.of(packet(0xE0), "the broker ended the connection: normal disconnection (0x00)"));
    }

    @ParameterizedTest
    @MethodSource("packetsThatEndTheConnection")
    @Announces("the broker (sent|ended)")
    void aRejectedPacketEndsTheConnectionAndTheUnitReconnects(byte[] sent, String sentence) {
        try (MockBroker broker = afterSubscribing(sent);
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitError(sentence);
            Await.until("it comes again", () -> broker.accepted.get() > 2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x80, 0x83, 0x87, 0x8F, 0x91, 0x97, 0x9E, 0xA1, 0xA2})
    @Announces("the broker refuses the subscription to")
    void aRefusedSubscriptionIsAProblemByItsReasonAndTheConnectionStays(int code) {
        try (MockBroker broker = broker(Map.of(
                        SUBSCRIBE, body -> packet(0x90, new byte[] {body[0], body[1], 0, (byte) code, 1})));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitConnected();
            assertThat(unit.link.health().problems())
                    .singleElement()
                    .satisfies(each -> assertThat(each.toString())
                            .contains("the broker refuses the subscription to", ReasonCodes.name(code)));
            Await.until("acknowledged", unit.publish("job", "{}")::isAcknowledged);
            assertThat(unit.connects).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99})
    void aRefusedMessageFailsByItsReasonAndTheConnectionStays(int code) {
        try (MockBroker broker =
                        broker(Map.of(PUBLISH, body -> packet(0x40, identifier(body), new byte[] {(byte) code})));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitConnected();
            Await.until("failed", unit.publish("job", "{}")::isFailed);
            assertThat(unit.connects).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x80, 0x8A, 0x97, 0x99, 0x9B, 0x9F})
    @Announces("the broker refuses the connection: ")
    void aRefusedConnectionIsAProblemByItsReason(int code) {
        try (MockBroker broker = broker(Map.of(CONNECT, body -> packet(0x20, new byte[] {0, (byte) code, 0})));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitError("the broker refuses the connection: " + ReasonCodes.name(code));
        }
    }

    @Test
    @Announces("the broker sent a packet that MQTT does not allow: a (CONNACK|SUBACK|PUBACK) with the reason code 0x7f")
    void anUnknownReasonCodeIsNamed() {
        try (MockBroker broker = broker(Map.of(CONNECT, body -> packet(0x20, new byte[] {0, 0x7F, 0})));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitError("a CONNACK with the reason code 0x7f");
        }
        try (MockBroker broker =
                        broker(Map.of(SUBSCRIBE, body -> packet(0x90, new byte[] {body[0], body[1], 0, 0x7F, 1})));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitError("a SUBACK with the reason code 0x7f");
        }
        try (MockBroker broker = broker(Map.of(PUBLISH, body -> packet(0x40, identifier(body), new byte[] {0x7F})));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitConnected();
            unit.publish("job", "{}");
            unit.awaitError("a PUBACK with the reason code 0x7f");
        }
    }

    @Test
    @Announces("the broker sent a PUBACK of 2000006 bytes")
    void aTooLongPubackFailsItsMessage() {
        try (MockBroker broker = broker(Map.of(
                        PUBLISH,
                        body -> body.length < 100
                                ? packet(0x40, identifier(body), new byte[] {0}, userProperties(MANY))
                                : packet(0x40, identifier(body))));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitConnected();
            Await.until("failed", unit.publish("job", "{}")::isFailed);
            unit.awaitError("the broker sent a PUBACK of 2000006 bytes");
        }
    }

    @Test
    @Announces("the broker ended the connection: session taken over \\(0x8e\\); somebody else")
    void anEndRightBehindTheConnackIsExplained() {
        try (MockBroker broker = broker(Map.of(
                        CONNECT, body -> join(MockBroker.connack(), packet(0xE0, new byte[] {(byte) 0x8E}))));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitError("session taken over (0x8e)");
        }
    }

    @Test
    @Announces("dropped a message to x")
    void messagesToForeignTopicsAreAllAcknowledgedAndAFewAreLogged() {
        int count = 200;
        byte[][] all = new byte[count][];
        Arrays.fill(all, packet(0x32, new byte[] {0, 1, 'x', 0, 7, 0}));
        AtomicInteger acknowledged = new AtomicInteger();
        try (MockBroker broker = broker(Map.of(
                        SUBSCRIBE, body -> join(packet(0x90, new byte[] {body[0], body[1], 0, 1, 1}), join(all)),
                        PUBACK,
                                body -> {
                                    acknowledged.incrementAndGet();
                                    return new byte[0];
                                }));
                LinkUnit unit = new LinkUnit(broker.port())) {
            Await.until("all are acknowledged", () -> acknowledged.get() == count);
            assertThat(unit.texts()).isEmpty();
        }
    }

    @Test
    void propertiesOfAMessageAreSkippedInAnyNumber() {
        byte[] text = "kept".getBytes(StandardCharsets.UTF_8);
        try (MockBroker broker = afterSubscribing(publish(0x32, userProperties(MANY), text));
                LinkUnit unit = new LinkUnit(broker.port())) {
            Await.until("it has come", () -> unit.texts().contains("kept"));
            assertThat(unit.link.health().problems()).isEmpty();
        }
    }

    @Test
    void messagesBeyondTheReceiveMaximumAreAcceptedAndAcknowledged() {
        int count = 3 * BrokerSocket.MOST_UNWRITTEN;
        byte[] message = publish(0x32, NONE, "one".getBytes(StandardCharsets.UTF_8));
        byte[][] all = new byte[count][];
        Arrays.fill(all, message);
        AtomicInteger acknowledged = new AtomicInteger();
        try (MockBroker broker = broker(Map.of(
                        SUBSCRIBE, body -> join(packet(0x90, new byte[] {body[0], body[1], 0, 1, 1}), join(all)),
                        PUBACK,
                                body -> {
                                    acknowledged.incrementAndGet();
                                    return new byte[0];
                                }));
                LinkUnit unit = new LinkUnit(broker.port())) {
            Await.until("all are acknowledged", () -> acknowledged.get() == count);
            assertThat(unit.texts()).hasSize(count);
        }
    }

    @Test
    void propertiesOfResponsesAreSkippedInAnyNumber() {
        byte[] many = userProperties(3_000);
        try (MockBroker broker = broker(Map.of(
                        CONNECT, body -> packet(0x20, new byte[2], many),
                        SUBSCRIBE, body -> packet(0x90, new byte[] {body[0], body[1]}, many, new byte[] {1, 1}),
                        PUBLISH, body -> packet(0x40, identifier(body), new byte[1], many)));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitConnected();
            Await.until("acknowledged", unit.publish("job", "{}")::isAcknowledged);
            assertThat(unit.link.health().problems()).isEmpty();
            assertThat(unit.connects).hasValue(1);
        }
    }

    @Test
    void aReceiveMaximumOf65535IsAccepted() {
        try (MockBroker broker =
                        broker(Map.of(CONNECT, body -> MockBroker.connack(0x21, 0xFF, 0xFF, 0x22, 0xFF, 0xFF)));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitConnected();
            Await.until("acknowledged", unit.publish("job", "{}")::isAcknowledged);
        }
    }

    @Test
    @Announces("a CONNACK whose (receive maximum|maximum packet size) is 0 \\(protocol error\\)")
    void limitsOfZeroAreAProtocolError() {
        try (MockBroker broker = broker(Map.of(CONNECT, body -> MockBroker.connack(0x21, 0, 0)));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitError("a CONNACK whose receive maximum is 0 (protocol error)");
        }
        try (MockBroker broker = broker(Map.of(CONNECT, body -> MockBroker.connack(0x27, 0, 0, 0, 0)));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitError("a CONNACK whose maximum packet size is 0 (protocol error)");
        }
    }

    @Test
    @Announces("the broker takes packets of at most 20 bytes: a message of [0-9]+ bytes to outrider/v1/u1/presence")
    void aBrokerWithATinyPacketLimitIsOneProblem() {
        try (MockBroker broker = broker(Map.of(CONNECT, body -> MockBroker.connack(0x27, 0, 0, 0, 20)));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitConnected();
            for (int i = 0; i < 16; i++) {
                Await.until("failed", unit.publish("job", "{}")::isFailed);
            }
            assertThat(unit.link.health().problems())
                    .singleElement()
                    .asString()
                    .contains("takes packets of at most 20 bytes", "raise its limit");
        }
    }

    @Test
    @Announces("a SUBACK with [0-9]+ reason codes for 2 subscriptions|more than")
    void aSubackWithAWrongNumberOfCodesIsRejected() {
        for (int codes : new int[] {1, 300}) {
            byte[] all = new byte[codes];
            Arrays.fill(all, (byte) 0x87);
            try (MockBroker broker =
                            broker(Map.of(SUBSCRIBE, body -> packet(0x90, new byte[] {body[0], body[1], 0}, all)));
                    LinkUnit unit = new LinkUnit(broker.port())) {
                unit.awaitError("a SUBACK with " + codes + " reason codes for 2 subscriptions");
            }
        }
    }

    @Test
    @Announces("does not speak MQTT 5")
    void aPacketBeforeTheConnackIsRejected() {
        byte[] message = publish(0x30, NONE, new byte[50]);
        for (byte[] first : new byte[][] {
            message, packet(0x20, new byte[] {0, 1}), "HTTP/1.1 400 \r\n".getBytes(StandardCharsets.UTF_8)
        }) {
            try (MockBroker broker = broker(Map.of(CONNECT, body -> first));
                    LinkUnit unit = new LinkUnit(broker.port())) {
                unit.awaitError("does not speak MQTT 5");
                assertThat(unit.texts()).isEmpty();
            }
        }
    }

    @Test
    @Announces("the broker refuses the connection: not authorized \\(0x87\\); it wants")
    void aRefusedConnectionNamesItsReason() {
        try (MockBroker broker = broker(Map.of(CONNECT, body -> packet(0x20, new byte[] {0, (byte) 0x87, 0})));
                LinkUnit unit = new LinkUnit(broker.port())) {
            unit.awaitError("the broker refuses the connection: not authorized (0x87); it wants [link] user");
        }
    }
}
