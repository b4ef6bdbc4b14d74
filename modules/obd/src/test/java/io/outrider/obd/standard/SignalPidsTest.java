package io.outrider.obd.standard;

import static io.outrider.obd.standard.Payloads.failureOf;
import static io.outrider.obd.standard.Payloads.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignalPidsTest {
    @Test
    void onlySensorsThatTheVehicleHasAreListed() throws Exception {
        assertThat(value("MAF_SENSORS", "4166 01 0140 FFFF")).isEqualTo(Map.of("MAFA", 10.0));
        assertThat(value("MAF_SENSORS", "4166 02 0140 0040")).isEqualTo(Map.of("MAFB", 2.0));
        assertThat(value("MAF_SENSORS", "4166 03 0140 0040")).isEqualTo(Map.of("MAFA", 10.0, "MAFB", 2.0));
        assertThat(value("MAF_SENSORS", "4166 00 0140 0040")).isEqualTo(Map.of());
        assertThat(value("COOLANT_TEMP_SENSORS", "4167 03 3B 50")).isEqualTo(Map.of("ECT_1", 19L, "ECT_2", 40L));
        assertThat(value("INTAKE_TEMP_SENSORS", "4168 21 3C 00 00 00 00 50"))
                .isEqualTo(Map.of("IAT_11", 20L, "IAT_23", 40L));
    }

    @Test
    void aMissingSupportedSensorIsAShortAnswer() {
        assertThat(failureOf(() -> value("MAF_SENSORS", "4166 02 0140 00"))).isEqualTo("SHORT_ANSWER");
        assertThat(failureOf(() -> value("MAF_SENSORS", "4166"))).isEqualTo("SHORT_ANSWER");
    }

    @Test
    void signalsKeepTheOrderOfTheStandard() throws Exception {
        Map<?, ?> torque = (Map<?, ?>) value("ENGINE_TORQUE_POINTS", "4164 7D 7E 7F 80 FF");
        assertThat(List.copyOf(torque.keySet()))
                .isEqualTo(List.of("TQ_MAX1", "TQ_MAX2", "TQ_MAX3", "TQ_MAX4", "TQ_MAX5"));
        assertThat(List.copyOf(torque.values())).isEqualTo(List.of(0L, 1L, 2L, 3L, 130L));
    }

    @Test
    void maximumValuesAreFourScales() throws Exception {
        assertThat(value("MAX_VALUES", "414F 02 08 80 0A"))
                .isEqualTo(Map.of("MAX_EQ_RAT", 2L, "MAX_O2_VOLT", 8L, "MAX_O2_CURR", 128L, "MAX_MAP", 100L));
    }

    @Test
    void switchesAreTrueOrFalseAndAGearIsANumber() throws Exception {
        assertThat(value("AUX_INPUTS_OUTPUTS", "4165 1F 4A"))
                .isEqualTo(Map.of(
                        "PTO_STAT_AUX", false, "N_D_STAT", true, "N_G_STAT", false, "GPL_STAT", true, "GEAR_RCMD", 4L));
    }

    @Test
    void egrTemperaturesComeInTheOrderACBD() throws Exception {
        assertThat(value("EGR_TEMP_SENSORS", "416B 0F 28 29 2A 2B"))
                .isEqualTo(Map.of("EGRTA", 0L, "EGRTC", 1L, "EGRTB", 2L, "EGRTD", 3L));
        assertThat(value("EGR_TEMP_SENSORS", "416B 10 64 00 00 00")).isEqualTo(Map.of("EGRTA_WIDE", 360L));
    }

    @Test
    void pressuresHaveTheirOwnScales() throws Exception {
        assertThat(value("FUEL_RAIL_CONTROL", "416D 3F 000A 000B 28 000C 000D 29"))
                .isEqualTo(Map.of(
                        "FRP_A_CMD", 100L, "FRP_A", 110L, "FRT_A", 0L, "FRP_B_CMD", 120L, "FRP_B", 130L, "FRT_B", 1L));
        assertThat(value("BOOST_PRESSURE_CONTROL", "4170 07 0020 0040 0000 0000 02"))
                .isEqualTo(Map.of("BP_A_CMD", 1.0, "BP_A_ACT", 2.0, "BP_A_STAT", "closed loop"));
        assertThat(value("BOOST_PRESSURE_CONTROL", "4170 38 0000 0000 0020 0040 0C"))
                .isEqualTo(Map.of("BP_B_CMD", 1.0, "BP_B_ACT", 2.0, "BP_B_STAT", "fault, data unreliable"));
    }

    @Test
    void valvesAndThrottlesArePercentages() throws Exception {
        assertThat(value("EGR_VALVES", "4169 3F FF 33 80 00 66 C0"))
                .isEqualTo(Map.of(
                        "EGR_A_CMD", 100.0,
                        "EGR_A_ACT", 20.0,
                        "EGR_A_ERR", 0.0,
                        "EGR_B_CMD", 0.0,
                        "EGR_B_ACT", 40.0,
                        "EGR_B_ERR", 50.0));
        assertThat(value("THROTTLE_ACTUATORS", "416C 0A 00 33 00 66"))
                .isEqualTo(Map.of("TP_A_REL", 20.0, "TP_B_REL", 40.0));
        assertThat(value("WASTEGATE_CONTROL", "4172 05 33 00 66 00"))
                .isEqualTo(Map.of("WG_A_CMD", 20.0, "WG_B_CMD", 40.0));
        assertThat(value("FUEL_SYSTEM_USE", "419F 81 33 00 00 00 00 00 00 66"))
                .isEqualTo(Map.of("FUELSYSA_B1", 20.0, "FUELSYSB_B4", 40.0));
        assertThat(value("CERTIFIED_BATTERY_STATE", "41D2 03 CC FF")).isEqualTo(Map.of("SOCE", 80.0, "SOCR", 100.0));
    }

    @Test
    void runTimesHaveFourBytesWithoutSign() throws Exception {
        assertThat(value("ENGINE_RUN_TIME", "417F 07 FFFFFFFF 00000E10 00000001"))
                .isEqualTo(Map.of("RUN_TIME", 4294967295L, "IDLE_TIME", 3600L, "PTO_TIME", 1L));
    }

    @Test
    void aBatteryThatIsChargedHasNegativeCurrent() throws Exception {
        assertThat(value("HYBRID_BATTERY", "419A 06 00 6400 FF9C"))
                .isEqualTo(Map.of("HEV_BATT_V", 400.0, "HEV_BATT_A", -10.0));
        assertThat(value("FUEL_RATES", "419D 0064 0032")).isEqualTo(Map.of("FUEL_RATE_ALT", 2.0, "VFUEL_RATE", 1.0));
    }
}
