package io.outrider.obd.standard;

import static io.outrider.obd.standard.ResponseBytes.A;

import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Table of PIDs with several signals. In most of them byte A has a support bit per signal; unsupported signals are left
 * out, as their bytes are filler. Identifiers, scalings and support bits are those of OBDb's SAEJ1979 signal set (facts
 * only), with {@code _} for {@code /} and blanks.
 *
 * <p>Columns: PID; decoder; support bit, {@code -} for none; signal; scaling; first byte. The EGR temperatures are in the
 * order A, C, B, D on the wire. PID 9A lacks the charging modes HEV_MODE and EHEV_MODE: sources disagree whether they are
 * in byte A or B.
 */
final class SignalPids {
    private static final Pattern COLUMNS = Pattern.compile(" +");
    private static final int ALWAYS = -1;

    private static final String ROWS = """
            4F  max_values               -  MAX_EQ_RAT     u8            A
            4F  max_values               -  MAX_O2_VOLT    u8            B
            4F  max_values               -  MAX_O2_CURR    u8            C
            4F  max_values               -  MAX_MAP        u8*10         D
            64  engine_torque_points     -  TQ_MAX1        torque        A
            64  engine_torque_points     -  TQ_MAX2        torque        B
            64  engine_torque_points     -  TQ_MAX3        torque        C
            64  engine_torque_points     -  TQ_MAX4        torque        D
            64  engine_torque_points     -  TQ_MAX5        torque        E
            65  aux_inputs_outputs       0  PTO_STAT_AUX   bit0          B
            65  aux_inputs_outputs       1  N_D_STAT       bit1          B
            65  aux_inputs_outputs       2  N_G_STAT       bit2          B
            65  aux_inputs_outputs       3  GPL_STAT       bit3          B
            65  aux_inputs_outputs       4  GEAR_RCMD      high          B
            66  maf_sensors              0  MAFA           u16/32        B
            66  maf_sensors              1  MAFB           u16/32        D
            67  coolant_temp_sensors     0  ECT_1          celsius       B
            67  coolant_temp_sensors     1  ECT_2          celsius       C
            68  intake_temp_sensors      0  IAT_11         celsius       B
            68  intake_temp_sensors      1  IAT_12         celsius       C
            68  intake_temp_sensors      2  IAT_13         celsius       D
            68  intake_temp_sensors      3  IAT_21         celsius       E
            68  intake_temp_sensors      4  IAT_22         celsius       F
            68  intake_temp_sensors      5  IAT_23         celsius       G
            69  egr_valves               0  EGR_A_CMD      percent       B
            69  egr_valves               1  EGR_A_ACT      percent       C
            69  egr_valves               2  EGR_A_ERR      centered      D
            69  egr_valves               3  EGR_B_CMD      percent       E
            69  egr_valves               4  EGR_B_ACT      percent       F
            69  egr_valves               5  EGR_B_ERR      centered      G
            6B  egr_temp_sensors         0  EGRTA          celsius       B
            6B  egr_temp_sensors         1  EGRTC          celsius       C
            6B  egr_temp_sensors         2  EGRTB          celsius       D
            6B  egr_temp_sensors         3  EGRTD          celsius       E
            6B  egr_temp_sensors         4  EGRTA_WIDE     wide_celsius  B
            6B  egr_temp_sensors         5  EGRTC_WIDE     wide_celsius  C
            6B  egr_temp_sensors         6  EGRTB_WIDE     wide_celsius  D
            6B  egr_temp_sensors         7  EGRTD_WIDE     wide_celsius  E
            6C  throttle_actuators       0  TAC_A_CMD      percent       B
            6C  throttle_actuators       1  TP_A_REL       percent       C
            6C  throttle_actuators       2  TAC_B_CMD      percent       D
            6C  throttle_actuators       3  TP_B_REL       percent       E
            6D  fuel_rail_control        0  FRP_A_CMD      u16*10        B
            6D  fuel_rail_control        1  FRP_A          u16*10        D
            6D  fuel_rail_control        2  FRT_A          celsius       F
            6D  fuel_rail_control        3  FRP_B_CMD      u16*10        G
            6D  fuel_rail_control        4  FRP_B          u16*10        I
            6D  fuel_rail_control        5  FRT_B          celsius       K
            70  boost_pressure_control   0  BP_A_CMD       u16/32        B
            70  boost_pressure_control   1  BP_A_ACT       u16/32        D
            70  boost_pressure_control   2  BP_A_STAT      boost_a       J
            70  boost_pressure_control   3  BP_B_CMD       u16/32        F
            70  boost_pressure_control   4  BP_B_ACT       u16/32        H
            70  boost_pressure_control   5  BP_B_STAT      boost_b       J
            72  wastegate_control        0  WG_A_CMD       percent       B
            72  wastegate_control        1  WG_A_ACT       percent       C
            72  wastegate_control        2  WG_B_CMD       percent       D
            72  wastegate_control        3  WG_B_ACT       percent       E
            7F  engine_run_time          0  RUN_TIME       u32           B
            7F  engine_run_time          1  IDLE_TIME      u32           F
            7F  engine_run_time          2  PTO_TIME       u32           J
            9A  hybrid_battery           1  HEV_BATT_V     u16/64        C
            9A  hybrid_battery           2  HEV_BATT_A     s16/10        E
            9D  fuel_rates               -  FUEL_RATE_ALT  u16/50        A
            9D  fuel_rates               -  VFUEL_RATE     u16/50        C
            9F  fuel_system_use          0  FUELSYSA_B1    percent       B
            9F  fuel_system_use          1  FUELSYSB_B1    percent       C
            9F  fuel_system_use          2  FUELSYSA_B2    percent       D
            9F  fuel_system_use          3  FUELSYSB_B2    percent       E
            9F  fuel_system_use          4  FUELSYSA_B3    percent       F
            9F  fuel_system_use          5  FUELSYSB_B3    percent       G
            9F  fuel_system_use          6  FUELSYSA_B4    percent       H
            9F  fuel_system_use          7  FUELSYSB_B4    percent       I
            D2  certified_battery_state  0  SOCE           percent       B
            D2  certified_battery_state  1  SOCR           percent       C
            """;

