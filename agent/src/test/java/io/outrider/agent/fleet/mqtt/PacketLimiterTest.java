package io.outrider.agent.fleet.mqtt;

import static io.outrider.agent.fleet.mqtt.MockBroker.join;
import static io.outrider.agent.fleet.mqtt.MockBroker.packet;
import static io.outrider.agent.fleet.mqtt.MockBroker.userProperties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes passed on to Paho. */
class PacketLimiterTest {
    private static final int LONGEST_PACKET = 100_000;
    private static final int LONGEST_PAYLOAD = 1_000;
    private static final int QOS_1 = 0x32;
    private static final byte[] CONNACK = packet(0x20, new byte[3]);
    private static final byte[] PUBACK = packet(0x40, new byte[] {1, 2, 0, 0});

    private static byte[] publish(int type, byte[] properties, int payload) {
        byte[] text = new byte[payload];
        Arrays.fill(text, (byte) 'x');
        byte[] topic = {0, 3, 'a', '/', 'b'};
        return packet(type, topic, type == QOS_1 ? new byte[] {0x12, 0x34} : new byte[0], properties, text);
    }

    private static byte[] publish(int type, int payload) {
        return publish(type, new byte[1], payload);
    }

    private static byte[] readAll(byte[] sent) throws IOException {
        BrokerAddress broker = BrokerAddress.parse("mqtt://localhost");
        return new PacketLimiter(new ByteArrayInputStream(sent), broker, ended -> {}, LONGEST_PACKET, LONGEST_PAYLOAD)
                .readAllBytes();
    }

