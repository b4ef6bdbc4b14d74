package io.outrider.can.isotp;

import static io.outrider.can.isotp.IsoTpFrames.counting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Ticker;
import io.outrider.can.CanId;
import io.outrider.can.SocketCanBus;
import io.outrider.can.isotp.IsoTpException.Fault;
import io.outrider.can.isotp.IsoTpLink.Reception;
import io.outrider.can.isotp.KernelPeer.KernelOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Interoperability tests with the kernel's ISO-TP in both directions, on vcan0. */
@Tag("vcan")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
class KernelIsoTpTest {
    private static final long AMPLE = TimeUnit.SECONDS.toNanos(20);
    private static final IsoTpSettings BARE = IsoTpSettings.DEFAULT.withPadding(IsoTpSettings.UNPADDED);
    private static final IsoTpAddress NORMAL = IsoTpAddress.between(IsoTpFrames.TESTER, IsoTpFrames.ECU);
    private static final IsoTpAddress WIDE =
            IsoTpAddress.between(CanId.extended(0x18DA10F1), CanId.extended(0x18DAF110));

    private final Ticker ticker = Ticker.system();
    private final SocketCanBus bus = new SocketCanBus("vcan0", ticker);

    @AfterEach
    void close() {
        bus.close();
    }

    private IsoTpLink link(IsoTpAddress address, IsoTpSettings settings) throws Exception {
        return new IsoTpLink(bus.open(address.responses()), address, settings, ticker);
    }

    private static KernelPeer peer(IsoTpAddress address, KernelOptions options) throws Exception {
        return new KernelPeer(address.request(), address.responses().get(0).id(), options);
    }

    private byte[] receive(IsoTpLink link) throws Exception {
        long deadline = ticker.nanos() + AMPLE;
        Reception arrival = link.receive(deadline, deadline);
        assertThat(arrival).isInstanceOf(IsoTpMessage.class);
        return ((IsoTpMessage) arrival).payload();
    }

    /** Sends messages of these lengths to the kernel and back. */
    private void roundTrips(IsoTpAddress address, IsoTpSettings settings, KernelOptions options, int... lengths)
            throws Exception {
        try (KernelPeer kernel = peer(address, options)) {
            IsoTpLink link = link(address, settings);
            for (int length : lengths) {
                byte[] payload = counting(length);
                link.send(payload, IsoTpFrames.AMPLE);
                assertThat(kernel.read()).as("sent: " + length).isEqualTo(payload);
                kernel.write(payload);
                assertThat(receive(link)).as("received: " + length).isEqualTo(payload);
            }
        }
    }

    private static int[] upTo(int longest) {
        int[] lengths = new int[longest];
        for (int i = 0; i < longest; i++) {
            lengths[i] = i + 1;
        }
        return lengths;
    }

    @Test
    void everyLengthUpToEightyAndTheLongestWithElevenBitsUnpadded() throws Exception {
        roundTrips(NORMAL, BARE, KernelOptions.PLAIN, upTo(80));
        roundTrips(NORMAL, BARE, KernelOptions.PLAIN, 4094, 4095);
    }

    @Test
    void everyLengthUpToEightyAndTheLongestWithTwentyNineBitsPadded() throws Exception {
        IsoTpSettings padded = BARE.withPadding(0xAA);
        roundTrips(WIDE, padded, KernelOptions.PLAIN.withPadding(0x55, 0xAA), upTo(80));
        roundTrips(WIDE, padded, KernelOptions.PLAIN.withPadding(0x55, 0xAA), 4095);
    }

    @Test
    void theDefaultPaddingPassesTheKernelsCheck() throws Exception {
        roundTrips(NORMAL, IsoTpSettings.DEFAULT, KernelOptions.PLAIN.withPadding(0x00, 0x00), upTo(30));
    }

    @Test
    void extendedAddressingPaddedAndNot() throws Exception {
        IsoTpAddress address = IsoTpAddress.extended(CanId.base(0x6F1), 0x12, CanId.base(0x612), 0xF1);
        KernelOptions options = KernelOptions.PLAIN.withExtendedAddresses(0x12, 0xF1);
        roundTrips(address, BARE, options, upTo(80));
        roundTrips(address, IsoTpSettings.DEFAULT, options.withPadding(0xCC, 0x00), 1, 5, 6, 7, 8, 60, 4095);
    }

