package io.outrider.service.broker;

import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USERNAME_OR_PASSWORD;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_NOT_AUTHORIZED;
import static io.netty.handler.codec.mqtt.MqttQoS.AT_LEAST_ONCE;
import static io.netty.handler.codec.mqtt.MqttQoS.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.mqtt.MqttConnAckVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.BrokerLinks;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.link.UnitMessageHandler;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import io.outrider.testkit.TimeoutFactor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packets and connections that no MQTT client makes: units stay within their topics, and others are let in. */
@Tag("slow")
class HostileMqttTest {
    private static final String SECRET = "unit-secret";
    /** Beginning of a CONNECT whose properties have 255 MB, all of them User Properties. */
    private static final byte[] LONG_CONNECT = HexFormat.of().parseHex("10ffffff7f00044d51545405c2003cf0feff7f");

    private static final String OWN = "outrider/v1/van-12/";
    private static final String OTHER = "outrider/v1/van-13/";

    /** Topic Alias invalid, Not authorized (MQTT 5.0, 2.4). */
    private static final int ALIAS_INVALID = 0x94;

    private static final int NOT_AUTHORIZED = 0x87;

    @TempDir
    Path folder;

    private final int port = Mosquitto.freePort();
    private final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
    private final List<RawMqtt> clients = new ArrayList<>();
    private ServedAccounts served;
    private EmbeddedBroker broker;
    private BrokerLinks link;

    @BeforeEach
    void start() {
        served = new ServedAccounts(DatabaseUrl.Kind.SQLITE, folder);
        for (String unit : List.of("van-12", "van-13")) {
            served.enrolled(unit, SECRET);
        }
        broker = TestBroker.start(port, folder.resolve("broker"), served);
        UnitMessageHandler handler = (unit, payload, retained) -> {
            received.add(unit + " " + new String(payload, StandardCharsets.UTF_8));
            return CompletableFuture.completedStage(null);
        };
        link = new BrokerLinks(port, Map.of("return", handler, "presence", handler));
    }

    @AfterEach
    void stop() throws IOException {
        for (RawMqtt each : clients) {
            each.close();
        }
        link.close();
        broker.close();
        served.close();
    }

    private RawMqtt client() throws IOException {
        RawMqtt client = new RawMqtt(port);
        clients.add(client);
        return client;
    }

    private RawMqtt unit(String unit) throws IOException {
        return client().connected(unit, SECRET);
    }

    private static MqttMessage answer(RawMqtt client) throws IOException {
        return client.answer(TimeoutFactor.scaled(Duration.ofSeconds(20)));
    }

    /** Publishes with an alias, and returns the reason code of the PUBACK, or of the DISCONNECT; -1 if the connection ends. */
    private static int publish(RawMqtt unit, String topic, int alias, String payload) throws IOException {
        unit.send(unit.bytes(RawMqtt.publishPacket(1, topic, alias, AT_LEAST_ONCE, false, payload)));
        MqttMessage answer = answer(unit);
        if (answer == null) {
            return -1;
        }
        if (answer.variableHeader() instanceof MqttPubReplyMessageVariableHeader reply) {
            return reply.reasonCode() & 0xff;
        }
        assertThat(answer.fixedHeader().messageType()).isEqualTo(MqttMessageType.DISCONNECT);
        assertThat(answer(unit)).as("after a DISCONNECT").isNull();
        return ((MqttReasonCodeAndPropertiesVariableHeader) answer.variableHeader()).reasonCode() & 0xff;
    }

    private void othersAreServed() throws IOException {
        received.clear();
        assertThat(publish(unit("van-13"), OTHER + "return", 0, "served")).isZero();
        Await.until("the message arrives", () -> received.contains("van-13 served"));
    }

