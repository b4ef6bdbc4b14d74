package io.outrider.obd.standard;

import static io.outrider.obd.standard.Payloads.decoded;
import static io.outrider.obd.standard.Payloads.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldsTest {
    @Test
    void theStatusOfASparkIgnitionEngineListsWhatItMonitors() throws Exception {
        assertThat(value("STATUS", "4101 83 07 65 04"))
                .isEqualTo(Map.of(
                        "mil",
                        true,
                        "dtc_count",
                        3L,
                        "ignition_type",
                        "spark",
                        "monitors",
                        Map.of(
                                "misfire", "complete",
                                "fuel_system", "complete",
                                "components", "complete",
                                "catalyst", "complete",
                                "evaporative_system", "incomplete",
                                "oxygen_sensor", "complete",
                                "oxygen_sensor_heater", "complete")));
    }

    @Test
    void theStatusOfADieselHasItsOwnMonitorsAndNoReservedOnes() throws Exception {
        assertThat(value("STATUS", "4101 00 2E FF 41"))
                .isEqualTo(Map.of(
                        "mil",
                        false,
                        "dtc_count",
                        0L,
                        "ignition_type",
                        "compression",
                        "monitors",
                        Map.of(
                                "fuel_system", "incomplete",
                                "components", "complete",
                                "nmhc_catalyst", "incomplete",
                                "nox_scr_aftertreatment", "complete",
                                "boost_pressure", "complete",
                                "exhaust_gas_sensor", "complete",
                                "pm_filter", "incomplete",
                                "egr_vvt_system", "complete")));
    }

    @Test
    void theStatusOfADriveCycleHasNoMil() throws Exception {
        assertThat(value("STATUS_DRIVE_CYCLE", "4141 00 11 00 00"))
                .isEqualTo(Map.of("ignition_type", "spark", "monitors", Map.of("misfire", "incomplete")));
    }

    @ParameterizedTest(name = "{0} is \"{1}\"")
    @CsvSource({
        "410301, open loop: engine not warm enough",
        "410302, closed loop: oxygen sensor feedback",
        "410304, open loop: engine load or fuel cut while decelerating",
        "410308, open loop: system fault",
        "410310, closed loop: fault in one oxygen sensor",
        "410303, unknown (0x03)",
        "410380, unknown (0x80)",
    })
    void aFuelSystemIsInOneOfFiveStates(String answer, String state) throws Exception {
        assertThat(value("FUEL_STATUS", answer + "00")).isEqualTo(List.of(state, "off or not fitted"));
    }

    @ParameterizedTest(name = "{0} {1} is \"{2}\"")
    @CsvSource({
        "AIR_STATUS, 411201, upstream of the catalytic converter",
        "AIR_STATUS, 411208, pump switched on for diagnosis",
        "AIR_STATUS, 411200, unknown (0x00)",
        "AIR_STATUS, 411210, unknown (0x10)",
        "OBD_COMPLIANCE, 411C01, OBD II (California ARB)",
        "OBD_COMPLIANCE, 411C06, EOBD (Europe)",
        "OBD_COMPLIANCE, 411C0A, JOBD (Japan)",
        "OBD_COMPLIANCE, 411C11, EMD (engine manufacturer diagnostics)",
        "OBD_COMPLIANCE, 411C15, WWH OBD (world-wide harmonized)",
        "OBD_COMPLIANCE, 411C1E, KOBD (Korea)",
        "'OBD_COMPLIANCE', 411C21, 'HD EOBD-VI (heavy duty Europe, stage VI)'",
        "OBD_COMPLIANCE, 411C16, unknown (0x16)",
        "OBD_COMPLIANCE, 411C00, unknown (0x00)",
        "OBD_COMPLIANCE, 411CFF, unknown (0xFF)",
        "FUEL_TYPE, 415100, not available",
        "FUEL_TYPE, 415101, gasoline",
        "FUEL_TYPE, 415104, diesel",
        "FUEL_TYPE, 415108, electric",
        "FUEL_TYPE, 415111, 'hybrid, gasoline'",
        "FUEL_TYPE, 415117, 'bi-fuel, running on diesel'",
        "FUEL_TYPE, 415120, heavy fuel oil",
        "FUEL_TYPE, 415121, unknown (0x21)",
        "EMISSION_REQ, 415F0F, Euro V B2 (heavy duty)",
        "EMISSION_REQ, 415F00, unknown (0x00)",
    })
    void enumeratedValuesAreTexts(String name, String answer, String text) throws Exception {
        assertThat(value(name, answer)).isEqualTo(text);
    }

    @Test
    void theLowestBitsOfOxygenSensorsAreBankOne() throws Exception {
        assertThat(value("O2_SENSORS", "4113 13")).isEqualTo(List.of("B1S1", "B1S2", "B2S1"));
        assertThat(value("O2_SENSORS_ALT", "411D 93")).isEqualTo(List.of("B1S1", "B1S2", "B3S1", "B4S2"));
        assertThat(value("O2_SENSORS", "4113 00")).isEqualTo(List.of());
    }

    @Test
    void powerTakeOffIsTheLowestBit() throws Exception {
        assertThat(value("AUX_INPUT_STATUS", "411E 01")).isEqualTo(true);
        assertThat(value("AUX_INPUT_STATUS", "411E 80")).isEqualTo(false);
    }

    @Test
    void aBitmapIsTheListOfItsPids() throws Exception {
        assertThat(value("PIDS_A", "4100 C0000001")).isEqualTo(List.of("01", "02", "20"));
        assertThat(value("PIDS_C", "4140 80000000")).isEqualTo(List.of("41"));
        assertThat(value("PIDS_9A", "4900 54400000")).isEqualTo(List.of("02", "04", "06", "0A"));
        assertThat(value("PIDS_B", "4120 00000000")).isEqualTo(List.of());
    }

    @Test
    void noopReturnsThePayloadAndDropReturnsNull() throws Exception {
        assertThat(decoded("noop", "41 0C 0F A0")).isEqualTo("410c0fa0");
        assertThat(decoded("noop", "7F 01 12")).isEqualTo("7f0112");
        assertThat(decoded("drop", "41 0C 0F A0")).isNull();
        assertThat(value("CLEAR_DTC", "44")).isNull();
    }
}
