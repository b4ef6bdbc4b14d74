package io.outrider.bench.car;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.outrider.bench.car.drive.BatteryState;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.can.CanFilter;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.can.isotp.IsoTpAddress;
import io.outrider.can.isotp.IsoTpSettings;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** UDS on the bus: long answers, long requests, extended addressing, and flow control in both directions. */
class LongEcuAnswersTest {
    private CarOnBus car;

    @BeforeEach
    void start() throws Exception {
        car = new CarOnBus();
    }

    @AfterEach
    void stop() {
        car.close();
    }

    private String ask(IsoTpAddress whom, String request) throws Exception {
        return ask(whom, IsoTpSettings.DEFAULT, request);
    }

    private String ask(IsoTpAddress whom, IsoTpSettings settings, String request) throws Exception {
        try (Tester tester = new Tester(car.bus, whom, settings)) {
            return tester.ask(request);
        }
    }

    private static double unsigned(String answer, int from, int to) {
        return new BigInteger(1, bytes(answer, from, to)).doubleValue();
    }

    private static double signed(String answer, int from, int to) {
        return new BigInteger(bytes(answer, from, to)).doubleValue();
    }

    private static byte[] bytes(String answer, int from, int to) {
        return Arrays.copyOfRange(HexFormat.of().parseHex(answer), from, to);
    }

    /** The formulas are those that the captures of a Hyundai Ioniq 5 come with (OBDb). */
    @Test
    void formulasOfAHyundaiReadTheBattery() throws Exception {
        DriveState state = car.state();
        BatteryState battery = state.battery();
        String pack = ask(Tester.BATTERY, "220101");
        assertThat(pack).startsWith("620101").hasSize(2 * 62);
        assertThat(unsigned(pack, 7, 8) / 2).isCloseTo(battery.socPercent(), within(0.3));
        assertThat(signed(pack, 13, 15) / 10).isCloseTo(battery.amps(), within(0.06));
        assertThat(unsigned(pack, 15, 17) / 10).isCloseTo(battery.volts(), within(0.06));
        assertThat(unsigned(pack, 32, 33) / 10).isCloseTo(state.volts(), within(0.06));
        assertThat(unsigned(pack, 41, 45) / 10).isCloseTo(battery.chargedKwh(), within(0.06));
        assertThat(unsigned(pack, 45, 49) / 10).isCloseTo(battery.dischargedKwh(), within(0.06));
        assertThat((int) unsigned(pack, 53, 54) >> 2 & 1).isEqualTo(1);
        assertThat(signed(pack, 56, 58)).isCloseTo(battery.motorRpm(), within(0.6));
        String charge = ask(Tester.BATTERY, "220105");
        assertThat(charge).hasSize(2 * 46);
        assertThat(unsigned(charge, 34, 35) / 2).isCloseTo(battery.socPercent(), within(0.3));
        assertThat(unsigned(charge, 28, 30) / 10).isEqualTo(97.8);
        String cells = ask(Tester.BATTERY, "220102");
        assertThat(unsigned(cells, 7, 8) / 50 * 96).isCloseTo(battery.volts(), within(5.0));
    }

    /** The formulas are those that the captures of a BMW i3 come with (OBDb). */
    @Test
    void formulasOfABmwReadTheEcuWithExtendedAddressing() throws Exception {
        BatteryState battery = car.state().battery();
        assertThat(unsigned(ask(Tester.EXTENDED, "22DD68"), 3, 5) / 100).isCloseTo(battery.volts(), within(0.006));
        assertThat(signed(ask(Tester.EXTENDED, "22DD69"), 3, 7) / 100).isCloseTo(-battery.amps(), within(0.006));
        String charge = ask(Tester.EXTENDED, "22DDBC");
        assertThat(charge).hasSize(2 * 9);
        assertThat(unsigned(charge, 3, 5) / 10).isCloseTo(battery.socPercent(), within(0.06));
        assertThat(unsigned(ask(Tester.EXTENDED, "226335"), 6, 7)).isEqualTo(97);
        String cells = ask(Tester.EXTENDED, "22DFA0");
        assertThat(cells).hasSize(2 * 41);
        assertThat(unsigned(cells, 31, 33) / 100).isCloseTo(battery.socPercent(), within(0.006));
    }

    @Test
    void frameWithAnotherAddressByteIsIgnored() throws Exception {
        IsoTpAddress other = IsoTpAddress.extended(CanId.base(0x6F1), 0x12, CanId.base(0x607), 0xF1);
        try (Tester tester = new Tester(car.bus, other)) {
            assertThat(tester.askAll("22DD68", 150)).isEmpty();
        }
    }

