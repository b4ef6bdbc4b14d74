package io.outrider.can.isotp;

import static io.outrider.can.isotp.IsoTpFrames.bytes;
import static io.outrider.can.isotp.IsoTpFrames.counting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpException.Fault;
import io.outrider.can.isotp.IsoTpLink.Broken;
import io.outrider.can.isotp.IsoTpLink.Reception;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of functional requests that all ECUs answer at the same time. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FunctionalRequestTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Five ECUs whose consecutive frames are interleaved at random. */
    private static final class RespondingEcus {
        private final Map<CanId, Peer> byTester = new HashMap<>();
        private final Map<CanId, byte[]> answers = new TreeMap<>();
        private final Map<CanId, Deque<CanFrame>> toSend = new TreeMap<>();
        private final Random random;

        RespondingEcus(Random random, List<CanId> ids, int longest) {
            this.random = random;
            for (CanId id : ids) {
                Peer peer = new Peer(id, -1, -1, random.nextInt(-1, 256), 0, 0, 0);
                byte[] answer = new byte[1 + random.nextInt(longest)];
                random.nextBytes(answer);
                byTester.put(IsoTpAddress.partner(id).orElseThrow(), peer);
                answers.put(id, answer);
                toSend.put(id, new ArrayDeque<>(List.of(peer.begin(answer))));
            }
        }

        Collection<CanFrame> hear(CanFrame frame) {
            Peer peer = byTester.get(frame.id());
            if (peer != null) {
                for (CanFrame each : peer.hear(frame)) {
                    toSend.get(each.id()).add(each);
                }
            }
            return List.of();
        }

        CanFrame next() {
            List<CanId> speaking = new ArrayList<>(toSend.keySet());
            speaking.removeIf(id -> toSend.get(id).isEmpty());
            return speaking.isEmpty()
                    ? null
                    : toSend.get(speaking.get(random.nextInt(speaking.size()))).poll();
        }
    }

    private static List<CanId> ids(boolean wide) {
        return wide
                ? List.of(0x18DAF110, 0x18DAF111, 0x18DAF118, 0x18DAF100, 0x18DAF1FE).stream()
                        .map(CanId::extended)
                        .toList()
                : List.of(0x7E8, 0x7E9, 0x7EA, 0x7EC, 0x7EF).stream()
                        .map(CanId::base)
                        .toList();
    }

    private static List<Reception> receiveAll(IsoTpLink link, ScriptedPort port) throws Exception {
        List<Reception> arrivals = new ArrayList<>();
        long deadline = port.ticker.nanos() + SECOND / 5;
        Reception next;
        while ((next = link.receive(deadline, deadline + 100 * SECOND)) != null) {
            arrivals.add(next);
        }
        return arrivals;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fiveEcusAnswerInterleavedAndEachAnswerIsWholeUnderItsFullId(boolean wide) throws Exception {
        Random random = Seeds.draw(this, wide ? "29 bits" : "11 bits");
        for (int round = 0; round < 500; round++) {
            RespondingEcus ecus = new RespondingEcus(random, ids(wide), 300);
            ScriptedPort port = new ScriptedPort(ecus::hear) {
                @Override
                public CanFrame receive(long timeoutNanos) {
                    CanFrame next = ecus.next();
                    ticker.advance(next == null ? timeoutNanos : 250_000);
                    return next;
                }
            };
            IsoTpLink link = new IsoTpLink(port, IsoTpAddress.functional(wide), IsoTpSettings.DEFAULT, port.ticker);
            link.send(bytes("09 02"), IsoTpFrames.AMPLE);
            Map<CanId, byte[]> got = new TreeMap<>();
            for (Reception arrival : receiveAll(link, port)) {
                assertThat(arrival).isInstanceOf(IsoTpMessage.class);
                assertThat(got.put(arrival.source(), ((IsoTpMessage) arrival).payload()))
                        .isNull();
            }
            assertThat(got.keySet()).isEqualTo(ecus.answers.keySet());
            got.forEach((id, answer) -> assertThat(answer).isEqualTo(ecus.answers.get(id)));
        }
    }

    @Test
    void anIncompleteAnswerDoesNotAffectOtherEcus() throws Exception {
        ScriptedPort port = new ScriptedPort();
        port.comes(
                IsoTpFrames.of(0x7E8, "10 0A 01 02 03 04 05 06"),
                IsoTpFrames.of(0x7E9, "10 0A 01 02 03 04 05 06"),
                IsoTpFrames.of(0x7EA, "03 41 00 01"),
                IsoTpFrames.of(0x7E9, "21 07 08 09 0A"));
        IsoTpLink link = new IsoTpLink(port, IsoTpAddress.functional(false), IsoTpSettings.DEFAULT, port.ticker);
        List<Reception> arrivals = receiveAll(link, port);
        assertThat(arrivals).extracting(each -> each.source().value()).containsExactly(0x7EA, 0x7E9, 0x7E8);
        assertThat(((IsoTpMessage) arrivals.get(1)).payload()).isEqualTo(counting(10));
        assertThat(((Broken) arrivals.get(2)).fault().fault()).isEqualTo(Fault.FRAMES_MISSING);
    }

    @Test
    void flowControlGoesToStandardAndConfiguredIds() throws Exception {
        IsoTpAddress address = new IsoTpAddress(
                IsoTpAddress.FUNCTIONAL_11,
                -1,
                List.of(new CanFilter(CanId.base(0), 0)),
                -1,
                Map.of(CanId.base(0x6A1), CanId.base(0x6A0)));
        ScriptedPort port = new ScriptedPort();
        for (int id : new int[] {0x7EB, 0x6A1}) {
            port.comes(IsoTpFrames.of(id, "10 08 01 02 03 04 05 06"), IsoTpFrames.of(id, "21 07 08"));
        }
        IsoTpLink link = new IsoTpLink(port, address, IsoTpSettings.DEFAULT, port.ticker);
        assertThat(receiveAll(link, port)).hasSize(2).allMatch(IsoTpMessage.class::isInstance);
        assertThat(port.sent).extracting(CanFrame::idValue).containsExactly(0x7E3, 0x6A0);
    }

    @ParameterizedTest
    @CsvSource({"1CDB33F1, 18DAF110, 18DA10F1", "1CDB33F1, 1CDAF110, 1CDA10F1", "18DB33F1, 18DAF110, 18DA10F1"})
    void flowControlGoesToTheEcuWithAnyPriorityOfTheRequest(String request, String responder, String to)
            throws Exception {
        CanFilter anyEcu = new CanFilter(CanId.parse("18DAF100"), 0x03FFFF00);
        IsoTpAddress address = new IsoTpAddress(CanId.parse(request), -1, List.of(anyEcu), -1, Map.of());
        ScriptedPort port = new ScriptedPort();
        port.comes(
                CanFrame.of(CanId.parse(responder), bytes("10 08 01 02 03 04 05 06")),
                CanFrame.of(CanId.parse(responder), bytes("21 07 08")));
        IsoTpLink link = new IsoTpLink(port, address, IsoTpSettings.DEFAULT, port.ticker);
        assertThat(receiveAll(link, port)).hasSize(1).allMatch(IsoTpMessage.class::isInstance);
        assertThat(port.sent)
                .singleElement()
                .satisfies(sent -> assertThat(sent.id()).isEqualTo(CanId.parse(to)));
        assertThatThrownBy(() -> link.send(counting(8), IsoTpFrames.AMPLE))
                .hasMessageContaining("a request to all ECUs");
    }

    /** 6F1 is the tester, DF the functional address; the ECUs 07 and 12 have theirs in the low byte of their ids. */
    @Test
    void withExtendedAddressingFlowControlGoesToTheEcusAddress() throws Exception {
        CanFilter anyEcu = new CanFilter(CanId.base(0x600), 0x700);
        IsoTpAddress address = new IsoTpAddress(CanId.base(0x6F1), 0xDF, List.of(anyEcu), -1, Map.of());
        ScriptedPort port = new ScriptedPort();
        for (int id : new int[] {0x607, 0x612}) {
            port.comes(IsoTpFrames.of(id, "F1 10 08 01 02 03 04 05"), IsoTpFrames.of(id, "F1 21 06 07 08"));
        }
        IsoTpLink link = new IsoTpLink(port, address, IsoTpSettings.DEFAULT, port.ticker);
        assertThat(receiveAll(link, port)).hasSize(2).allMatch(IsoTpMessage.class::isInstance);
        assertThat(port.sent)
                .extracting(CanFrame::toString)
                .containsExactly("6F1#0730000000000000", "6F1#1230000000000000");
    }

    @Test
    void withExtendedAddressingAndOtherIdsFlowControlKeepsTheGivenAddress() throws Exception {
        CanFilter anyEcu = new CanFilter(CanId.base(0x7E8), 0x7F8);
        IsoTpAddress address = new IsoTpAddress(CanId.base(0x7E0), 0x07, List.of(anyEcu), -1, Map.of());
        ScriptedPort port = new ScriptedPort();
        port.comes(IsoTpFrames.of(0x7E8, "F1 10 08 01 02 03 04 05"), IsoTpFrames.of(0x7E8, "F1 21 06 07 08"));
        receiveAll(new IsoTpLink(port, address, IsoTpSettings.DEFAULT, port.ticker), port);
        assertThat(port.sent).extracting(CanFrame::toString).containsExactly("7E0#0730000000000000");
    }

    @Test
    void anUnknownFlowControlIdIsAFaultThatNamesTheArgument() throws Exception {
        IsoTpAddress address = new IsoTpAddress(
                IsoTpAddress.FUNCTIONAL_11, -1, List.of(new CanFilter(CanId.base(0), 0)), -1, Map.of());
        ScriptedPort port = new ScriptedPort().comes(IsoTpFrames.of(0x6A1, "10 08 01 02 03 04 05 06"));
        Reception arrival = receiveAll(new IsoTpLink(port, address, IsoTpSettings.DEFAULT, port.ticker), port)
                .get(0);
        assertThat(((Broken) arrival).fault())
                .hasMessageContaining("can_flow_control_id_pair=<request id>,6a1")
                .extracting(IsoTpException::fault)
                .isEqualTo(Fault.NO_ROUTE);
        assertThat(port.sent).isEmpty();
    }

    @Test
    void aRequestToAllOfMoreThanOneFrameIsRefused() {
        ScriptedPort port = new ScriptedPort();
        for (boolean wide : new boolean[] {false, true}) {
            IsoTpLink link = new IsoTpLink(port, IsoTpAddress.functional(wide), IsoTpSettings.DEFAULT, port.ticker);
            assertThatThrownBy(() -> link.send(counting(8), IsoTpFrames.AMPLE))
                    .isInstanceOfSatisfying(
                            IsoTpException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TOO_LONG));
        }
        assertThat(port.sent).isEmpty();
    }

    @Test
    void sendersAreRemovedAfterTheirAnswer() throws Exception {
        IsoTpAddress all = new IsoTpAddress(
                CanId.extended(0x18DA10F1), -1, List.of(new CanFilter(CanId.extended(0), 0)), -1, Map.of());
        ScriptedPort port = new ScriptedPort();
        for (int id = 0; id < 1_000; id++) {
            port.comes(CanFrame.of(CanId.extended(0x18DA0000 + id), bytes("02 7E 00")));
        }
        assertThat(receiveAll(new IsoTpLink(port, all, IsoTpSettings.DEFAULT, port.ticker), port))
                .hasSize(1_000);
    }

    @Test
    void theNumberOfSendersIsBounded() throws Exception {
        IsoTpAddress all = new IsoTpAddress(
                CanId.extended(0x18DA10F1), -1, List.of(new CanFilter(CanId.extended(0), 0)), -1, Map.of());
        int[] id = new int[1];
        ScriptedPort port = new ScriptedPort() {
            @Override
            public CanFrame receive(long timeoutNanos) {
                ticker.advance(1_000);
                return CanFrame.of(CanId.extended(id[0]++), bytes("10 14 01 02 03 04 05 06"));
            }
        };
        IsoTpLink link = new IsoTpLink(port, all, IsoTpSettings.DEFAULT, port.ticker);
        assertThat(link.receive(SECOND / 5, SECOND / 2)).isNull();
        assertThat(port.sent).as("conversations begun").hasSize(256);
    }
}