    /** Reads behind a CONNACK, which is not returned. */
    private static byte[] read(byte[] sent) throws IOException {
        byte[] all = readAll(join(CONNACK, sent));
        return Arrays.copyOfRange(all, CONNACK.length, all.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 127, 128, 900})
    void packetsUpToTheLimitPassUnchanged(int size) throws IOException {
        byte[] sent = join(publish(QOS_1, size), PUBACK, packet(0xD0), publish(0x30, size));
        assertThat(read(sent)).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x30, QOS_1})
    void aTooLongPayloadIsTruncatedAndTheNextPacketIsComplete(int type) throws IOException {
        byte[] sent = join(publish(type, userProperties(1), 50_000), PUBACK, publish(type, 20_000), PUBACK);
        byte[] cut = publish(type, LONGEST_PAYLOAD);
        assertThat(read(sent)).isEqualTo(join(cut, PUBACK, cut, PUBACK));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 16_000})
    void propertiesOfAMessageAreDropped(int count) throws IOException {
        byte[] after = publish(QOS_1, 3);
        assertThat(read(join(publish(QOS_1, userProperties(count), 10), after)))
                .isEqualTo(join(publish(QOS_1, 10), after));
    }

    @Test
    void responsesKeepTheirReasonCodes() throws IOException {
        byte[] some = userProperties(3);
        assertThat(read(packet(0x40, new byte[] {1, 2}))).isEqualTo(PUBACK);
        assertThat(read(packet(0x40, new byte[] {1, 2, 0x10}, some)))
                .isEqualTo(packet(0x40, new byte[] {1, 2, 0x10, 0}));
        assertThat(read(packet(0x90, new byte[] {1, 2}, some, new byte[] {1, (byte) 0x87})))
                .isEqualTo(packet(0x90, new byte[] {1, 2, 0, 1, (byte) 0x87}));
    }

    /** Paho would end the connection for them. */
    @Test
    void codesThatPahoDoesNotKnowAreUnspecifiedErrorsAndInTheReasonString() throws IOException {
        assertThat(read(packet(0x40, new byte[] {1, 2, (byte) 0x91}))).isEqualTo(packet(0x40, new byte[] {
            1, 2, (byte) 0x80, 5, 0x1F, 0, 2, '9', '1'
        }));
        assertThat(read(packet(0x90, new byte[] {1, 2, 0, 1, (byte) 0xA1}))).isEqualTo(packet(0x90, new byte[] {
            1, 2, 7, 0x1F, 0, 4, '0', '1', 'a', '1', 1, (byte) 0x80
        }));
        assertThat(ResponsePackets.codes(new int[] {1, 0x80}, "01a1")).containsExactly(1, 0xA1);
        assertThat(ResponsePackets.codes(new int[] {1, 0x80}, null)).containsExactly(1, 0x80);
    }

    @Test
    void theConnackKeepsTheBrokersLimits() throws IOException {
        byte[] limits = {0x13, 0, 60, 0x21, 0, 20, 0x22, 0, 10, 0x27, 0, 1, 0, 0};
        byte[] others = {0x11, 0, 0, 0, 9, 0x12, 0, 1, 'x', 0x1F, 0, 2, 'o', 'k', 0x26, 0, 0, 0, 0};
        assertThat(readAll(packet(0x20, new byte[] {1, 0, (byte) (limits.length + others.length)}, others, limits)))
                .isEqualTo(packet(0x20, new byte[] {1, 0, (byte) limits.length}, limits));
    }

    @Test
    void aPacketAboveTheAnnouncedLimitEndsTheStream() {
        assertThatThrownBy(() -> read(publish(QOS_1, LONGEST_PACKET)))
                .isInstanceOf(PacketException.class)
                .hasMessage("the broker sent a PUBLISH of 100008 bytes; at most 100000 are taken");
        for (int type : new int[] {0x40, 0x90, 0xD0, 0xE0}) {
            assertThatThrownBy(() -> read(packet(type, new byte[20_000])))
                    .isInstanceOf(PacketException.class)
                    .hasMessageContaining("of 20000 bytes; at most 16384 are taken");
        }
    }

    @Test
    void anInvalidLengthEndsTheStream() {
        byte[] fiveBytes = {0x30, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 1};
        byte[] longerThanItHasToBe = {0x40, (byte) 0x84, 0, 1, 2, 0, 0};
        byte[] propertiesLikewise = publish(QOS_1, new byte[] {(byte) 0x80, 0}, 100);
        for (byte[] each : new byte[][] {fiveBytes, longerThanItHasToBe, propertiesLikewise}) {
            assertThatThrownBy(() -> read(each))
                    .isInstanceOf(PacketException.class)
                    .hasMessageStartingWith("the broker sent a packet that MQTT does not allow: a length");
        }
    }

    @Test
    void noPacketPassesWithInnerLengthsBeyondItsEnd() throws IOException {
        Random random = new Random(20261122);
        byte[] after = publish(QOS_1, 3);
        int passed = 0;
        int refused = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] hostile = hostile(random);
            try {
                byte[] given = readAll(join(random.nextInt(10) == 0 ? new byte[0] : CONNACK, hostile, after));
                assertThat(Arrays.copyOfRange(given, given.length - after.length, given.length))
                        .as("what follows %s", Arrays.toString(hostile))
                        .isEqualTo(after);
                check(ByteBuffer.wrap(given));
                passed++;
            } catch (PacketException | DisconnectException e) {
                refused++;
            }
        }
        assertThat(passed).isGreaterThan(1_000);
        assertThat(refused).isGreaterThan(1_000);
    }

    /** Packets with valid outer length, some with a changed byte inside, so that inner lengths are wrong. */
    private static byte[] hostile(Random random) {
        int[] types = {0x20, 0x30, QOS_1, QOS_1, 0x34, 0x40, 0x50, 0x62, 0x70, 0x90, 0xB0, 0xD0, 0xE0, 0xF0};
        int type = types[random.nextInt(types.length)];
        byte[] properties = random.nextBoolean()
                ? userProperties(random.nextInt(20))
                : new byte[] {14, 0x21, 0, (byte) random.nextInt(3), 0x27, 0, 0, 0, 9, 0x1F, 0, 2, 'o', 'k', 0};
        byte[] packet = type == 0x30 || type == QOS_1 || type == 0x34
                ? publish(type, properties, random.nextInt(1_500))
                : packet(type, new byte[] {1, 0}, random.nextBoolean() ? new byte[1] : new byte[0], properties);
        int length = packet[1] < 0 ? 2 : 1;
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = 1 + length + random.nextInt(Math.min(packet.length - 1 - length, 30));
            packet[at] = random.nextBoolean() ? (byte) 0xFF : (byte) random.nextInt(256);
        }
        return packet;
    }

    /**
     * Checks that all lengths lie within their packets, and that only a CONNACK has properties, all of them numbers.
     */
    private static void check(ByteBuffer all) {
        while (all.hasRemaining()) {
            int first = all.get() & 0xFF;
            int length = number(all);
            ByteBuffer body = all.slice().limit(length);
            all.position(all.position() + length);
            switch (first >> 4) {
                case 2 -> {
                    body.getShort();
                    assertThat(number(body)).isEqualTo(body.remaining()).isLessThan(32);
                }
                case 3 -> {
                    int topic = body.getShort();
                    body.position(body.position() + topic + ((first & 6) == 0 ? 0 : 2));
                    assertThat(number(body)).isZero();
                    assertThat(body.remaining()).isLessThanOrEqualTo(LONGEST_PAYLOAD);
                }
                case 4 -> assertThat(body.get(3) + body.remaining()).isEqualTo(4);
                case 9 -> assertThat(body.get(2)).isZero();
                case 13 -> assertThat(body.remaining()).isZero();
                default -> throw new AssertionError("a packet of type " + (first >> 4));
            }
        }
    }

    private static int number(ByteBuffer bytes) {
        int value = 0;
        int next = -1;
        for (int shift = 0; next < 0; shift += 7) {
            next = bytes.get();
            value |= (next & 0x7F) << shift;
        }
        return value;
    }

    @Test
    void aStreamWithoutConnackIsRejected() {
        byte[] http = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8);
        byte[] ofMqtt3 = packet(0x20, new byte[] {0, 1});
        for (byte[] each : new byte[][] {http, ofMqtt3, publish(0x30, 1), packet(0xF0, new byte[] {0x18, 0})}) {
            assertThatThrownBy(() -> readAll(each))
                    .isInstanceOf(PacketException.class)
                    .hasMessageContaining("does not speak MQTT 5");
        }
    }
}
