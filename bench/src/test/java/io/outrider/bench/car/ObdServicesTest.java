package io.outrider.bench.car;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.Phase;
import io.outrider.can.isotp.IsoTpAddress;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SAE J1979 on the bus, asked with the agent's own ISO-TP. */
class ObdServicesTest {
    private static final long QUIET_MILLIS = 150;

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
        try (Tester tester = new Tester(car.bus, whom)) {
            return tester.ask(request);
        }
    }

    private List<String> askEverybody(String request) throws Exception {
        try (Tester tester = new Tester(car.bus, IsoTpAddress.functional(false))) {
            return tester.askAll(request, QUIET_MILLIS);
        }
    }

    private static int number(String answer, int from, int to) {
        return new BigInteger(1, Arrays.copyOfRange(HexFormat.of().parseHex(answer), from, to)).intValue();
    }

    private static String ascii(String hex) {
        return new String(HexFormat.of().parseHex(hex), StandardCharsets.US_ASCII);
    }

    @Test
    void engineValuesFollowTheDrive() throws Exception {
        DriveState state = car.state();
        assertThat(number(ask(Tester.ENGINE, "010C"), 2, 4) / 4.0)
                .isCloseTo(state.engine().rpm(), within(0.3));
        assertThat((double) number(ask(Tester.ENGINE, "010D"), 2, 3)).isCloseTo(state.speedKmh(), within(0.6));
        assertThat(number(ask(Tester.ENGINE, "0105"), 2, 3) - 40.0)
                .isCloseTo(state.engine().coolantC(), within(0.6));
        assertThat(number(ask(Tester.ENGINE, "012F"), 2, 3) / 2.55).isCloseTo(state.fuelPercent(), within(0.3));
        assertThat(number(ask(Tester.ENGINE, "0142"), 2, 4) / 1_000.0).isCloseTo(state.volts(), within(0.001));
        assertThat(number(ask(Tester.ENGINE, "01A6"), 2, 6) / 10.0).isCloseTo(state.odometerKm(), within(0.06));
    }

    @Test
    void sixPidsAreAnsweredInOneMessage() throws Exception {
        String answer = ask(Tester.ENGINE, "010C0D05042F11");
        assertThat(answer)
                .matches("41" + "0c[0-9a-f]{4}" + "0d[0-9a-f]{2}" + "05[0-9a-f]{2}" + "04[0-9a-f]{2}" + "2f[0-9a-f]{2}"
                        + "11[0-9a-f]{2}");
    }

    @Test
    void unsupportedPidsAreOmittedFromAnAnswerForSeveral() throws Exception {
        assertThat(ask(Tester.ENGINE, "010D990C")).matches("410d[0-9a-f]{2}0c[0-9a-f]{4}");
    }

    @Test
    void masksOfSupportedPidsAreCorrect() throws Exception {
        for (IsoTpAddress ecu : List.of(Tester.ENGINE, Tester.GEARBOX, Tester.WIDE)) {
            List<Integer> claimed = claimed(ecu);
            for (int pid = 1; pid <= 0xFF; pid++) {
                String answer = ask(ecu, String.format("01%02X", pid));
                boolean there = answer.startsWith(String.format("41%02x", pid));
                assertThat(there)
                        .as("PID %02X of %s: %s", pid, ecu.request(), answer)
                        .isEqualTo(claimed.contains(pid));
                if (!there) {
                    assertThat(answer).isEqualTo("7f0112");
                }
            }
        }
    }

    private List<Integer> claimed(IsoTpAddress ecu) throws Exception {
        List<Integer> pids = new ArrayList<>();
        for (int base = 0; base == 0 || pids.contains(base); base += 0x20) {
            int mask = number(ask(ecu, String.format("01%02X", base)), 2, 6);
            for (int bit = 0; bit < 32; bit++) {
                if ((mask << bit) < 0) {
                    pids.add(base + 1 + bit);
                }
            }
        }
        return pids;
    }

    @Test
    void odometerIsFoundThroughTheMasks() throws Exception {
        assertThat(claimed(Tester.ENGINE)).contains(0x20, 0x40, 0x60, 0x80, 0xA0, 0xA6);
        assertThat(claimed(Tester.GEARBOX)).contains(0x0D, 0xA4).doesNotContain(0x0C);
    }

    @Test
    void functionalRequestIsAnsweredByAllThatSupportThePid() throws Exception {
        assertThat(askEverybody("010D"))
                .hasSize(2)
                .anyMatch(a -> a.startsWith("7e8 410d"))
                .anyMatch(a -> a.startsWith("7e9 410d"));
        assertThat(askEverybody("010C")).hasSize(1).allMatch(a -> a.startsWith("7e8 410c"));
    }

    @Test
    void unsupportedFunctionalRequestIsNotAnswered() throws Exception {
        assertThat(askEverybody("0199")).isEmpty();
        assertThat(askEverybody("0601")).isEmpty();
        assertThat(askEverybody("0999")).isEmpty();
    }

    @Test
    void unsupportedPhysicalRequestGetsANegativeResponse() throws Exception {
        assertThat(ask(Tester.ENGINE, "0199")).isEqualTo("7f0112");
        assertThat(ask(Tester.ENGINE, "0601")).isEqualTo("7f0611");
        assertThat(ask(Tester.ENGINE, "22FFFF")).isEqualTo("7f2231");
        assertThat(ask(Tester.ENGINE, "22F1")).isEqualTo("7f2213");
        assertThat(ask(Tester.GEARBOX, "0902")).isEqualTo("7f0912");
    }

    @Test
    void troubleCodesOfAnEcuMayNeedSeveralFrames() throws Exception {
        assertThat(ask(Tester.ENGINE, "03")).isEqualTo("43" + "05" + "0104" + "0133" + "c073" + "5234" + "aaf1");
        assertThat(ask(Tester.ENGINE, "07")).isEqualTo("4701" + "0301");
        assertThat(ask(Tester.ENGINE, "0A")).isEqualTo("4a01" + "0420");
        assertThat(ask(Tester.GEARBOX, "03")).isEqualTo("4301" + "0700");
        assertThat(ask(Tester.GEARBOX, "07")).isEqualTo("4700");
    }

    @Test
    void twoEcusAnswerInSeveralFramesAndInOneAtTheSameTime() throws Exception {
        assertThat(askEverybody("03"))
                .containsExactlyInAnyOrder("7e8 4305" + "01040133c0735234aaf1", "7e9 4301" + "0700");
    }

    @Test
    void clearingKeepsThePermanentCodes() throws Exception {
        assertThat(number(ask(Tester.ENGINE, "0101"), 2, 3)).isEqualTo(0x85);
        assertThat(askEverybody("04")).containsExactlyInAnyOrder("7e8 44", "7e9 44");
        assertThat(ask(Tester.ENGINE, "03")).isEqualTo("4300");
        assertThat(ask(Tester.ENGINE, "07")).isEqualTo("4700");
        assertThat(ask(Tester.ENGINE, "0A")).isEqualTo("4a01" + "0420");
        assertThat(ask(Tester.GEARBOX, "03")).isEqualTo("4300");
        assertThat(number(ask(Tester.ENGINE, "0101"), 2, 3)).isZero();
        assertThat(number(ask(Tester.ENGINE, "0131"), 2, 4)).isZero();
    }

    @Test
    void vehicleInformationHasTheVinAndTheCalibrations() throws Exception {
        assertThat(ask(Tester.ENGINE, "0900")).isEqualTo("4900" + "54400000");
        String vin = ask(Tester.ENGINE, "0902");
        assertThat(vin).startsWith("490201").hasSize(2 * 20);
        assertThat(ascii(vin.substring(6))).isEqualTo(CarSettings.DEFAULT.vin());
        assertThat(askEverybody("0902")).containsExactly("7e8 " + vin);
        assertThat(ask(Tester.ENGINE, "0904")).startsWith("490402").hasSize(2 * (3 + 2 * 16));
        assertThat(ask(Tester.ENGINE, "0906")).isEqualTo("490602" + "1791bc82" + "16e062be");
        assertThat(ascii(ask(Tester.ENGINE, "090A").substring(6))).isEqualTo("ECM\0-EngineControl\0\0");
    }

    @Test
    void ecuWith29BitIdsAnswersPhysicalAndFunctionalRequests() throws Exception {
        assertThat(number(ask(Tester.WIDE, "010C"), 2, 4) / 4.0)
                .isCloseTo(car.state().engine().rpm(), within(0.3));
        try (Tester tester = new Tester(car.bus, IsoTpAddress.functional(true))) {
            assertThat(tester.askAll("0902", QUIET_MILLIS))
                    .hasSize(1)
                    .allMatch(answer -> answer.startsWith("18daf110 490201"));
        }
    }

    @Test
    void ecusAnswerWithTheEngineOff() throws Exception {
        car.set(CarOnBus.in(Phase.ENGINE_OFF));
        assertThat(ask(Tester.ENGINE, "010C")).isEqualTo("410c0000");
        assertThat(ask(Tester.ENGINE, "010D")).isEqualTo("410d00");
    }

    @Test
    void answersAreCounted() throws Exception {
        ask(Tester.ENGINE, "010C");
        askEverybody("010D");
        askEverybody("0199");
        assertThat(car.car.answered()).isEqualTo(3);
    }
}
