package io.outrider.can.isotp;

import static io.outrider.can.isotp.IsoTpFrames.bytes;
import static io.outrider.can.isotp.IsoTpFrames.counting;
import static io.outrider.can.isotp.IsoTpFrames.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import org.junit.jupiter.api.Test;

class SegmentationTest {
    private static final IsoTpSettings BARE = IsoTpSettings.DEFAULT.withPadding(IsoTpSettings.UNPADDED);

    private static Segmentation of(int length, int target, IsoTpSettings settings) {
        return new Segmentation(IsoTpFrames.TESTER, target, settings, counting(length));
    }

    private static Segmentation of(int length, IsoTpSettings settings) {
        return of(length, IsoTpAddress.NONE, settings);
    }

    @Test
    void sevenBytesFitOneFrameAndEightDoNot() {
        assertThat(of(7, BARE).fitsOneFrame()).isTrue();
        assertThat(hex(of(7, BARE).single())).isEqualTo("0701020304050607");
        assertThat(of(8, BARE).fitsOneFrame()).isFalse();
    }

    @Test
    void extendedAddressingUsesAByteOfEachFrame() {
        assertThat(of(6, 0xF1, BARE).fitsOneFrame()).isTrue();
        assertThat(hex(of(6, 0xF1, BARE).single())).isEqualTo("f106010203040506");
        Segmentation eight = of(8, 0xF1, BARE);
        assertThat(eight.fitsOneFrame()).isFalse();
        assertThat(hex(eight.first())).isEqualTo("f110080102030405");
        assertThat(hex(eight.next())).isEqualTo("f121060708");
        assertThat(eight.isDone()).isTrue();
    }

    @Test
    void aShortFrameIsPaddedWithTheByteAskedForOrNotAtAll() {
        assertThat(hex(of(2, BARE).single())).isEqualTo("020102");
        assertThat(hex(of(2, BARE.withPadding(0x00)).single())).isEqualTo("0201020000000000");
        assertThat(hex(of(2, BARE.withPadding(0xAA)).single())).isEqualTo("020102aaaaaaaaaa");
    }

    @Test
    void theLastConsecutiveFrameIsPaddedToo() {
        Segmentation frames = of(8, BARE.withPadding(0xCC));
        assertThat(hex(frames.first())).isEqualTo("1008010203040506");
        assertThat(hex(frames.next())).isEqualTo("210708cccccccccc");
    }

    @Test
    void sequenceNumbersBeginAtOneAndGoRoundFromFifteenToNought() {
        Segmentation frames = of(6 + 7 * 18, BARE);
        frames.first();
        StringBuilder sequence = new StringBuilder();
        while (!frames.isDone()) {
            sequence.append(hex(frames.next()).charAt(1));
        }
        assertThat(sequence).hasToString("123456789abcdef012");
    }

    @Test
    void lengthsUpTo4095AreAnnouncedInTwelveBitsAndLongerOnesInThirtyTwo() {
        assertThat(hex(of(4095, BARE).first())).startsWith("1fff0102");
        assertThat(hex(of(4096, BARE).first())).isEqualTo("1000000010000102");
        assertThat(hex(of(0x030D40, BARE).first())).isEqualTo("100000030d400102");
    }

    @Test
    void flowControlCarriesStatusBlockSizeAndSeparationTime() {
        assertThat(hex(of(1, BARE.withFlowControl(8, 0xF5)).flowControl(Pci.CONTINUE)))
                .isEqualTo("3008f5");
        assertThat(hex(of(1, 0x10, BARE.withPadding(0)).flowControl(Pci.OVERFLOW)))
                .isEqualTo("1032000000000000");
    }

    @Test
    void canFdCarriesMoreInASingleFrameWithTheLengthInTheSecondByte() {
        IsoTpSettings fd = BARE.withFrameLength(64);
        assertThat(hex(of(7, fd).single())).isEqualTo("0701020304050607");
        CanFrame eight = of(8, fd).single();
        assertThat(eight.kind()).isEqualTo(CanFrame.Kind.FD_BRS);
        assertThat(hex(eight)).isEqualTo("00080102030405060708" + "0000");
        assertThat(of(62, fd).fitsOneFrame()).isTrue();
        assertThat(of(63, fd).fitsOneFrame()).isFalse();
        assertThat(of(61, 0xF1, fd).fitsOneFrame()).isTrue();
        assertThat(of(62, 0xF1, fd).fitsOneFrame()).isFalse();
        assertThat(of(63, fd).first().length()).isEqualTo(64);
    }

    @Test
    void invalidSettingsAreRefusedByName() {
        assertThatThrownBy(() -> BARE.withPadding(256)).hasMessageContaining("padding: 256");
        assertThatThrownBy(() -> BARE.withFlowControl(256, 0)).hasMessageContaining("block size: 256");
        assertThatThrownBy(() -> BARE.withFlowControl(0, -1)).hasMessageContaining("separation time: -1");
        assertThatThrownBy(() -> BARE.withFrameLength(13)).hasMessageContaining("12, 16, 20, 24, 32, 48 or 64");
        assertThatThrownBy(() -> new IsoTpSettings(0, 0, 0, 0, 1, 0, 4095, 8)).hasMessageContaining("time-outs");
    }

    @Test
    void separationTimesAreMillisecondsOrHundredsOfMicrosecondsAndReservedOnesTheLongest() {
        assertThat(Pci.separationNanos(0)).isZero();
        assertThat(Pci.separationNanos(0x7F)).isEqualTo(127_000_000);
        assertThat(Pci.separationNanos(0xF1)).isEqualTo(100_000);
        assertThat(Pci.separationNanos(0xF9)).isEqualTo(900_000);
        for (int reserved : new int[] {0x80, 0xF0, 0xFA, 0xFF}) {
            assertThat(Pci.separationNanos(reserved)).isEqualTo(127_000_000);
        }
    }

    @Test
    void segmentsJoinToTheOriginalMessage() {
        byte[] payload = bytes("0102030405060708090a");
        Segmentation frames = new Segmentation(CanId.base(1), IsoTpAddress.NONE, BARE, payload);
        frames.first();
        frames.next();
        assertThat(payload).isEqualTo(bytes("0102030405060708090a"));
    }
}
