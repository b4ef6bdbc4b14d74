package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CanFrameTest {
    private static final CanId ID = CanId.base(0x123);

    @Test
    void aFrameCopiesTheCallersArray() {
        byte[] data = {1, 2, 3};
        CanFrame frame = CanFrame.of(ID, data);
        data[0] = 9;
        frame.data()[1] = 9;
        assertThat(frame.data()).containsExactly(1, 2, 3);
        assertThat(CanFrame.of(ID, (byte) 0xFF).at(0)).isEqualTo(255);
    }

    @Test
    void lengthsThatAFrameCannotHaveAreRefused() {
        assertThatThrownBy(() -> CanFrame.of(ID, new byte[9])).hasMessageContaining("up to 8 bytes, not 9");
        assertThatThrownBy(() -> CanFrame.fd(ID, true, new byte[9])).hasMessageContaining("exactly 9");
        assertThatThrownBy(() -> CanFrame.fd(ID, true, new byte[65])).hasMessageContaining("up to 64 bytes, not 65");
        assertThatThrownBy(() -> CanFrame.remote(ID, 9)).hasMessageContaining("0 to 8 bytes, not 9");
    }

    @Test
    void fdLengthsAreThoseOfTheDataLengthCodes() {
        Set<Integer> lengths = new HashSet<>();
        for (int bytes = 0; bytes <= 64; bytes++) {
            int length = CanFrame.fdLength(bytes);
            assertThat(length).isGreaterThanOrEqualTo(bytes);
            lengths.add(length);
        }
        assertThat(lengths).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64);
        assertThatThrownBy(() -> CanFrame.fdLength(65)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CanFrame.fdLength(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void equalityIgnoresTheTimestamp() {
        CanFrame frame = CanFrame.of(ID, (byte) 1);
        assertThat(frame.at(5L)).isEqualTo(frame).hasSameHashCodeAs(frame);
        assertThat(frame).isNotEqualTo(CanFrame.of(CanId.extended(0x123), (byte) 1));
        assertThat(frame).isNotEqualTo(CanFrame.of(ID, (byte) 2));
        assertThat(frame).isNotEqualTo(CanFrame.fd(ID, false, (byte) 1));
        assertThat(CanFrame.fd(ID, false)).isNotEqualTo(CanFrame.fd(ID, true));
        assertThat(CanFrame.remote(ID, 1)).isNotEqualTo(CanFrame.remote(ID, 2));
    }

    @Test
    void theHexFormIsIdAndDataWithNothingBetween() {
        assertThat(CanFrame.of(CanId.base(0x7E8), (byte) 4, (byte) 0x41).hex()).isEqualTo("7e80441");
        assertThat(CanFrame.of(CanId.extended(0x7E8)).hex()).isEqualTo("000007e8");
    }

    @Test
    void anErrorFrameHasNoId() {
        assertThat(CanFrame.error(0x123).hasId(ID)).isFalse();
        assertThat(CanFrame.remote(ID, 0).hasId(ID)).isTrue();
        assertThat(CanFrame.of(ID).hasId(CanId.extended(0x123))).isFalse();
    }

    /** Random buffers, as of any kernel version. */
    @Test
    void aBufferOfAnySizeAndContentIsAFrameOrNull() {
        Random random = new Random(20_261_120);
        int frames = 0;
        for (int i = 0; i < 300_000; i++) {
            byte[] bytes = new byte[i % 3 == 0 ? random.nextInt(80) : i % 3 == 1 ? 16 : 72];
            random.nextBytes(bytes);
            if (bytes.length > 4 && random.nextBoolean()) {
                bytes[4] = (byte) random.nextInt(9);
            }
            ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
            CanFrame frame = RawFrames.read(buffer, 1);
            if (frame != null) {
                frames++;
                assertThat(frame.length()).isLessThanOrEqualTo(bytes.length - 8);
                assertThat(frame.toString()).isNotEmpty();
            }
        }
        assertThat(frames).isGreaterThan(50_000);
    }

    @Test
    void framesSurviveEncodingAndDecoding() {
        ByteBuffer buffer = ByteBuffer.allocate(72).order(ByteOrder.nativeOrder());
        for (CanFrame frame : new CanFrame[] {
            CanFrame.of(ID, (byte) 1, (byte) 0xFF),
            CanFrame.of(CanId.extended(0x1FFFFFFF), new byte[8]),
            CanFrame.remote(CanId.extended(1), 5),
            CanFrame.fd(ID, true, new byte[64]),
            CanFrame.fd(ID, false, (byte) 3),
            CanFrame.error(0x44, (byte) 1, (byte) 2)
        }) {
            RawFrames.write(frame, buffer);
            CanFrame read = RawFrames.read(buffer, 77);
            assertThat(read).isEqualTo(frame);
            assertThat(read.stampMicros()).isEqualTo(77);
        }
    }
}
