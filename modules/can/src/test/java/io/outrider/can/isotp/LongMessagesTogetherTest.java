package io.outrider.can.isotp;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of many ECUs with long messages at the same time, in simulated time. */
class LongMessagesTogetherTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int LONGEST = 256 * 1024;

    private static CanFrame announcing(int ecu, int bytes) {
        return CanFrame.of(CanId.extended(0x18DAF100 | ecu), IsoTpFrames.bytes("1000%08X6201".formatted(bytes)));
    }

    private static List<Integer> flowControls(ScriptedPort port) {
        return port.sent.stream().map(frame -> frame.at(0) & 0xF).toList();
    }

    @Test
    void moreThanAMebibyteAtTheSameTimeIsAnsweredWithAnOverflow() throws Exception {
        ScriptedPort port = new ScriptedPort();
        for (int ecu = 0; ecu < 6; ecu++) {
            port.comes(announcing(ecu, LONGEST));
        }
        IsoTpLink link = new IsoTpLink(port, IsoTpAddress.functional(true), IsoTpSettings.DEFAULT, port.ticker);
        IsoTpLink.Reception fifth = link.receive(SECOND, 30 * SECOND);
        IsoTpLink.Reception sixth = link.receive(SECOND, 30 * SECOND);
        assertThat(List.of(fifth.source().value() & 0xFF, sixth.source().value() & 0xFF))
                .containsExactly(4, 5);
        assertThat(((IsoTpLink.Broken) fifth).fault())
                .hasMessageStartingWith("an answer of 262144 bytes was announced")
                .hasMessageEndingWith("name one ECU with header=");
        assertThat(flowControls(port)).containsExactly(0, 0, 0, 0, Pci.OVERFLOW, Pci.OVERFLOW);
    }

    @Test
    void aRestartedMessageIsCountedWithItsNewLength() throws Exception {
        ScriptedPort port = new ScriptedPort();
        for (int ecu = 0; ecu < 100; ecu++) {
            port.comes(announcing(ecu, 20));
        }
        for (int ecu = 0; ecu < 100; ecu++) {
            port.comes(announcing(ecu, LONGEST));
        }
        IsoTpLink link = new IsoTpLink(port, IsoTpAddress.functional(true), IsoTpSettings.DEFAULT, port.ticker);
        List<IsoTpLink.Reception> lost = new ArrayList<>();
        for (int i = 0; i < 96; i++) {
            lost.add(link.receive(SECOND, 30 * SECOND));
        }
        assertThat(lost).allMatch(each -> ((IsoTpLink.Broken) each).fault().fault() == IsoTpException.Fault.TOO_LONG);
        assertThat(link.abandon()).hasSize(4);
    }

    @Test
    void incompleteMessagesAreReportedAtTheTimeLimit() throws Exception {
        ScriptedPort port = new ScriptedPort();
        port.comes(announcing(1, 100));
        IsoTpLink link = new IsoTpLink(port, IsoTpAddress.functional(true), IsoTpSettings.DEFAULT, port.ticker);
        assertThat(link.receive(SECOND / 2, SECOND / 2)).isNull();
        assertThat(link.abandon())
                .singleElement()
                .satisfies(broken -> assertThat(broken.fault())
                        .hasMessage("the answer came too slowly: 2 of 100 bytes had come when the time for the"
                                + " exchange was over"));
        assertThat(link.abandon()).isEmpty();
    }

    /** Answers WAIT as often as allowed, with this many other messages between. */
    private static void sendWhile(ScriptedPort port, IsoTpLink link) throws Exception {
        try {
            link.send(new byte[20], IsoTpFrames.AMPLE);
        } catch (IsoTpException e) {
            assertThat(e.fault()).isEqualTo(IsoTpException.Fault.NO_FLOW_CONTROL);
        }
        assertThat(port.coming).isEmpty();
    }

    private static IsoTpLink physical(ScriptedPort port) {
        IsoTpAddress address = new IsoTpAddress(
                CanId.extended(0x18DA10F1),
                IsoTpAddress.NONE,
                List.of(new CanFilter(CanId.extended(0x18DAF100), 0x1FFFFF00)),
                IsoTpAddress.NONE,
                Map.of());
        return new IsoTpLink(port, address, IsoTpSettings.DEFAULT, port.ticker);
    }

    @Test
    void theLastMessagesReceivedWhileSendingAreKept() throws Exception {
        ScriptedPort port = new ScriptedPort();
        for (int i = 0; i < 5_000; i++) {
            port.comes(CanFrame.of(CanId.extended(0x18DAF110), IsoTpFrames.bytes("0462%06X".formatted(i))));
        }
        IsoTpLink link = physical(port);
        sendWhile(port, link);
        List<IsoTpLink.Reception> kept = new ArrayList<>();
        for (IsoTpLink.Reception next; (next = link.receive(0, IsoTpFrames.AMPLE)) != null; ) {
            kept.add(next);
        }
        assertThat(kept).hasSize(256);
        assertThat(((IsoTpMessage) kept.get(255)).payload()).isEqualTo(IsoTpFrames.bytes("62%06X".formatted(4_999)));
    }

    @Test
    void longMessagesReceivedWhileSendingAreBoundedInBytesToo() throws Exception {
        ScriptedPort port = new ScriptedPort();
        for (int i = 0; i < 6; i++) {
            port.comes(announcing(0x10, LONGEST));
            for (int sent = 2, k = 1; sent < LONGEST; sent += 7, k++) {
                port.comes(CanFrame.of(
                        CanId.extended(0x18DAF110), IsoTpFrames.bytes("2%X00000000000000".formatted(k % 16))));
            }
        }
        IsoTpLink link = physical(port);
        sendWhile(port, link);
        assertThat(flowControls(port)).hasSize(7).endsWith(0, Pci.OVERFLOW, Pci.OVERFLOW);
    }
}