    @Test
    void anAliasReachesOwnTopicsOnly() throws IOException {
        RawMqtt unit = unit("van-12");
        assertThat(publish(unit, OWN + "return", 1, "a")).isZero();
        assertThat(publish(unit, "", 1, "b")).isZero();
        for (String forbidden :
                List.of(OTHER + "return", OWN + "command", "$SYS/x", "#", OWN + "+", OWN + "return/#")) {
            if (forbidden.contains("#") || forbidden.contains("+")) {
                assertThat(publish(unit("van-12"), forbidden, 1, "x"))
                        .as(forbidden)
                        .isNotZero();
                continue;
            }
            unit = unit("van-12");
            assertThat(publish(unit, forbidden, 2, "x")).as(forbidden).isEqualTo(NOT_AUTHORIZED);
            assertThat(publish(unit, "", 2, "x")).as(forbidden).isEqualTo(NOT_AUTHORIZED);
            assertThat(publish(unit, OWN + "return", 2, "c")).isZero();
            assertThat(publish(unit, forbidden, 2, "x")).as(forbidden).isEqualTo(NOT_AUTHORIZED);
        }
        // the connection's end may pass the DISCONNECT
        assertThat(publish(unit("van-12"), OWN + "return", 60_000, "x")).isIn(ALIAS_INVALID, -1);
        assertThat(publish(unit("van-12"), "", 1, "x"))
                .as("of a connection before")
                .isIn(ALIAS_INVALID, -1);
        othersAreServed();
        assertThat(received).containsExactly("van-13 served");
    }

    /** Connects as the unit does, which keeps its session and leaves a will. */
    private boolean isSessionPresent(RawMqtt unit) throws IOException {
        MqttProperties properties = new MqttProperties();
        properties.add(new MqttProperties.IntegerProperty(17, 3600)); // Session Expiry Interval
        unit.send(unit.bytes(MqttMessageBuilders.connect()
                .protocolVersion(MqttVersion.MQTT_5)
                .properties(properties)
                .clientId("van-12")
                .cleanSession(false)
                .username("van-12")
                .password(SECRET.getBytes(StandardCharsets.UTF_8))
                .willFlag(true)
                .willTopic(OWN + "presence")
                .willQoS(AT_LEAST_ONCE)
                .willMessage("gone".getBytes(StandardCharsets.UTF_8))
                .keepAlive(60)
                .build()));
        return ((MqttConnAckVariableHeader) answer(unit).variableHeader()).isSessionPresent();
    }

    @ParameterizedTest
    @EnumSource(names = {"MQTT_3_1_1", "MQTT_5"})
    void aStrangerWithAUnitsIdEndsNeitherItsSessionNorItsWill(MqttVersion version) throws IOException {
        RawMqtt unit = client();
        isSessionPresent(unit);
        for (String password : Arrays.asList(null, "wrong", SECRET + " ")) {
            for (boolean clean : new boolean[] {true, false}) {
                RawMqtt stranger = client();
                var connect = MqttMessageBuilders.connect()
                        .protocolVersion(version)
                        .clientId("van-12")
                        .cleanSession(clean);
                if (password != null) {
                    connect.username("van-12").password(password.getBytes(StandardCharsets.UTF_8));
                }
                stranger.send(stranger.bytes(connect.build()));
                var refusal = (MqttConnAckVariableHeader) answer(stranger).variableHeader();
                assertThat(refusal.connectReturnCode())
                        .isEqualTo(
                                version == MqttVersion.MQTT_5
                                        ? CONNECTION_REFUSED_BAD_USERNAME_OR_PASSWORD
                                        : CONNECTION_REFUSED_NOT_AUTHORIZED);
                assertThat(answer(stranger)).as("behind the refusal").isNull();
            }
        }
        assertThat(publish(unit, OWN + "return", 0, "still connected")).isZero();
        unit.close();
        Await.until("the will arrives", () -> received.contains("van-12 gone"));
        assertThat(isSessionPresent(client())).isTrue();
    }

    @Test
    void theFirstMessageOfAUnitMayBeALargeOne() throws IOException {
        assertThat(publish(unit("van-12"), OWN + "return", 0, "x".repeat(1_500_000)))
                .isZero();
        Await.until("the message arrives", () -> received.size() == 1);
    }

