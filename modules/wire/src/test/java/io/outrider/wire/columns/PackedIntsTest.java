package io.outrider.wire.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedIntsTest {
    private static final long LARGEST = (1L << 62) - 1;

    @Test
    void randomNumbersRoundTrip() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            long[] signed = new long[random.nextInt(20)];
            int[] unsigned = new int[signed.length];
            for (int i = 0; i < signed.length; i++) {
                signed[i] = random.nextLong() >> 1 + random.nextInt(63);
                unsigned[i] = random.nextInt() >>> 1 + random.nextInt(31);
            }
            assertThat(PackedInts.signed(PackedInts.signed(signed), signed.length))
                    .as("seed %d", seed)
                    .isEqualTo(signed);
            assertThat(PackedInts.unsigned(PackedInts.unsigned(unsigned), unsigned.length, Integer.MAX_VALUE))
                    .as("seed %d", seed)
                    .isEqualTo(unsigned);
        }
    }

    @Test
    void edgeCasesRoundTrip() throws IOException {
        long[] edges = {0, 27, 28, -28, -29, 55, 56, 57, LARGEST, -LARGEST};
        assertThat(PackedInts.signed(PackedInts.signed(edges), edges.length)).isEqualTo(edges);
    }

    @Test
    void smallNumbersTakeOneCharacterAndNoneNeedsJsonEscapes() {
        int[] all = new int[3_000];
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        assertThat(PackedInts.unsigned(new int[] {0, 1, 55})).hasSize(3);
        assertThat(PackedInts.unsigned(new int[] {56})).hasSize(2);
        assertThat(PackedInts.unsigned(all)).matches("[ !#-\\[\\]-~]+");
    }

    @Test
    void malformedTextIsRejectedWithAReason() {
        String three = PackedInts.unsigned(new int[] {1, 2, 3});
        assertRejected("too few", () -> PackedInts.signed(three, 4));
        assertRejected("too many", () -> PackedInts.signed(three, 2));
        assertRejected("not below 3", () -> PackedInts.unsigned(three, 3, 3));
        for (String bad : new String[] {"\"", "\\", "\u001f", "\u007f", "\u00e9"}) {
            assertRejected("the character " + (int) bad.charAt(0), () -> PackedInts.signed(bad, 1));
        }
        assertRejected("end in the middle", () -> PackedInts.signed("~", 1));
        assertRejected("(?s).*(too large|in the middle).*", () -> PackedInts.signed("~".repeat(40), 1));
    }

    private interface Decoding {
        Object decode() throws IOException;
    }

    private static void assertRejected(String message, Decoding decoding) {
        assertThatThrownBy(decoding::decode)
                .isInstanceOf(IOException.class)
                .hasMessageMatching(message.startsWith("(?s)") ? message : "(?s).*" + message + ".*");
    }
}
