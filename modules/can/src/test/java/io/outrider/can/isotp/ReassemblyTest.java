package io.outrider.can.isotp;

import static io.outrider.can.isotp.IsoTpFrames.bytes;
import static io.outrider.can.isotp.IsoTpFrames.ecu;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.can.CanFrame;
import io.outrider.can.isotp.IsoTpException.Fault;
import io.outrider.can.isotp.Reassembly.FrameEffect;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReassemblyTest {
    private final Reassembly reassembly = new Reassembly(0, 0, 4095);

    private FrameEffect accept(String hex) {
        return reassembly.accept(ecu(hex));
    }

    private void assertBroken(FrameEffect outcome, Fault fault) {
        assertThat(outcome).isEqualTo(FrameEffect.BROKEN);
        assertThat(reassembly.fault().fault()).isEqualTo(fault);
        assertThat(reassembly.isIncomplete()).isFalse();
    }

    @Test
    void aSingleFrameIsAMessageWithoutItsPadding() {
        assertThat(accept("03 41 0C 1A AA AA AA AA")).isEqualTo(FrameEffect.COMPLETE);
        assertThat(reassembly.takePayload()).isEqualTo(bytes("410C1A"));
        assertThat(accept("03 41 0C 1B")).isEqualTo(FrameEffect.COMPLETE);
        assertThat(reassembly.takePayload()).isEqualTo(bytes("410C1B"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00 01 02 03 04 05 06 07",
                "08 01 02 03 04 05 06 07",
                "04 41 0C 1A",
                "0F 41 0C 1A",
                "30 00 00",
                "31",
                "3F FF FF",
                "40 01 02",
                "F0",
                "21 01 02 03 04 05 06 07",
                "10",
                "10 14",
                "10 06 01 02 03 04 05 06",
                "10 00 00 00 00 02 01 02",
                "1F"
            })
    void framesOutsideOfAMessageAreIgnored(String hex) {
        String even = hex.replace(" ", "");
        assertThat(accept(even.length() % 2 == 0 ? even : even + "0")).isEqualTo(FrameEffect.IGNORED);
        assertThat(reassembly.isIncomplete()).isFalse();
    }

    /** As sent by a Toyota Camry's engine: a first frame of seven bytes and an unpadded last one. */
    @Test
    void aFirstFrameOfSevenBytesBeginsAMessageAsWell() {
        assertThat(accept("10 0D 61 01 37 00 17")).isEqualTo(FrameEffect.SEND_CONTINUE);
        assertThat(accept("21 01 91 35 30 63 82 1B")).isEqualTo(FrameEffect.ACCEPTED);
        assertThat(accept("22 BB")).isEqualTo(FrameEffect.COMPLETE);
        assertThat(reassembly.takePayload()).isEqualTo(bytes("61013700170191353063821BBB"));
    }

    @Test
    void shortConsecutiveFramesAreRefusedAfterAShortFirstFrame() {
        assertThat(accept("10 20 61 01 37 00 17")).isEqualTo(FrameEffect.SEND_CONTINUE);
        assertBroken(accept("21 01 91 35 30 63 82"), Fault.UNEXPECTED_FRAME);
    }

    @Test
    void remoteFramesAndFramesShorterThanTheAddressAreIgnored() {
        assertThat(reassembly.accept(CanFrame.remote(IsoTpFrames.ECU, 8))).isEqualTo(FrameEffect.IGNORED);
        assertThat(reassembly.accept(CanFrame.error(4))).isEqualTo(FrameEffect.IGNORED);
        assertThat(new Reassembly(1, 0, 4095).accept(ecu("F1"))).isEqualTo(FrameEffect.IGNORED);
    }

    @Test
    void severalFramesMakeAMessageAndTheFirstAsksForFlowControl() {
        assertThat(accept("10 0E 49 02 01 57 42 41")).isEqualTo(FrameEffect.SEND_CONTINUE);
        assertThat(reassembly.isIncomplete()).isTrue();
        assertThat(accept("21 01 02 03 04 05 06 07")).isEqualTo(FrameEffect.ACCEPTED);
        assertThat(accept("22 08 00 00 00 00 00 00")).isEqualTo(FrameEffect.COMPLETE);
        assertThat(reassembly.takePayload()).isEqualTo(bytes("490201574241" + "01020304050607" + "08"));
        assertThat(reassembly.frames()).hasSize(3);
        assertThat(reassembly.isIncomplete()).isFalse();
    }

    @Test
    void aBlockAsksForFlowControlAgainButNotAtTheEndOfTheMessage() {
        Reassembly blocks = new Reassembly(0, 2, 4095);
        List<FrameEffect> outcomes = new ArrayList<>();
        outcomes.add(blocks.accept(ecu("10 22 01 02 03 04 05 06")));
        for (int i = 1; i <= 4; i++) {
            outcomes.add(blocks.accept(ecu("2" + i + " 01 02 03 04 05 06 07")));
        }
        assertThat(outcomes)
                .containsExactly(
                        FrameEffect.SEND_CONTINUE,
                        FrameEffect.ACCEPTED,
                        FrameEffect.SEND_CONTINUE,
                        FrameEffect.ACCEPTED,
                        FrameEffect.COMPLETE);
    }

    @Test
    void lostDoubledAndSwappedFramesAreAWrongSequence() {
        for (String wrong : List.of("22", "20", "2F", "28")) {
            accept("10 20 01 02 03 04 05 06");
            assertBroken(accept(wrong + " 01 02 03 04 05 06 07"), Fault.WRONG_SEQUENCE);
            assertThat(accept("21 01 02 03 04 05 06 07"))
                    .as("the rest is ignored")
                    .isEqualTo(FrameEffect.IGNORED);
        }
        accept("10 20 01 02 03 04 05 06");
        accept("21 01 02 03 04 05 06 07");
        assertBroken(accept("21 01 02 03 04 05 06 07"), Fault.WRONG_SEQUENCE);
    }

    @Test
    void aConsecutiveFrameOfTheWrongLengthBreaksTheMessage() {
        accept("10 20 01 02 03 04 05 06");
        assertBroken(accept("21 01 02 03 04 05 06"), Fault.UNEXPECTED_FRAME);
        accept("10 08 01 02 03 04 05 06");
        assertBroken(accept("21 07"), Fault.UNEXPECTED_FRAME);
        accept("10 20 01 02 03 04 05 06");
        assertBroken(
                reassembly.accept(CanFrame.fd(IsoTpFrames.ECU, true, bytes("21" + "00".repeat(11)))),
                Fault.UNEXPECTED_FRAME);
    }

    @Test
    void aNewMessageFromTheSameSenderReplacesTheUnfinishedOne() {
        accept("10 20 01 02 03 04 05 06");
        assertThat(accept("02 7F 22")).isEqualTo(FrameEffect.COMPLETE);
        assertThat(reassembly.takePayload()).isEqualTo(bytes("7F22"));
        assertThat(accept("21 01 02 03 04 05 06 07")).isEqualTo(FrameEffect.IGNORED);

        accept("10 20 01 02 03 04 05 06");
        assertThat(accept("10 08 A1 A2 A3 A4 A5 A6")).isEqualTo(FrameEffect.SEND_CONTINUE);
        assertThat(accept("21 A7 A8")).isEqualTo(FrameEffect.COMPLETE);
        assertThat(reassembly.takePayload()).isEqualTo(bytes("A1A2A3A4A5A6A7A8"));
    }

    @Test
    void anOverlongMessageIsRefusedAndItsRestIgnored() {
        Reassembly small = new Reassembly(0, 0, 20);
        assertThat(small.accept(ecu("10 15 01 02 03 04 05 06"))).isEqualTo(FrameEffect.SEND_OVERFLOW);
        assertThat(small.fault().fault()).isEqualTo(Fault.TOO_LONG);
        assertThat(small.accept(ecu("21 01 02 03 04 05 06 07"))).isEqualTo(FrameEffect.IGNORED);
        assertThat(small.accept(ecu("10 14 01 02 03 04 05 06"))).isEqualTo(FrameEffect.SEND_CONTINUE);
        assertThat(small.accept(ecu("10 00 FF FF FF FF 01 02"))).isEqualTo(FrameEffect.SEND_OVERFLOW);
        assertThat(small.fault()).hasMessageContaining("4294967295");
    }

    @Test
    void memoryGrowsWithReceivedAndNotWithAnnouncedBytes() {
        List<Reassembly> many = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            Reassembly each = new Reassembly(0, 0, Integer.MAX_VALUE);
            assertThat(each.accept(ecu("10 00 7F FF FF F0 01 02"))).isEqualTo(FrameEffect.SEND_CONTINUE);
            many.add(each);
        }
        assertThat(many).allMatch(Reassembly::isIncomplete);
    }

    @Test
    void aTimeOutReportsTheBytesReceived() {
        accept("10 14 01 02 03 04 05 06");
        assertThat(reassembly.timeOut())
                .hasMessageContaining("6 of 20")
                .extracting(IsoTpException::fault)
                .isEqualTo(Fault.FRAMES_MISSING);
        assertThat(reassembly.isIncomplete()).isFalse();
    }

    @Test
    void canFdMessagesAreTakenInFramesOfAnyLength() {
        Reassembly fd = new Reassembly(0, 0, 4095);
        assertThat(fd.accept(CanFrame.fd(IsoTpFrames.ECU, true, bytes("000A0102030405060708090A"))))
                .isEqualTo(FrameEffect.COMPLETE);
        assertThat(fd.takePayload()).isEqualTo(bytes("0102030405060708090A"));
        assertThat(fd.accept(CanFrame.fd(IsoTpFrames.ECU, true, bytes("100C0102030405060708090A"))))
                .isEqualTo(FrameEffect.SEND_CONTINUE);
        assertThat(fd.accept(CanFrame.fd(IsoTpFrames.ECU, true, bytes("210B0C"))))
                .isEqualTo(FrameEffect.COMPLETE);
        assertThat(fd.takePayload()).isEqualTo(bytes("0102030405060708090A0B0C"));
    }
}