    @Test
    void theEcuWith29BitsHasLongAnswersToo() throws Exception {
        String counters = ask(Tester.WIDE, "222660");
        assertThat(counters).hasSize(2 * 57);
        assertThat(unsigned(counters, 46, 49)).isCloseTo(car.state().odometerKm(), within(0.6));
        assertThat(unsigned(counters, 49, 51)).isCloseTo(car.state().engine().runSeconds(), within(0.6));
    }

    @Test
    void answersOf640And4095And5000BytesArriveWhole() throws Exception {
        assertThat(ask(Tester.BATTERY, "22FD01")).isEqualTo("62fd01" + pattern(640));
        assertThat(ask(Tester.BATTERY, "22FD02")).isEqualTo("62fd02" + pattern(4_095));
        assertThat(ask(Tester.BATTERY, "22FD03")).isEqualTo("62fd03" + pattern(5_000));
    }

    private static String pattern(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + i / 256);
        }
        return HexFormat.of().formatHex(bytes, 3, length);
    }

    @Test
    void theBlockSizeOfTheTesterIsRespected() throws Exception {
        IsoTpSettings inBlocks = IsoTpSettings.DEFAULT.withFlowControl(3, 0);
        try (CanPort monitor =
                car.bus.open(List.of(CanFilter.exact(CanId.base(0x7EC)), CanFilter.exact(CanId.base(0x7E4))))) {
            assertThat(ask(Tester.BATTERY, inBlocks, "220101")).hasSize(2 * 62);
            StringBuilder seen = new StringBuilder();
            for (CanFrame frame = monitor.receive(0); frame != null; frame = monitor.receive(0)) {
                seen.append(frame.at(0) >> 4);
            }
            assertThat(seen).hasToString("0" + "1" + "3222" + "3222" + "322");
        }
    }

    @Test
    void theSeparationTimeOfTheTesterIsRespected() throws Exception {
        IsoTpSettings slow = IsoTpSettings.DEFAULT.withFlowControl(0, 10);
        long before = System.nanoTime();
        assertThat(ask(Tester.BATTERY, slow, "220101")).hasSize(2 * 62);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
        assertThat(millis).isGreaterThanOrEqualTo(7 * 10); // 8 consecutive frames
    }

    @Test
    void testerThatSendsWaitReceivesTheAnswer() throws Exception {
        try (CanPort port = car.bus.open(List.of(CanFilter.exact(CanId.base(0x7EC))))) {
            CanId request = CanId.base(0x7E4);
            port.send(CanFrame.of(request, HexFormat.of().parseHex("03220105")));
            assertThat(port.receive(TimeUnit.SECONDS.toNanos(5)).at(0)).isEqualTo(0x10);
            port.send(CanFrame.of(request, HexFormat.of().parseHex("310000")));
            assertThat(port.receive(TimeUnit.MILLISECONDS.toNanos(100))).isNull();
            port.send(CanFrame.of(request, HexFormat.of().parseHex("300000")));
            assertThat(port.receive(TimeUnit.SECONDS.toNanos(5)).at(0)).isEqualTo(0x21);
        }
    }

    @Test
    void overflowEndsTheAnswer() throws Exception {
        try (CanPort port = car.bus.open(List.of(CanFilter.exact(CanId.base(0x7EC))))) {
            CanId request = CanId.base(0x7E4);
            port.send(CanFrame.of(request, HexFormat.of().parseHex("03220105")));
            assertThat(port.receive(TimeUnit.SECONDS.toNanos(5)).at(0)).isEqualTo(0x10);
            port.send(CanFrame.of(request, HexFormat.of().parseHex("320000")));
            port.send(CanFrame.of(request, HexFormat.of().parseHex("300000")));
            assertThat(port.receive(TimeUnit.MILLISECONDS.toNanos(100))).isNull();
        }
    }

    @Test
    void multiFrameRequestsAreAccepted() throws Exception {
        assertThat(ask(Tester.BATTERY, "22" + "0101" + "0105" + "FD10" + "FFFF"))
                .hasSize(2 * (1 + 61 + 45 + 3));
        for (IsoTpAddress ecu : List.of(Tester.BATTERY, Tester.EXTENDED)) {
            String note = "00112233445566778899aabbccddeeff".repeat(9);
            assertThat(ask(ecu, "2EFD10" + note)).isEqualTo("6efd10");
            assertThat(ask(ecu, "22FD10")).isEqualTo("62fd10" + note);
        }
    }

    @Test
    void sessionControlAndTesterPresentAreAnswered() throws Exception {
        assertThat(ask(Tester.ENGINE, "3E00")).isEqualTo("7e00");
        assertThat(ask(Tester.ENGINE, "1003")).isEqualTo("5003003201f4");
        assertThat(ask(Tester.ENGINE, "1099")).isEqualTo("7f1012");
        try (Tester tester = new Tester(car.bus, Tester.ENGINE)) {
            assertThat(tester.askAll("3E80", 150)).isEmpty();
        }
    }
}