    @Test
    void extendedAddressingWithTwentyNineBits() throws Exception {
        IsoTpAddress address =
                IsoTpAddress.extended(CanId.extended(0x18CEF1AA), 0x00, CanId.extended(0x18CEAAF1), 0xFF);
        roundTrips(address, BARE, KernelOptions.PLAIN.withExtendedAddresses(0x00, 0xFF), upTo(30));
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "7, 0xF5", "15, 0", "16, 0", "255, 0"})
    void theKernelsBlockSizeAndSeparationTimeAreKept(int blockSize, String stMin) throws Exception {
        KernelOptions options = KernelOptions.PLAIN.withFlowControl(blockSize, Integer.decode(stMin));
        roundTrips(NORMAL, BARE, options, 8, 13, 20, 62, 300, 1_000);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "7, 0xF5", "15, 0", "16, 0", "255, 0"})
    void theKernelKeepsOurBlockSizeAndSeparationTime(int blockSize, String stMin) throws Exception {
        IsoTpSettings settings = BARE.withFlowControl(blockSize, Integer.decode(stMin));
        roundTrips(NORMAL, settings, KernelOptions.PLAIN, 8, 13, 20, 62, 300, 1_000);
    }

    @Test
    void theKernelsSeparationTimeIsKept() throws Exception {
        try (KernelPeer kernel = peer(NORMAL, KernelOptions.PLAIN.withFlowControl(0, 20))) {
            long start = ticker.nanos();
            link(NORMAL, BARE).send(counting(6 + 7 * 10), IsoTpFrames.AMPLE);
            assertThat(ticker.nanos() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(9 * 20));
            assertThat(kernel.read()).hasSize(76);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 32, 64})
    void messagesFitCanFdFrames(int frameLength) throws Exception {
        IsoTpSettings settings = IsoTpSettings.DEFAULT.withFrameLength(frameLength);
        KernelOptions options = KernelOptions.PLAIN.withFrameLength(frameLength).withPadding(0xCC, -1);
        roundTrips(NORMAL, settings, options, 1, 7, 8, 10, 11, 61, 62, 63, 64, 70, 100, 1_000, 4_095);
    }

    @Test
    void aMessageBeyondTheKernelsOwnLimitIsAnOverflow() throws Exception {
        try (KernelPeer kernel = peer(NORMAL, KernelOptions.PLAIN)) {
            IsoTpLink link = link(NORMAL, BARE);
            assertThatThrownBy(() -> link.send(counting(2_000_000), IsoTpFrames.AMPLE))
                    .isInstanceOfSatisfying(
                            IsoTpException.class, e -> assertThat(e.fault()).isEqualTo(Fault.OVERFLOW));
            link.send(counting(3), IsoTpFrames.AMPLE);
            assertThat(kernel.read()).isEqualTo(counting(3));
        }
    }

    @Test
    void aMissingPeerIsNoFlowControlAfterASecond() throws Exception {
        IsoTpLink link = link(NORMAL, BARE);
        long start = ticker.nanos();
        assertThatThrownBy(() -> link.send(counting(20), IsoTpFrames.AMPLE))
                .isInstanceOfSatisfying(
                        IsoTpException.class, e -> assertThat(e.fault()).isEqualTo(Fault.NO_FLOW_CONTROL));
        assertThat(ticker.nanos() - start).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fiveEcusOfTheKernelAnswerOneFunctionalRequestAtOnce(boolean wide) throws Exception {
        List<KernelPeer> asked = new ArrayList<>();
        Map<CanId, KernelPeer> answering = new HashMap<>();
        IsoTpAddress all = IsoTpAddress.functional(wide);
        for (int ecu = 0; ecu < 5; ecu++) {
            CanId response = wide ? CanId.extended(0x18DAF110 + ecu) : CanId.base(0x7E8 + ecu);
            CanId request = IsoTpAddress.partner(response).orElseThrow();
            answering.put(response, new KernelPeer(request, response, KernelOptions.PLAIN));
            // unused id, for listening only
            asked.add(new KernelPeer(all.request(), CanId.base(0x500 + ecu), KernelOptions.PLAIN));
        }
        IsoTpLink link = link(all, IsoTpSettings.DEFAULT);
        for (int round = 0; round < 10; round++) {
            link.send(IsoTpFrames.bytes("09 02"), IsoTpFrames.AMPLE);
            for (KernelPeer each : asked) {
                assertThat(each.read()).isEqualTo(IsoTpFrames.bytes("09 02"));
            }
            for (Map.Entry<CanId, KernelPeer> each : answering.entrySet()) {
                each.getValue().write(answer(each.getKey(), round));
            }
            Map<CanId, byte[]> got = new HashMap<>();
            while (got.size() < 5) {
                long deadline = ticker.nanos() + AMPLE;
                Reception arrival = link.receive(deadline, deadline);
                assertThat(arrival).isInstanceOf(IsoTpMessage.class);
                got.put(arrival.source(), ((IsoTpMessage) arrival).payload());
            }
            int now = round;
            assertThat(got.keySet()).isEqualTo(answering.keySet());
            got.forEach((id, payload) -> assertThat(payload).isEqualTo(answer(id, now)));
        }
        for (KernelPeer each : asked) {
            each.close();
        }
        for (KernelPeer each : answering.values()) {
            each.close();
        }
    }

    private static byte[] answer(CanId id, int round) {
        byte[] answer = counting(20 + 7 * round);
        answer[0] = (byte) id.value();
        return answer;
    }
}
