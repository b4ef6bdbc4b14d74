package io.outrider.obd.standard;

import static io.outrider.obd.standard.Payloads.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests of every numeric command of service 01 at the minimum, within and at the maximum of its range. The expected
 * values were calculated from the published formulas by an independent program in another language.
 */
class EveryNumberTest {
    /** Name, then the values of answers with all bytes 00, with 5A A5 C3 3C, and with all bytes FF. */
    private static final String EXPECTED = """
            ENGINE_LOAD                        0         35.294118           100
            COOLANT_TEMP                     -40                50           215
            SHORT_FUEL_TRIM_1               -100          -29.6875      99.21875
            LONG_FUEL_TRIM_1                -100          -29.6875      99.21875
            SHORT_FUEL_TRIM_2               -100          -29.6875      99.21875
            LONG_FUEL_TRIM_2                -100          -29.6875      99.21875
            FUEL_PRESSURE                      0               270           765
            INTAKE_PRESSURE                    0                90           255
            RPM                                0           5801.25      16383.75
            SPEED                              0                90           255
            TIMING_ADVANCE                   -64               -19          63.5
            INTAKE_TEMP                      -40                50           215
            MAF                                0            232.05        655.35
            THROTTLE_POS                       0         35.294118           100
            O2_B1S1                            0              0.45         1.275
            O2_B1S2                            0              0.45         1.275
            O2_B1S3                            0              0.45         1.275
            O2_B1S4                            0              0.45         1.275
            O2_B2S1                            0              0.45         1.275
            O2_B2S2                            0              0.45         1.275
            O2_B2S3                            0              0.45         1.275
            O2_B2S4                            0              0.45         1.275
            RUN_TIME                           0             23205         65535
            DISTANCE_W_MIL                     0             23205         65535
            FUEL_RAIL_PRESSURE_VAC             0          1833.195      5177.265
            FUEL_RAIL_PRESSURE_DIRECT          0            232050        655350
            O2_S1_WR_VOLTAGE                   0          6.101074      7.999878
            O2_S2_WR_VOLTAGE                   0          6.101074      7.999878
            O2_S3_WR_VOLTAGE                   0          6.101074      7.999878
            O2_S4_WR_VOLTAGE                   0          6.101074      7.999878
            O2_S5_WR_VOLTAGE                   0          6.101074      7.999878
            O2_S6_WR_VOLTAGE                   0          6.101074      7.999878
            O2_S7_WR_VOLTAGE                   0          6.101074      7.999878
            O2_S8_WR_VOLTAGE                   0          6.101074      7.999878
            COMMANDED_EGR                      0         35.294118           100
            EGR_ERROR                       -100          -29.6875      99.21875
            EVAPORATIVE_PURGE                  0         35.294118           100
            FUEL_LEVEL                         0         35.294118           100
            WARMUPS_SINCE_DTC_CLEAR            0                90           255
            DISTANCE_SINCE_DTC_CLEAR           0             23205         65535
            EVAP_VAPOR_PRESSURE                0           5801.25         -0.25
            BAROMETRIC_PRESSURE                0                90           255
            O2_S1_WR_CURRENT                -128         67.234375    127.996094
            O2_S2_WR_CURRENT                -128         67.234375    127.996094
            O2_S3_WR_CURRENT                -128         67.234375    127.996094
            O2_S4_WR_CURRENT                -128         67.234375    127.996094
            O2_S5_WR_CURRENT                -128         67.234375    127.996094
            O2_S6_WR_CURRENT                -128         67.234375    127.996094
            O2_S7_WR_CURRENT                -128         67.234375    127.996094
            O2_S8_WR_CURRENT                -128         67.234375    127.996094
            CATALYST_TEMP_B1S1               -40            2280.5        6513.5
            CATALYST_TEMP_B2S1               -40            2280.5        6513.5
            CATALYST_TEMP_B1S2               -40            2280.5        6513.5
            CATALYST_TEMP_B2S2               -40            2280.5        6513.5
            CONTROL_MODULE_VOLTAGE             0            23.205        65.535
            ABSOLUTE_LOAD                      0              9100         25700
            COMMANDED_EQUIV_RATIO              0          0.707753      1.998817
            RELATIVE_THROTTLE_POS              0         35.294118           100
            AMBIANT_AIR_TEMP                 -40                50           215
            THROTTLE_POS_B                     0         35.294118           100
            THROTTLE_POS_C                     0         35.294118           100
            ACCELERATOR_POS_D                  0         35.294118           100
            ACCELERATOR_POS_E                  0         35.294118           100
            ACCELERATOR_POS_F                  0         35.294118           100
            THROTTLE_ACTUATOR                  0         35.294118           100
            RUN_TIME_MIL                       0             23205         65535
            TIME_SINCE_DTC_CLEARED             0             23205         65535
            MAX_MAF                            0               900          2550
            ETHANOL_PERCENT                    0         35.294118           100
            EVAP_VAPOR_PRESSURE_ABS            0           116.025       327.675
            EVAP_VAPOR_PRESSURE_ALT            0             23205            -1
            SHORT_O2_TRIM_B1                -100          -29.6875      99.21875
            LONG_O2_TRIM_B1                 -100          -29.6875      99.21875
            SHORT_O2_TRIM_B2                -100          -29.6875      99.21875
            LONG_O2_TRIM_B2                 -100          -29.6875      99.21875
            FUEL_RAIL_PRESSURE_ABS             0            232050        655350
            RELATIVE_ACCEL_POS                 0         35.294118           100
            HYBRID_BATTERY_REMAINING           0         35.294118           100
            OIL_TEMP                         -40                50           215
            FUEL_INJECT_TIMING              -210        -28.710938    301.992188
            FUEL_RATE                          0           1160.25       3276.75
            TQ_DD                           -125               -35           130
            TQ_ACT                          -125               -35           130
            TQ_REF                             0             23205         65535
            MST                              -40                50           215
            TP_G                               0         35.294118           100
            TQ_FR                           -125               -35           130
            EXH_RATE                           0              4641         13107
            CYL_RATE                           0         725.15625    2047.96875
            ODOMETER                           0         152081286   429496729.5
            V_SET                              0                90           255
            BAT_SOH                            0         35.294118           100
            ODO_ENG                            0         152081286   429496729.5
            """;

