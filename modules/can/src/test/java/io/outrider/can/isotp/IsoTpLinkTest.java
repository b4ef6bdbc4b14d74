package io.outrider.can.isotp;

import static io.outrider.can.isotp.IsoTpFrames.bytes;
import static io.outrider.can.isotp.IsoTpFrames.counting;
import static io.outrider.can.isotp.IsoTpFrames.ecu;
import static io.outrider.can.isotp.IsoTpFrames.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpException.Fault;
import io.outrider.can.isotp.IsoTpLink.Broken;
import io.outrider.can.isotp.IsoTpLink.Reception;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of one link against a scripted port, in simulated time. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IsoTpLinkTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final IsoTpAddress ADDRESS = IsoTpAddress.between(IsoTpFrames.TESTER, IsoTpFrames.ECU);

    private static IsoTpLink link(ScriptedPort port) {
        return new IsoTpLink(port, ADDRESS, IsoTpSettings.DEFAULT, port.ticker);
    }

    /** Port that answers a first frame with these. */
    private static ScriptedPort answering(String... flowControls) {
        List<String> left = List.of(flowControls);
        return new ScriptedPort(sent -> sent.at(0) >> 4 == Pci.FIRST
                ? left.stream().map(IsoTpFrames::ecu).toList()
                : List.of());
    }

    private static void assertFault(Fault fault, ScriptedPort port) {
        assertThatThrownBy(() -> link(port).send(counting(100), IsoTpFrames.AMPLE))
                .isInstanceOfSatisfying(
                        IsoTpException.class, e -> assertThat(e.fault()).isEqualTo(fault));
    }

    private static Reception receive(IsoTpLink link, ScriptedPort port, long millis) throws Exception {
        return link.receive(port.ticker.nanos() + millis * MS, port.ticker.nanos() + 10 * millis * MS);
    }

    private static byte[] payload(Reception arrival) {
        assertThat(arrival).isInstanceOf(IsoTpMessage.class);
        return ((IsoTpMessage) arrival).payload();
    }

    private static Fault fault(Reception arrival) {
        assertThat(arrival).isInstanceOf(Broken.class);
        return ((Broken) arrival).fault().fault();
    }

    @Test
    void theSeparationTimeIsKeptBetweenConsecutiveFramesAndNotBeforeTheFirst() throws Exception {
        ScriptedPort port = answering("30 00 0A");
        link(port).send(counting(6 + 7 * 5), IsoTpFrames.AMPLE);
        assertThat(port.sent).hasSize(6);
        assertThat(port.ticker.slept()).isEqualTo(4 * 10 * MS);
    }

    @Test
    void aSeparationTimeOfMicrosecondsIsKept() throws Exception {
        ScriptedPort port = answering("30 00 F3");
        link(port).send(counting(6 + 7 * 5), IsoTpFrames.AMPLE);
        assertThat(port.ticker.slept()).isEqualTo(4 * 300_000);
    }

    @Test
    void aBlockEndsAtTheBlockSizeAndWaitsForFlowControl() {
        ScriptedPort port = answering("30 03 00");
        assertFault(Fault.NO_FLOW_CONTROL, port);
        assertThat(port.sent).as("first frame and a block of three").hasSize(4);
    }

    @Test
    void noFlowControlIsAFaultAfterOneSecond() {
        ScriptedPort port = new ScriptedPort();
        assertFault(Fault.NO_FLOW_CONTROL, port);
        assertThat(port.ticker.nanos()).isEqualTo(1_000 * MS);
        assertThat(port.sent).hasSize(1);
    }

    @Test
    void theTimeLimitHoldsWithAnySeparationTime() {
        ScriptedPort port = answering("30 00 7F");
        assertThatThrownBy(() -> link(port).send(counting(4_095), 30_000 * MS))
                .isInstanceOfSatisfying(
                        IsoTpException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TOO_SLOW))
                .hasMessage(
                        "the other side lets the message go on too slowly: 1665 of 4095 bytes were sent when the time"
                                + " for the exchange was over");
        assertThat(port.ticker.nanos()).isEqualTo(30_000 * MS);
    }

    @Test
    void theTimeLimitHoldsWithAnyNumberOfWaits() {
        ScriptedPort port =
                new ScriptedPort(sent -> List.of(ecu("31 00 00"), ecu("31 00 00"), ecu("31 00 00"), ecu("30 01 00"))) {
                    @Override
                    public CanFrame receive(long timeoutNanos) {
                        ticker.advance(Math.min(timeoutNanos, 900 * MS));
                        return timeoutNanos < 900 * MS ? null : super.receive(timeoutNanos);
                    }
                };
        assertThatThrownBy(() -> link(port).send(counting(63), 30_000 * MS))
                .isInstanceOfSatisfying(
                        IsoTpException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TOO_SLOW));
        assertThat(port.ticker.nanos()).isEqualTo(30_000 * MS);
    }

    @Test
    void anOverflowEndsTheMessage() {
        ScriptedPort port = answering("32 00 00");
        assertFault(Fault.OVERFLOW, port);
        assertThat(port.sent).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"33 00 00", "34 00 00", "3F 00 00"})
    void aFlowStatusThatTheStandardDoesNotKnowEndsTheMessage(String flowControl) {
        assertFault(Fault.INVALID_FLOW_STATUS, answering(flowControl));
    }

    @Test
    void waitsAreAcceptedUpToTheLimit() throws Exception {
        ScriptedPort port = new ScriptedPort(sent -> List.of());
        for (int i = 0; i < 16; i++) {
            port.comes(ecu("31 00 00"));
        }
        port.comes(ecu("30 00 00"));
        link(port).send(counting(20), IsoTpFrames.AMPLE);
        assertThat(port.sent).hasSize(3);
    }

    @Test
    void endlessWaitsAreAFault() {
        ScriptedPort port = new ScriptedPort();
        port.floodWith(ecu("31 00 00"), 100 * MS);
        assertFault(Fault.TOO_MANY_WAITS, port);
    }

    @Test
    void eachWaitGivesTheOtherSideAnotherSecond() {
        ScriptedPort port = answering("31 00 00");
        assertFault(Fault.NO_FLOW_CONTROL, port);
        assertThat(port.ticker.nanos()).isEqualTo(1_000 * MS);
    }

    @Test
    void aTruncatedFlowControlIsIgnored() {
        assertFault(Fault.NO_FLOW_CONTROL, answering("30 00"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"00 00 00", "02 41 00", "10 14 01 02 03 04 05 06", "21 01 02", "30 00", "F0 00", "41"})
    void endlessFramesOfTheEcuDoNotBlockSend(String frame) {
        ScriptedPort port = new ScriptedPort();
        port.floodWith(ecu(frame), MS / 5);
        assertFault(Fault.NO_FLOW_CONTROL, port);
        assertThat(port.ticker.nanos()).isBetween(1_000 * MS, 1_001 * MS);
    }

    @Test
    void aBusyBusDoesNotBlockSend() {
        ScriptedPort port = new ScriptedPort();
        port.floodWith(IsoTpFrames.of(0x123, "30 00 00"), MS / 5);
        assertFault(Fault.NO_FLOW_CONTROL, port);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"00 00 00", "10 14 01 02 03 04 05 06", "21 01 02 03 04 05 06 07", "30 00 00", "F0 00", "41", ""})
    void endlessFramesOfTheEcuDoNotBlockReceiveBeyondItsLimit(String frame) throws Exception {
        ScriptedPort port = new ScriptedPort();
        port.floodWith(ecu(frame), MS / 5);
        assertThat(link(port).receive(1_000 * MS, 5_000 * MS)).isNull();
        assertThat(port.ticker.nanos()).isLessThanOrEqualTo(5_001 * MS);
    }

    @Test
    void anEndlessMessageDoesNotBlockReceiveBeyondItsLimit() throws Exception {
        int[] count = new int[1];
        ScriptedPort endless = new ScriptedPort() {
            @Override
            public CanFrame receive(long timeoutNanos) {
                ticker.advance(900 * MS);
                int n = count[0]++;
                return ecu(n == 0 ? "10 00 00 03 FF FF 01 02" : "2" + Integer.toHexString(n & 0xF) + "01020304050607");
            }
        };
        assertThat(link(endless).receive(1_000 * MS, 60_000 * MS)).isNull();
        assertThat(endless.ticker.nanos()).isBetween(60_000 * MS, 62_000 * MS);
    }

    @Test
    void aMessageThatBreaksOffIsAFaultOneSecondAfterItsLastFrame() throws Exception {
        ScriptedPort port = new ScriptedPort().comes(ecu("10 14 01 02 03 04 05 06"), ecu("21 01 02 03 04 05 06 07"));
        IsoTpLink link = link(port);
        assertThat(fault(receive(link, port, 200))).isEqualTo(Fault.FRAMES_MISSING);
        assertThat(port.ticker.nanos()).isEqualTo(1_000 * MS);
        assertThat(receive(link, port, 200)).isNull();
    }

    @Test
    void receiveReturnsNullIfNoMessageBeginsBeforeTheDeadline() throws Exception {
        ScriptedPort port = new ScriptedPort();
        assertThat(receive(link(port), port, 200)).isNull();
        assertThat(port.ticker.nanos()).isEqualTo(200 * MS);
    }

    @Test
    void framesReceivedEarlierAreProcessedAfterTheDeadline() throws Exception {
        ScriptedPort port = new ScriptedPort().comes(ecu("03 41 0C 1A"));
        IsoTpLink link = link(port);
        port.ticker.advance(5_000 * MS);
        assertThat(payload(link.receive(200 * MS, 5_100 * MS))).isEqualTo(bytes("410C1A"));
    }

    @Test
    void flowControlGoesOutForAFirstFrameAndAfterEachBlock() throws Exception {
        Peer peer = new Peer(IsoTpFrames.ECU, -1, -1, 0, 0, 0, 0);
        ScriptedPort port = new ScriptedPort(peer::hear);
        port.comes(peer.begin(counting(6 + 7 * 5)));
        IsoTpSettings settings = IsoTpSettings.DEFAULT.withFlowControl(2, 0xF1);
        IsoTpLink link = new IsoTpLink(port, ADDRESS, settings, port.ticker);
        assertThat(payload(receive(link, port, 200))).isEqualTo(counting(6 + 7 * 5));
        assertThat(port.sent).hasSize(3).allSatisfy(frame -> {
            assertThat(frame.id()).isEqualTo(IsoTpFrames.TESTER);
            assertThat(hex(frame)).isEqualTo("3002f10000000000");
        });
    }

    @Test
    void aMessageTooLongForUsIsAnsweredWithAnOverflow() throws Exception {
        ScriptedPort port = new ScriptedPort().comes(ecu("10 00 7F FF FF FF 01 02"));
        assertThat(fault(receive(link(port), port, 200))).isEqualTo(Fault.TOO_LONG);
        assertThat(port.sent).extracting(IsoTpFrames::hex).containsExactly("3200000000000000");
    }

    @Test
    void framesOfOtherConversationsDisturbNothing() throws Exception {
        ScriptedPort port = new ScriptedPort()
                .comes(
                        ecu("10 0A 01 02 03 04 05 06"),
                        IsoTpFrames.of(0x7E9, "21 FF FF FF FF FF FF FF"),
                        CanFrame.of(CanId.extended(0x7E8), bytes("21 EE EE EE EE EE EE EE")),
                        CanFrame.remote(IsoTpFrames.ECU, 8),
                        IsoTpFrames.of(0x7E9, "10 14 FF FF FF FF FF FF"),
                        ecu("30 00 00"),
                        ecu("21 07 08 09 0A"));
        assertThat(payload(receive(link(port), port, 200))).isEqualTo(counting(10));
        assertThat(port.sent).as("nobody else gets our flow control").hasSize(1);
    }

    @Test
    void flowControlOfAnotherEcuIsIgnored() throws Exception {
        IsoTpAddress wide = new IsoTpAddress(
                IsoTpFrames.TESTER, -1, List.of(new CanFilter(CanId.base(0x7E8), 0x7F8)), -1, Map.of());
        ScriptedPort port = new ScriptedPort()
                .comes(IsoTpFrames.of(0x7E9, "32 00 00"), IsoTpFrames.of(0x7EF, "30 01 7F"), ecu("30 00 00"));
        new IsoTpLink(port, wide, IsoTpSettings.DEFAULT, port.ticker).send(counting(20), IsoTpFrames.AMPLE);
        assertThat(port.sent).hasSize(3);
        assertThat(port.ticker.slept()).isZero();
    }

    @Test
    void anAnswerReceivedWhileSendingIsNotLost() throws Exception {
        ScriptedPort port = new ScriptedPort().comes(ecu("03 7F 22 78"), ecu("30 00 00"));
        IsoTpLink link = link(port);
        link.send(counting(20), IsoTpFrames.AMPLE);
        assertThat(payload(receive(link, port, 200))).isEqualTo(bytes("7F2278"));
    }

    @Test
    void otherExtendedAddressesOnTheSameIdAreIgnored() throws Exception {
        IsoTpAddress address = IsoTpAddress.extended(CanId.base(0x6F1), 0x12, CanId.base(0x612), 0xF1);
        ScriptedPort port = new ScriptedPort()
                .comes(
                        IsoTpFrames.of(0x612, "F2 02 AA AA"),
                        IsoTpFrames.of(0x612, "F1"),
                        IsoTpFrames.of(0x612, "F1 02 62 01"));
        IsoTpLink link = new IsoTpLink(port, address, IsoTpSettings.DEFAULT, port.ticker);
        assertThat(payload(receive(link, port, 200))).isEqualTo(bytes("6201"));
    }

    @Test
    void twoAddressBytesOnOneIdAreTwoConversations() throws Exception {
        IsoTpAddress any = new IsoTpAddress(
                CanId.base(0x6F1), 0x12, List.of(CanFilter.exact(CanId.base(0x612))), IsoTpAddress.NONE, Map.of());
        ScriptedPort port = new ScriptedPort()
                .comes(
                        IsoTpFrames.of(0x612, "F1 10 08 A1 A2 A3 A4 A5"),
                        IsoTpFrames.of(0x612, "F2 10 08 B1 B2 B3 B4 B5"),
                        IsoTpFrames.of(0x612, "F1 21 A6 A7 A8"),
                        IsoTpFrames.of(0x612, "F2 21 B6 B7 B8"));
        IsoTpLink link = new IsoTpLink(port, any, IsoTpSettings.DEFAULT, port.ticker);
        assertThat(payload(receive(link, port, 200))).isEqualTo(bytes("A1A2A3A4A5A6A7A8"));
        assertThat(payload(receive(link, port, 200))).isEqualTo(bytes("B1B2B3B4B5B6B7B8"));
    }

    @Test
    void aMessageWithoutBytesIsRefused() {
        assertThatThrownBy(() -> link(new ScriptedPort()).send(new byte[0], IsoTpFrames.AMPLE))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
