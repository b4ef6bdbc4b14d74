package io.outrider.obd.standard;

import static io.outrider.obd.standard.ResponseBytes.A;
import static io.outrider.obd.standard.ResponseBytes.B;
import static io.outrider.obd.standard.ResponseBytes.C;
import static io.outrider.obd.standard.ResponseBytes.D;
import static io.outrider.obd.standard.ResponseBytes.E;
import static io.outrider.obd.standard.ResponseBytes.F;
import static io.outrider.obd.standard.ResponseBytes.G;
import static io.outrider.obd.standard.ResponseBytes.H;
import static io.outrider.obd.standard.ResponseBytes.I;
import static io.outrider.obd.standard.ResponseBytes.J;
import static io.outrider.obd.standard.ResponseBytes.K;

import io.outrider.api.Failure;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Table of PIDs with several signals. In most of them byte A has a support bit per signal; unsupported signals are left
 * out, as their bytes are filler. Identifiers, scalings and support bits are those of OBDb's SAEJ1979 signal set (facts
 * only), with {@code _} for {@code /} and blanks.
 *
 * <p>PID 9A lacks the charging modes HEV_MODE and EHEV_MODE: sources disagree whether they are in byte A or B.
 */
final class SignalPids {
    private static final int ALWAYS = -1;

    /** Signals by the name of the decoder. */
    static final Map<String, List<Signal>> TABLE = Map.ofEntries(
            Map.entry(
                    "max_values", // 4F
                    List.of(
                            always("MAX_EQ_RAT", a -> (long) a.u8(A)),
                            always("MAX_O2_VOLT", a -> (long) a.u8(B)),
                            always("MAX_O2_CURR", a -> (long) a.u8(C)),
                            always("MAX_MAP", a -> a.u8(D) * 10L))),
            Map.entry(
                    "engine_torque_points", // 64
                    List.of(
                            always("TQ_MAX1", a -> torque(a, A)),
                            always("TQ_MAX2", a -> torque(a, B)),
                            always("TQ_MAX3", a -> torque(a, C)),
                            always("TQ_MAX4", a -> torque(a, D)),
                            always("TQ_MAX5", a -> torque(a, E)))),
            Map.entry(
                    "aux_inputs_outputs", // 65
                    List.of(
                            when(0, "PTO_STAT_AUX", a -> a.bit(B, 0)),
                            when(1, "N_D_STAT", a -> a.bit(B, 1)),
                            when(2, "N_G_STAT", a -> a.bit(B, 2)),
                            when(3, "GPL_STAT", a -> a.bit(B, 3)),
                            when(4, "GEAR_RCMD", a -> (long) (a.u8(B) >> 4)))),
            Map.entry(
                    "maf_sensors", // 66
                    List.of(when(0, "MAFA", a -> a.u16(B) / 32.0), when(1, "MAFB", a -> a.u16(D) / 32.0))),
            Map.entry(
                    "coolant_temp_sensors", // 67
                    List.of(when(0, "ECT_1", a -> celsius(a, B)), when(1, "ECT_2", a -> celsius(a, C)))),
            Map.entry(
                    "intake_temp_sensors", // 68
                    List.of(
                            when(0, "IAT_11", a -> celsius(a, B)),
                            when(1, "IAT_12", a -> celsius(a, C)),
                            when(2, "IAT_13", a -> celsius(a, D)),
                            when(3, "IAT_21", a -> celsius(a, E)),
                            when(4, "IAT_22", a -> celsius(a, F)),
                            when(5, "IAT_23", a -> celsius(a, G)))),
            Map.entry(
                    "egr_valves", // 69
                    List.of(
                            when(0, "EGR_A_CMD", a -> percent(a, B)),
                            when(1, "EGR_A_ACT", a -> percent(a, C)),
                            when(2, "EGR_A_ERR", a -> centered(a, D)),
                            when(3, "EGR_B_CMD", a -> percent(a, E)),
                            when(4, "EGR_B_ACT", a -> percent(a, F)),
                            when(5, "EGR_B_ERR", a -> centered(a, G)))),
            Map.entry(
                    "egr_temp_sensors", // 6B: the order on the wire is A, C, B, D
                    List.of(
                            when(0, "EGRTA", a -> celsius(a, B)),
                            when(1, "EGRTC", a -> celsius(a, C)),
                            when(2, "EGRTB", a -> celsius(a, D)),
                            when(3, "EGRTD", a -> celsius(a, E)),
                            when(4, "EGRTA_WIDE", a -> wideCelsius(a, B)),
                            when(5, "EGRTC_WIDE", a -> wideCelsius(a, C)),
                            when(6, "EGRTB_WIDE", a -> wideCelsius(a, D)),
                            when(7, "EGRTD_WIDE", a -> wideCelsius(a, E)))),
            Map.entry(
                    "throttle_actuators", // 6C
                    List.of(
                            when(0, "TAC_A_CMD", a -> percent(a, B)),
                            when(1, "TP_A_REL", a -> percent(a, C)),
                            when(2, "TAC_B_CMD", a -> percent(a, D)),
                            when(3, "TP_B_REL", a -> percent(a, E)))),
            Map.entry(
                    "fuel_rail_control", // 6D
                    List.of(
                            when(0, "FRP_A_CMD", a -> a.u16(B) * 10L),
                            when(1, "FRP_A", a -> a.u16(D) * 10L),
                            when(2, "FRT_A", a -> celsius(a, F)),
                            when(3, "FRP_B_CMD", a -> a.u16(G) * 10L),
                            when(4, "FRP_B", a -> a.u16(I) * 10L),
                            when(5, "FRT_B", a -> celsius(a, K)))),
            Map.entry(
                    "boost_pressure_control", // 70
                    List.of(
                            when(0, "BP_A_CMD", a -> a.u16(B) / 32.0),
                            when(1, "BP_A_ACT", a -> a.u16(D) / 32.0),
                            when(2, "BP_A_STAT", a -> Enumerations.boostControl(a.u8(J) & 3)),
                            when(3, "BP_B_CMD", a -> a.u16(F) / 32.0),
                            when(4, "BP_B_ACT", a -> a.u16(H) / 32.0),
                            when(5, "BP_B_STAT", a -> Enumerations.boostControl(a.u8(J) >> 2 & 3)))),
            Map.entry(
                    "wastegate_control", // 72
                    List.of(
                            when(0, "WG_A_CMD", a -> percent(a, B)),
                            when(1, "WG_A_ACT", a -> percent(a, C)),
                            when(2, "WG_B_CMD", a -> percent(a, D)),
                            when(3, "WG_B_ACT", a -> percent(a, E)))),
            Map.entry(
                    "engine_run_time", // 7F
                    List.of(
                            when(0, "RUN_TIME", a -> a.u32(B)),
                            when(1, "IDLE_TIME", a -> a.u32(F)),
                            when(2, "PTO_TIME", a -> a.u32(J)))),
            Map.entry(
                    "hybrid_battery", // 9A
                    List.of(when(1, "HEV_BATT_V", a -> a.u16(C) / 64.0), when(2, "HEV_BATT_A", a -> a.s16(E) / 10.0))),
            Map.entry(
                    "fuel_rates", // 9D
                    List.of(always("FUEL_RATE_ALT", a -> a.u16(A) / 50.0), always("VFUEL_RATE", a -> a.u16(C) / 50.0))),
            Map.entry(
                    "fuel_system_use", // 9F
                    List.of(
                            when(0, "FUELSYSA_B1", a -> percent(a, B)),
                            when(1, "FUELSYSB_B1", a -> percent(a, C)),
                            when(2, "FUELSYSA_B2", a -> percent(a, D)),
                            when(3, "FUELSYSB_B2", a -> percent(a, E)),
                            when(4, "FUELSYSA_B3", a -> percent(a, F)),
                            when(5, "FUELSYSB_B3", a -> percent(a, G)),
                            when(6, "FUELSYSA_B4", a -> percent(a, H)),
                            when(7, "FUELSYSB_B4", a -> percent(a, I)))),
            Map.entry(
                    "certified_battery_state", // D2
                    List.of(when(0, "SOCE", a -> percent(a, B)), when(1, "SOCR", a -> percent(a, C)))));