    private static final List<int[]> PATTERNS = List.of(
            new int[] {0x00, 0x00, 0x00, 0x00}, new int[] {0x5A, 0xA5, 0xC3, 0x3C}, new int[] {0xFF, 0xFF, 0xFF, 0xFF});

    @Test
    void everyNumberFollowsTheStandardOverItsRange() throws Exception {
        for (String line : EXPECTED.lines().toList()) {
            String[] column = line.split(" +");
            StandardCommand command = command(column[0]);
            for (int i = 0; i < PATTERNS.size(); i++) {
                Object value = command.decode(answer(command, PATTERNS.get(i)));
                assertThat(((Number) value).doubleValue())
                        .as("%s of pattern %d", column[0], i)
                        .isCloseTo(Double.parseDouble(column[1 + i]), within(1e-6));
            }
        }
    }

    @Test
    void everyNumericCommandHasExpectedValues() throws Exception {
        Set<String> expected = new HashSet<>();
        EXPECTED.lines().forEach(line -> expected.add(line.split(" +")[0]));
        for (StandardCommand command : StandardCommands.all()) {
            if (command.mode() == 0x01 && command.decode(answer(command, PATTERNS.get(1))) instanceof Number) {
                assertThat(expected).contains(command.name());
            }
        }
    }

    @Test
    void aFreezeFrameGivesTheSameNumbers() throws Exception {
        for (StandardCommand command : StandardCommands.all()) {
            if (command.mode() == 0x02) {
                StandardCommand current =
                        StandardCommands.at(0x01, command.pid()).orElseThrow();
                for (int[] pattern : PATTERNS) {
                    assertThat(command.decode(answer(command, pattern)))
                            .as(command.name())
                            .isEqualTo(current.decode(answer(current, pattern)));
                }
            }
        }
    }

    private static byte[] answer(StandardCommand command, int[] pattern) {
        int echo = command.mode() == 0x02 ? 3 : 2;
        byte[] answer = new byte[command.answerBytes()];
        answer[0] = (byte) (command.mode() + 0x40);
        answer[1] = (byte) command.pid();
        for (int i = echo; i < answer.length; i++) {
            answer[i] = (byte) pattern[(i - echo) % pattern.length];
        }
        return answer;
    }
}
