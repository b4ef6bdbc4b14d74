package io.outrider.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that Paho gets to read of packets that are too long. */
class PacketLimiterTest {
    private static final int LONGEST_PACKET = 100_000;
    private static final int LONGEST_PAYLOAD = 1_000;
    private static final int QOS_1 = 0x32;

    private static void length(ByteArrayOutputStream to, int value) {
        int rest = value;
        for (; rest > 0x7F; rest >>= 7) {
            to.write(rest & 0x7F | 0x80);
        }
        to.write(rest);
    }

    private static byte[] packet(int type, byte[] body) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(type);
        length(packet, body.length);
        packet.writeBytes(body);
        return packet.toByteArray();
    }

    private static byte[] publish(int type, int properties, int payload) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(0);
        body.write(3);
        body.writeBytes("a/b".getBytes(StandardCharsets.UTF_8));
        if (type == QOS_1) {
            body.write(0x12);
            body.write(0x34);
        }
        length(body, properties);
        body.writeBytes(new byte[properties]);
        byte[] text = new byte[payload];
        Arrays.fill(text, (byte) 'x');
        body.writeBytes(text);
        return packet(type, body.toByteArray());
    }

    private static byte[] join(byte[]... all) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] each : all) {
            joined.writeBytes(each);
        }
        return joined.toByteArray();
    }

    private static byte[] read(byte[] sent) throws IOException {
        return new PacketLimiter(new ByteArrayInputStream(sent), LONGEST_PACKET, LONGEST_PAYLOAD).readAllBytes();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 127, 128, 900})
    void whatIsNotTooLongPassesAsItIs(int size) throws IOException {
        byte[] sent = join(publish(QOS_1, 5, size), packet(0x40, new byte[2]), publish(0x30, 0, size));
        assertThat(read(sent)).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x30, QOS_1})
    void aPayloadThatIsTooLongIsCutAndWhatFollowsIsWhole(int type) throws IOException {
        byte[] after = packet(0x40, new byte[] {1, 2, 3, 4});
        byte[] sent = join(publish(type, 5, 50_000), after, publish(type, 0, 20_000), after);
        byte[] cut = publish(type, 0, LONGEST_PAYLOAD);
        assertThat(read(sent)).isEqualTo(join(cut, after, cut, after));
    }

    @Test
    void propertiesThatAreTooLongAreLeftOut() throws IOException {
        byte[] after = publish(QOS_1, 0, 3);
        assertThat(read(join(publish(QOS_1, 80_000, 10), after))).isEqualTo(join(publish(QOS_1, 0, 10), after));
    }

    @Test
    void otherPacketsAreNotCut() throws IOException {
        byte[] sent = packet(0x20, new byte[5_000]);
        assertThat(read(sent)).isEqualTo(sent);
    }

    @Test
    void aPacketThatTheBrokerWasToldNotToSendEndsTheStreamBeforeItIsRead() {
        assertThatThrownBy(() -> read(publish(QOS_1, 0, LONGEST_PACKET)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("100000 were allowed");
    }

    @Test
    void whatIsNotMqttIsSaidToBeNone() {
        byte[] tooLongALength = {0x30, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 1};
        byte[] topicBeyondTheEnd = packet(0x30, new byte[2_000]);
        topicBeyondTheEnd[3] = (byte) 0xFF;
        for (byte[] each : new byte[][] {tooLongALength, topicBeyondTheEnd}) {
            assertThatThrownBy(() -> read(each)).isInstanceOf(IOException.class).hasMessageContaining("not MQTT");
        }
    }
}
