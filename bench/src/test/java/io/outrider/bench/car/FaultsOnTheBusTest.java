package io.outrider.bench.car;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.car.fault.FaultOrder;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.isotp.IsoTpSettings;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultsOnTheBusTest {
    private CarOnBus car;

    @BeforeEach
    void start() throws Exception {
        car = new CarOnBus();
    }

    @AfterEach
    void stop() {
        car.close();
    }

    private void order(String... faults) {
        car.car.faults().set(Stream.of(faults).map(FaultOrder::parse).toList());
    }

    private String askVin() throws Exception {
        try (Tester tester = new Tester(car.bus, Tester.ENGINE, impatient())) {
            return tester.ask("0902");
        }
    }

    /** Waits 300 ms for a consecutive frame, so that a lost one is detected soon. */
    private static IsoTpSettings impatient() {
        long patience = TimeUnit.MILLISECONDS.toNanos(300);
        return new IsoTpSettings(0, 0, 0, patience, patience, 16, 8_192, 8);
    }

    /** First bytes of the frames that arrive with correct flow control. */
    private List<Integer> controlBytes(String request, int frames) throws Exception {
        List<Integer> seen = new ArrayList<>();
        try (CanPort port = car.bus.open(List.of(CanFilter.exact(CanId.base(0x7E8))))) {
            port.send(CanFrame.of(CanId.base(0x7E0), HexFormat.of().parseHex(request)));
            while (seen.size() < frames) {
                CanFrame frame = port.receive(TimeUnit.SECONDS.toNanos(5));
                if (seen.isEmpty() && frame.at(0) >> 4 == 2) {
                    continue; // of the previous answer
                }
                seen.add(frame.at(0));
                if (frame.at(0) >> 4 == 1) {
                    port.send(CanFrame.of(CanId.base(0x7E0), HexFormat.of().parseHex("300000")));
                }
            }
        }
        return seen;
    }

    @Test
    void answerWithoutFaultIsComplete() throws Exception {
        assertThat(askVin()).startsWith("490201");
        assertThat(controlBytes("020902", 3)).containsExactly(0x10, 0x21, 0x22);
    }

    @Test
    void lateFaultDelaysTheAnswer() throws Exception {
        order("late=120");
        long before = System.nanoTime();
        assertThat(askVin()).startsWith("490201");
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before)).isGreaterThanOrEqualTo(120);
    }

    @Test
    void responsePendingPrecedesTheAnswer() throws Exception {
        order("pending=3,every=20");
        try (Tester tester = new Tester(car.bus, Tester.ENGINE)) {
            long before = System.nanoTime();
            assertThat(tester.askAll("0902", 300))
                    .hasSize(4)
                    .startsWith("7e8 7f0978", "7e8 7f0978", "7e8 7f0978")
                    .last()
                    .asString()
                    .startsWith("7e8 490201");
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before))
                    .isGreaterThanOrEqualTo(60);
        }
    }

    @Test
    void aLostFrameBreaksTheAnswer() throws Exception {
        order("lost=1");
        assertThat(askVin()).isEqualTo("WRONG_SEQUENCE");
        assertThat(controlBytes("020902", 2)).containsExactly(0x10, 0x22);
        order("lost=2");
        assertThat(askVin()).isEqualTo("FRAMES_MISSING");
        order("lost=0");
        try (Tester tester = new Tester(car.bus, Tester.ENGINE)) {
            assertThat(tester.askAll("0902", 150)).isEmpty();
            assertThat(tester.askAll("010C", 150)).isEmpty();
        }
    }

    @Test
    void aWrongSequenceNumberBreaksTheAnswer() throws Exception {
        order("wrong-sequence=2");
        assertThat(askVin()).isEqualTo("WRONG_SEQUENCE");
        assertThat(controlBytes("020902", 3)).containsExactly(0x10, 0x21, 0x23);
    }

    @Test
    void aDoubledFrameBreaksTheAnswer() throws Exception {
        order("doubled=1");
        assertThat(askVin()).isEqualTo("WRONG_SEQUENCE");
        assertThat(controlBytes("020902", 4)).containsExactly(0x10, 0x21, 0x21, 0x22);
    }

    @Test
    void swappedFramesBreakTheAnswer() throws Exception {
        order("swapped=1");
        assertThat(askVin()).isEqualTo("WRONG_SEQUENCE");
        assertThat(controlBytes("020902", 3)).containsExactly(0x10, 0x22, 0x21);
    }

    @Test
    void silenceAffectsItsEcuOnly() throws Exception {
        order("silence,ecu=7E8");
        try (Tester engine = new Tester(car.bus, Tester.ENGINE);
                Tester gearbox = new Tester(car.bus, Tester.GEARBOX)) {
            assertThat(engine.askAll("010D", 150)).isEmpty();
            assertThat(gearbox.ask("010D")).startsWith("410d");
            car.car.faults().clear();
            assertThat(engine.ask("010D")).startsWith("410d");
        }
    }

    @Test
    void anEndlessAnswerEndsWithTheFault() throws Exception {
        order("endless");
        assertThat(controlBytes("020902", 40))
                .startsWith(0x10, 0x21, 0x22, 0x23, 0x24)
                .endsWith(0x26, 0x27);
        assertThat(controlBytes("02010D", 50)).containsOnly(0x03);
        car.car.faults().clear();
        try (Tester tester = new Tester(car.bus, Tester.ENGINE)) {
            assertThat(tester.askAll("010C", 150))
                    .last()
                    .asString()
                    .startsWith("7e8 410c"); // the endless answer has ended
            assertThat(tester.ask("010D")).startsWith("410d");
        }
    }

    @Test
    void severalFaultsApplyTogether() throws Exception {
        order("pending=1,every=10", "late=30", "lost=1,ecu=7E8");
        try (Tester tester = new Tester(car.bus, Tester.ENGINE)) {
            assertThat(tester.askAll("0902", 300)).containsExactly("7e8 7f0978", "7e8 WRONG_SEQUENCE");
        }
    }
}