    @Test
    void whatIsNoMqttEndsTheConnection() throws IOException {
        RawMqtt maker = unit("van-12");
        byte[] connect = maker.bytes(RawMqtt.connectPacket("van-12", SECRET));
        byte[] publish = maker.bytes(RawMqtt.publishPacket(1, OWN + "return", 0, AT_LEAST_ONCE, false, "x"));
        for (int i = 1; i < connect.length; i++) {
            RawMqtt cut = client();
            cut.send(Arrays.copyOf(connect, i));
            cut.close();
        }
        for (int i = 1; i < publish.length; i++) {
            RawMqtt cut = unit("van-12");
            cut.send(Arrays.copyOf(publish, i));
            cut.close();
        }
        HexFormat hex = HexFormat.of();
        // a packet whose end is missing takes these for its own, up to its limit
        byte[] pings = hex.parseHex("c000".repeat(1_000));
        for (String beforeConnect : List.of(
                "c000c000c000c000", // PINGREQ
                "820a0001000004612f622f0000", // SUBSCRIBE
                hex.formatHex(publish),
                "e000e000e000e000", // DISCONNECT
                "0000000000000000",
                "f000f000f000f000",
                "10ffffffffff7f00044d515454",
                "160301020001000001fc0303")) {
            RawMqtt client = client();
            client.send(hex.parseHex(beforeConnect));
            Await.until("the connection ends: " + beforeConnect, () -> !client.send(pings));
        }
        for (String behindConnect : List.of(
                hex.formatHex(connect),
                "0000",
                "3000", // PUBLISH without a topic
                "3607000161000100" + "62", // with QoS 3
                "2003000000", // CONNACK
                "30ffffffff7f")) { // length of five bytes
            RawMqtt client = unit("van-12");
            client.send(hex.parseHex(behindConnect));
            Await.until("the connection ends: " + behindConnect, () -> !client.send(pings));
        }
        for (String topic : List.of("\0", "\ufffe", "/", "//", OWN, OWN + "return\0", OWN + "return/")) {
            assertThat(publish(unit("van-12"), topic, 0, "x")).as(topic).isNotZero();
        }
        othersAreServed();
        assertThat(received).containsExactly("van-13 served");
    }

    @Test
    void aStrangersPacketIsNotGatheredBeyond64KiB() throws IOException {
        RawMqtt client = client();
        byte[] property = userProperty();
        client.send(LONG_CONNECT);
        client.send(property);
        client.send(property);
        assertThat(answer(client)).as("the connection ends").isNull();
        othersAreServed();
    }

    @Test
    void aStrangerHasNoMoreForAPacketBeforeItsConnect() throws IOException {
        RawMqtt client = client();
        client.send(HexFormat.of().parseHex("c000c000c000c000")); // PINGREQ
        assertThat(answer(client)).as("the connection ends").isNull();
        othersAreServed();
    }

    /** User Property of 64 KiB (MQTT 5.0, 3.1.2.11.8). */
    private static byte[] userProperty() {
        byte[] property = new byte[3 + 1 + 2 + 65_000];
        property[0] = 38;
        property[2] = 1;
        property[3] = 'a';
        property[4] = (byte) (65_000 >> 8);
        property[5] = (byte) 65_000;
        return property;
    }

    @Test
    void aPacketOfAQuarterOfAGigabyteIsNotGathered() throws IOException {
        RawMqtt client = client();
        client.send(LONG_CONNECT);
        byte[] property = userProperty();
        int sent = 0;
        while (sent < 300 && client.send(property)) {
            sent++;
        }
        assertThat(sent).as("packets of 64 KiB that the broker takes").isLessThan(300);
        othersAreServed();
    }

    @Test
    void aThousandConnectionsThatSayNothingKeepNobodyOutAndEnd() throws IOException {
        byte[] connect = client().bytes(RawMqtt.connectPacket("van-12", SECRET));
        for (int i = 0; i < 1000; i++) {
            client().send(Arrays.copyOf(connect, new int[] {0, 3, 20}[i % 3]));
        }
        othersAreServed();
        for (int i = 0; i < 1000; i++) {
            if (i % 3 != 2) { // those with a part of a CONNECT end when the broker's keep-alive is over, after 90 s
                assertThat(answer(clients.get(1 + i))).isNull();
            }
        }
    }

    @Test
    void ofManyRetainedMessagesTheLastIsKept() throws IOException {
        RawMqtt unit = unit("van-12");
        for (int i = 0; i < 2000; i++) {
            unit.send(unit.bytes(RawMqtt.publishPacket(1, OWN + "presence", 0, AT_LEAST_ONCE, true, "p" + i)));
            assertThat(answer(unit)).isNotNull();
        }
        othersAreServed();
    }

    @Test
    void messagesThatAreNeverReleasedArriveOnceAndHoldUpNobody() throws IOException {
        RawMqtt unit = unit("van-12");
        for (int round = 0; round < 2; round++) {
            for (int id = 1; id <= 2000; id++) {
                unit.send(unit.bytes(RawMqtt.publishPacket(id, OWN + "return", 0, EXACTLY_ONCE, false, "q" + id)));
                assertThat(answer(unit).fixedHeader().messageType()).isEqualTo(MqttMessageType.PUBREC);
            }
        }
        Await.until("all arrive", () -> received.contains("van-12 q2000"));
        assertThat(received).hasSize(2000);
        othersAreServed();
    }
}
