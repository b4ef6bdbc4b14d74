package io.outrider.obd.standard;

import static io.outrider.obd.standard.Payloads.failureOf;
import static io.outrider.obd.standard.Payloads.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class VehicleInformationTest {
    private static String ascii(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void aVinHasSeventeenCharactersWithAnyFiller() throws Exception {
        String vin = ascii("1D4GP00R55B123456");
        assertThat(value("VIN", "490201" + vin)).isEqualTo("1D4GP00R55B123456");
        assertThat(value("VIN", "490201000000" + vin)).isEqualTo("1D4GP00R55B123456");
        assertThat(value("VIN", "490201" + vin + "0000")).isEqualTo("1D4GP00R55B123456");
        assertThat(Payloads.decoded("vin", "62F190" + vin)).isEqualTo("1D4GP00R55B123456");
    }

    @Test
    void aShorterChassisNumberLosesItsFillerOnly() throws Exception {
        assertThat(value("VIN", "490201" + ascii("ZVW30-1234567    "))).isEqualTo("ZVW30-1234567");
    }

    @Test
    void anUnwrittenVinIsNull() throws Exception {
        assertThat(value("VIN", "490201" + "00".repeat(17))).isNull();
        assertThat(value("VIN", "490201" + "FF".repeat(17))).isNull();
    }

    @Test
    void aTruncatedOrNonTextVinIsAFailure() {
        assertThat(failureOf(() -> value("VIN", "490201" + ascii("1D4GP00R55B12345"))))
                .isEqualTo("SHORT_ANSWER");
        assertThat(failureOf(() -> value("VIN", "490201" + ascii("1D4GP00R55B123456X"))))
                .isEqualTo("UNREADABLE_ANSWER");
        assertThat(failureOf(() -> value("VIN", "490201" + ascii("1D4GP00R55B12345") + "90")))
                .isEqualTo("UNREADABLE_ANSWER");
    }

    @Test
    void theAnswerGivesTheNumberOfCalibrations() throws Exception {
        String first = ascii("JMB*36761500") + "00000000";
        String second = ascii("JMB*4787261111") + "0000";
        assertThat(value("CALIBRATION_ID", "490402" + first + second))
                .isEqualTo(List.of("JMB*36761500", "JMB*4787261111"));
        assertThat(value("CALIBRATION_ID", "490401" + "00".repeat(16))).isEqualTo(List.of(""));
        assertThat(failureOf(() -> value("CALIBRATION_ID", "490402" + first))).isEqualTo("SHORT_ANSWER");
    }

    @Test
    void verificationNumbersKeepTheirZeros() throws Exception {
        assertThat(value("CVN", "490602 1791BC82 0000ABCD")).isEqualTo(List.of("1791BC82", "0000ABCD"));
        assertThat(value("CVN", "490600")).isEqualTo(List.of());
        assertThat(failureOf(() -> value("CVN", "490601 1791BC"))).isEqualTo("SHORT_ANSWER");
    }

    @Test
    void aControlUnitHasANameOfTwoParts() throws Exception {
        assertThat(value("ECU_NAME", "490A01" + ascii("ECM") + "00" + ascii("-EngineControl") + "0000"))
                .isEqualTo("ECM-EngineControl");
    }

    @Test
    void messageCountsAreNumbers() throws Exception {
        assertThat(value("VIN_MESSAGE_COUNT", "490105")).isEqualTo(5.0);
        assertThat(value("CVN_MESSAGE_COUNT", "490501")).isEqualTo(1.0);
    }
}
