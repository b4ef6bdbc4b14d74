package io.outrider.bench.car.wire;

import static io.outrider.bench.car.wire.WireFrames.bytes;
import static io.outrider.bench.car.wire.WireFrames.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.can.CanFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

class IsoTpSegmenterTest {
    private final IsoTpSegmenter normal = new IsoTpSegmenter(WireFrames.NORMAL, 0xAA);
    private final IsoTpSegmenter extended = new IsoTpSegmenter(WireFrames.EXTENDED, 0xFF);

    @Test
    void upToSevenBytesAreASingleFramePaddedToEight() {
        assertThat(hex(normal.segment(bytes(1)))).containsExactly("7e80101aaaaaaaaaaaa");
        assertThat(hex(normal.segment(bytes(7)))).containsExactly("7e80701020304050607");
    }

    @Test
    void moreBytesAreAFirstFrameAndConsecutiveOnes() {
        assertThat(hex(normal.segment(bytes(8)))).containsExactly("7e81008010203040506", "7e8210708aaaaaaaaaa");
        assertThat(hex(normal.segment(bytes(13)))).containsExactly("7e8100d010203040506", "7e8210708090a0b0c0d");
    }

    @Test
    void withExtendedAddressingTheTestersAddressComesFirst() {
        assertThat(hex(extended.segment(bytes(6)))).containsExactly("607f106010203040506");
        assertThat(hex(extended.segment(bytes(7)))).containsExactly("607f110070102030405", "607f1210607ffffffff");
    }

    @Test
    void sequenceNumbersRunRound() {
        List<CanFrame> frames = normal.segment(bytes(6 + 7 * 17));
        assertThat(frames).hasSize(18);
        assertThat(frames.get(15).at(0)).isEqualTo(0x2F);
        assertThat(frames.get(16).at(0)).isEqualTo(0x20);
    }

    @Test
    void theLengthHas12BitsOr32() {
        assertThat(hex(normal.segment(bytes(4_095))).get(0)).startsWith("7e81fff");
        assertThat(hex(normal.segment(bytes(4_096))).get(0)).isEqualTo("7e81000000010000102");
    }

    @Test
    void emptyMessageIsAnError() {
        assertThatThrownBy(() -> normal.segment(new byte[0])).isInstanceOf(IllegalArgumentException.class);
    }
}
