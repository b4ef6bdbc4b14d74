package io.outrider.obd.standard;

import static io.outrider.obd.standard.Payloads.command;
import static io.outrider.obd.standard.Payloads.failureOf;
import static io.outrider.obd.standard.Payloads.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurrentDataTest {
    @ParameterizedTest(name = "{0} of {1} is {2} {3}")
    @CsvSource({
        "ENGINE_LOAD, 410480, 50.196078, percent",
        "COOLANT_TEMP, 41053B, 19, degC",
        "SHORT_FUEL_TRIM_1, 410664, -21.875, percent",
        "LONG_FUEL_TRIM_2, 410900, -100, percent",
        "FUEL_PRESSURE, 410AFF, 765, kilopascal",
        "INTAKE_PRESSURE, 410B65, 101, kilopascal",
        "RPM, 410C0FA0, 1000, revolutions_per_minute",
        "RPM, 410C0CFA, 830.5, revolutions_per_minute",
        "SPEED, 410D33, 51, kph",
        "TIMING_ADVANCE, 410E7F, -0.5, degree",
        "INTAKE_TEMP, 410F00, -40, degC",
        "MAF, 41100073, 1.15, gps",
        "THROTTLE_POS, 4111FF, 100, percent",
        "O2_B1S1, 41145AFF, 0.45, volt",
        "RUN_TIME, 411F0076, 118, second",
        "DISTANCE_W_MIL, 4121FFFF, 65535, kilometer",
        "FUEL_RAIL_PRESSURE_VAC, 41220064, 7.9, kilopascal",
        "FUEL_RAIL_PRESSURE_DIRECT, 41230101, 2570, kilopascal",
        "O2_S1_WR_VOLTAGE, 412480008000, 4, volt",
        "O2_S8_WR_VOLTAGE, 412B00002000, 1, volt",
        "COMMANDED_EGR, 412C33, 20, percent",
        "EGR_ERROR, 412DC0, 50, percent",
        "FUEL_LEVEL, 412F5F, 37.254902, percent",
        "WARMUPS_SINCE_DTC_CLEAR, 413009, 9, count",
        "DISTANCE_SINCE_DTC_CLEAR, 41310123, 291, kilometer",
        "BAROMETRIC_PRESSURE, 413364, 100, kilopascal",
        "O2_S1_WR_CURRENT, 413480007F80, -0.5, milliampere",
        "CATALYST_TEMP_B1S1, 413C1234, 426, degC",
        "CATALYST_TEMP_B2S2, 413F0000, -40, degC",
        "CONTROL_MODULE_VOLTAGE, 41423A98, 15, volt",
        "ABSOLUTE_LOAD, 414300FF, 100, percent",
        "COMMANDED_EQUIV_RATIO, 41448000, 0.999424, ratio",
        "AMBIANT_AIR_TEMP, 414650, 40, degC",
        "RUN_TIME_MIL, 414D0100, 256, minute",
        "MAX_MAF, 415040000000, 640, gps",
        "EVAP_VAPOR_PRESSURE_ABS, 41534E20, 100, kilopascal",
        "SHORT_O2_TRIM_B1, 415580, 0, percent",
        "FUEL_RAIL_PRESSURE_ABS, 41590064, 1000, kilopascal",
        "HYBRID_BATTERY_REMAINING, 415BFF, 100, percent",
        "OIL_TEMP, 415C78, 80, degC",
        "FUEL_INJECT_TIMING, 415D6980, 1, degree",
        "FUEL_RATE, 415E0064, 5, lph",
        "TQ_ACT, 416296, 25, percent",
        "TQ_REF, 416301F4, 500, newton_meter",
        "MST, 418450, 40, degC",
        "EXH_RATE, 419E000A, 2, kilogram_per_hour",
        "CYL_RATE, 41A20040, 2, milligram_per_stroke",
        "ODOMETER, 41A60001E240, 12345.6, kilometer",
        "ODOMETER, 41A6FFFFFFFF, 429496729.5, kilometer",
        "V_SET, 41AA78, 120, kph",
        "BAT_SOH, 41B2CC, 80, percent",
        "ODO_ENG, 41D30000000A, 1, kilometer",
    })
    void numbersAreThoseOfTheStandard(String name, String answer, double expected, String unit) throws Exception {
        Object value = value(name, answer);
        assertThat(((Number) value).doubleValue()).isCloseTo(expected, within(1e-6));
        assertThat(command(name).unit()).isEqualTo(unit);
    }

    @Test
    void wholeNumbersPrintWithoutAPointAndTheOthersWithOne() throws Exception {
        assertThat(value("SPEED", "410D33")).isEqualTo(51L);
        assertThat(value("COOLANT_TEMP", "41053B")).isEqualTo(19L);
        assertThat(value("RPM", "410C0FA0")).isEqualTo(1000.0);
        assertThat(value("RUN_TIME", "411F0076")).isEqualTo(118.0);
    }

    @Test
    void evaporativePressureIsOneSignedNumber() throws Exception {
        assertThat(value("EVAP_VAPOR_PRESSURE", "4132FE8C")).isEqualTo(-93.0);
        assertThat(value("EVAP_VAPOR_PRESSURE", "41328000")).isEqualTo(-8192.0);
        assertThat(value("EVAP_VAPOR_PRESSURE", "41327FFF")).isEqualTo(8191.75);
        assertThat(value("EVAP_VAPOR_PRESSURE_ALT", "4154FB34")).isEqualTo(-1228L);
    }

    @Test
    void aFreezeFrameHasTheSameValueOneByteLater() throws Exception {
        assertThat(value("DTC_RPM", "420C000FA0")).isEqualTo(1000.0);
        assertThat(value("DTC_COOLANT_TEMP", "4205003B")).isEqualTo(19L);
        assertThat(value("DTC_FREEZE_DTC", "4202000133")).isEqualTo("P0133");
        assertThat(value("DTC_O2_S1_WR_CURRENT", "423400 8000 7F80")).isEqualTo(-0.5);
        assertThat(failureOf(() -> value("DTC_RPM", "420C000F"))).isEqualTo("SHORT_ANSWER");
    }

    @Test
    void anAnswerToAnotherRequestIsAFailure() {
        assertThat(failureOf(() -> value("RPM", "410D33"))).isEqualTo("WRONG_ANSWER");
        assertThat(failureOf(() -> value("RPM", "420C000FA0"))).isEqualTo("WRONG_ANSWER");
        assertThat(failureOf(() -> value("GET_DTC", "4701 0104"))).isEqualTo("WRONG_ANSWER");
    }

    @Test
    void aRefusalIsAFailure() {
        assertThat(failureOf(() -> value("RPM", "7F0112"))).isEqualTo("NEGATIVE_RESPONSE");
        assertThat(failureOf(() -> value("CLEAR_DTC", "7F0422"))).isEqualTo("NEGATIVE_RESPONSE");
        assertThat(failureOf(() -> value("RPM", "7F"))).isEqualTo("NEGATIVE_RESPONSE");
    }

    @Test
    void truncatedAnswersAreFailures() {
        assertThat(failureOf(() -> value("RPM", ""))).isEqualTo("SHORT_ANSWER");
        assertThat(failureOf(() -> value("RPM", "41"))).isEqualTo("SHORT_ANSWER");
        assertThat(failureOf(() -> value("RPM", "410C"))).isEqualTo("SHORT_ANSWER");
        assertThat(failureOf(() -> value("RPM", "410C0F"))).isEqualTo("SHORT_ANSWER");
        assertThat(failureOf(() -> value("ODOMETER", "41A6000102"))).isEqualTo("SHORT_ANSWER");
    }

    @Test
    void aNamedDecoderStartsAfterATwoByteIdentifier() throws Exception {
        assertThat(Payloads.decoded("temp", "62 F4 05 3B")).isEqualTo(19L);
        assertThat(Payloads.decoded("PERCENT", "62 01 05 FF")).isEqualTo(100.0);
    }
}