    private SignalPids() {}

    private interface Value {
        Object of(ResponseBytes answer) throws Failure;
    }

    /** Signal of a PID; {@code support} is its bit in byte A. */
    record Signal(String name, int support, Value value) {}

    /** The supported signals in the order of the table; may be empty. */
    static Map<String, Object> read(List<Signal> signals, ResponseBytes answer) throws Failure {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Signal signal : signals) {
            if (signal.support == ALWAYS || answer.bit(A, signal.support)) {
                values.put(signal.name, signal.value.of(answer));
            }
        }
        return Collections.unmodifiableMap(values);
    }

    private static Signal always(String name, Value value) {
        return new Signal(name, ALWAYS, value);
    }

    private static Signal when(int support, String name, Value value) {
        return new Signal(name, support, value);
    }

    private static double percent(ResponseBytes answer, int at) throws Failure {
        return answer.u8(at) * 100 / 255.0;
    }

    private static double centered(ResponseBytes answer, int at) throws Failure {
        return (answer.u8(at) - 128) * 100 / 128.0;
    }

    private static long celsius(ResponseBytes answer, int at) throws Failure {
        return answer.u8(at) - 40;
    }

    private static long wideCelsius(ResponseBytes answer, int at) throws Failure {
        return answer.u8(at) * 4L - 40;
    }

    private static long torque(ResponseBytes answer, int at) throws Failure {
        return answer.u8(at) - 125;
    }
}
