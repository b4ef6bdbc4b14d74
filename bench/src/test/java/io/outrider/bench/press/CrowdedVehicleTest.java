package io.outrider.bench.press;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.VirtualBus;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.can.isotp.IsoTpSettings;
import io.outrider.obd.exchange.DiagnosticClient;
import io.outrider.obd.exchange.DiagnosticRequest;
import io.outrider.obd.exchange.ResponseTimeouts;
import io.outrider.obd.exchange.Responses;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CrowdedVehicleTest {
    private static final long AMPLE = TimeUnit.SECONDS.toNanos(20);

    @Test
    void allEcusAnswerAFunctionalRequestAndLongAnswersAreComplete() throws Exception {
        VirtualBus bus = new VirtualBus("test", Ticker.system(), () -> 1);
        CanFilter wide = CanFilter.exact(CanId.extended(0x18DAF107));
        try (bus;
                CrowdedVehicle vehicle = new CrowdedVehicle(bus.node());
                CanPort one = bus.open(List.of(wide));
                CanPort all = bus.open(List.of())) {
            all.send(CanFrame.of(CanId.extended(0x18DB33F1), new byte[] {3, 0x22, (byte) 0xF1, 2, 0, 0, 0, 0}));
            Set<Integer> ids = new HashSet<>();
            while (ids.size() < 256) {
                CanFrame frame = all.receive(AMPLE);
                assertThat(frame).as("of " + ids.size()).isNotNull();
                ids.add(frame.idValue());
            }
            CanFrame first = one.receive(AMPLE);
            int length = (first.at(0) & 0xF) << 8 | first.at(1);
            assertThat(length).isEqualTo(4_095);
            all.send(CanFrame.of(CanId.extended(0x18DA07F1), new byte[] {0x30, 0, 0}));
            for (int received = 6, sequence = 1; received < length; received += 7, sequence++) {
                CanFrame next = one.receive(AMPLE);
                assertThat(next.at(0)).isEqualTo(0x20 | sequence & 0xF);
            }
        }
    }

    @Test
    void aThousandEcusAnswerWithElevenBitIds() throws Exception {
        VirtualBus bus = new VirtualBus("test", Ticker.system(), () -> 1);
        try (bus;
                CrowdedVehicle vehicle = new CrowdedVehicle(bus.node());
                CanPort last = bus.open(List.of(CanFilter.exact(CanId.base(0x200 + CrowdedVehicle.ECUS - 1))))) {
            last.send(CanFrame.of(CanId.base(0x7DF), new byte[] {3, 0x22, (byte) 0xF1, 1}));
            assertThat(last.receive(AMPLE).data()).startsWith(5, 0x62, 0xF1, 1);
        }
    }

    @Test
    @Tag("slow")
    void longestAnswersAreCompleteBeforeTheExchangeTimesOut() throws Exception {
        VirtualBus bus = new VirtualBus("test", Ticker.system(), () -> 1);
        ResponseTimeouts patient = new ResponseTimeouts(AMPLE, AMPLE, AMPLE, ResponseTimeouts.DEFAULT.whole(), 0);
        DiagnosticRequest question =
                DiagnosticRequest.of(IsoTpAddress.functional(true), (byte) 0x22, (byte) 0xF1, (byte) 0x02);
        try (bus;
                CrowdedVehicle vehicle = new CrowdedVehicle(bus.node());
                DiagnosticClient client = new DiagnosticClient(
                        bus.node(), IsoTpSettings.DEFAULT, patient, Ticker.system(), Clock.systemUTC())) {
            Responses answers = client.send(question);
            for (int i = 0;
                    i < 10 && answers.positive().isEmpty() && bus.state().dropped() > 0;
                    i++) {
                answers = client.send(question); // a busy machine has lost frames of each answer
            }
            assertThat(answers.cut()).isTrue();
            assertThat(answers.positive())
                    .as("frames lost: %d", bus.state().dropped())
                    .isNotEmpty()
                    .allSatisfy(answer -> assertThat(answer.payload()).hasSize(4_095));
        }
    }
}
