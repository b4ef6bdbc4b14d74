package io.outrider.agent.link;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketsTest {
    private static final int LONGEST = 100_000;

    private static byte[] packet(int length) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(0x30);
        for (int rest = length; ; rest >>= 7) {
            bytes.write(rest > 0x7F ? rest & 0x7F | 0x80 : rest);
            if (rest <= 0x7F) {
                break;
            }
        }
        bytes.writeBytes(new byte[Math.min(length, LONGEST + 1)]);
        return bytes.toByteArray();
    }

    /** In pieces of every size, as a network hands them over. */
    private static void feed(Packets packets, byte[] bytes, Random random) throws IOException {
        for (int at = 0; at < bytes.length; ) {
            int n = Math.min(bytes.length - at, 1 + random.nextInt(9));
            packets.seen(bytes, at, n);
            at += n;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 127, 128, 16_383, 16_384, LONGEST})
    void packetsThatAreAllowedPass(int length) {
        Packets packets = new Packets(LONGEST);
        Random random = new Random(length);
        assertThatCode(() -> {
                    for (int i = 0; i < 5; i++) {
                        feed(packets, packet(length), random);
                    }
                })
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {LONGEST + 1, 2_097_152, 268_435_455})
    void oneThatIsTooLongIsStoppedBeforeItsFirstByte(int length) {
        Packets packets = new Packets(LONGEST);
        assertThatThrownBy(() -> feed(packets, packet(length), new Random(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("at least")
                .hasMessageContaining("100000");
    }

    @Test
    void aLengthOfFiveBytesIsNoMqtt() {
        Packets packets = new Packets(Integer.MAX_VALUE);
        byte[] bytes = {0x30, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x01};
        assertThatThrownBy(() -> packets.seen(bytes, 0, bytes.length))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not MQTT");
    }
}