    static final Map<String, List<PidSignal>> TABLE = table();

    private SignalPids() {}

    /** @param support its bit in byte A, or {@link #ALWAYS} */
    record PidSignal(String name, int support, String scaling, int at) {}

    private static Map<String, List<PidSignal>> table() {
        Map<String, List<PidSignal>> table = new LinkedHashMap<>();
        ROWS.lines().map(COLUMNS::split).forEach(column -> {
            int support = column[2].equals("-") ? ALWAYS : Integer.parseInt(column[2]);
            table.computeIfAbsent(column[1], each -> new ArrayList<>())
                    .add(new PidSignal(column[3], support, column[4], column[5].charAt(0) - 'A'));
        });
        return Collections.unmodifiableMap(table);
    }

    static Map<String, Object> read(List<PidSignal> signals, ResponseBytes answer) throws Failure {
        Map<String, Object> values = new LinkedHashMap<>();
        for (PidSignal signal : signals) {
            if (signal.support == ALWAYS || answer.bit(A, signal.support)) {
                values.put(signal.name, value(signal.scaling, answer, signal.at));
            }
        }
        return Collections.unmodifiableMap(values);
    }

    private static Object value(String scaling, ResponseBytes answer, int at) throws Failure {
        return switch (scaling) {
            case "u8" -> (long) answer.u8(at);
            case "u8*10" -> answer.u8(at) * 10L;
            case "u16*10" -> answer.u16(at) * 10L;
            case "u16/32" -> answer.u16(at) / 32.0;
            case "u16/50" -> answer.u16(at) / 50.0;
            case "u16/64" -> answer.u16(at) / 64.0;
            case "s16/10" -> answer.s16(at) / 10.0;
            case "u32" -> answer.u32(at);
            case "bit0", "bit1", "bit2", "bit3" -> answer.bit(at, scaling.charAt(3) - '0');
            case "high" -> (long) (answer.u8(at) >> 4);
            case "percent" -> answer.u8(at) * 100 / 255.0;
            case "centered" -> (answer.u8(at) - 128) * 100 / 128.0;
            case "celsius" -> answer.u8(at) - 40L;
            case "wide_celsius" -> answer.u8(at) * 4L - 40;
            case "torque" -> answer.u8(at) - 125L;
            case "boost_a" -> Enumerations.boostControl(answer.u8(at) & 3);
            case "boost_b" -> Enumerations.boostControl(answer.u8(at) >> 2 & 3);
            default -> throw new IllegalArgumentException("there is no scaling " + scaling);
        };
    }
}
