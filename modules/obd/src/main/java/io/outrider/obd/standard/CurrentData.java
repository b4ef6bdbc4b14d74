package io.outrider.obd.standard;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Table of service 01, current data. Names, byte counts and decoders up to 5F are those of python-OBD, which AutoPi's
 * users know; it decodes neither 4F nor 5F and has no names above, where a PID with one signal has the name of that
 * signal in OBDb's SAEJ1979, and one with several that of its subject. PIDs in neither source are left out.
 *
 * <p>Columns: PID; name; bytes of the answer including the two repeated ones; decoder; unit, {@code -} for none;
 * description.
 */
final class CurrentData {
    private static final int SERVICE = 0x01;
    private static final Pattern COLUMNS = Pattern.compile(" +");

    private static final String TABLE = """
            00  PIDS_A                     6   pid                      -                       Supported PIDs 01 to 20
            01  STATUS                     6   status                   -                       MIL, number of trouble codes, monitors
            02  FREEZE_DTC                 4   single_dtc               -                       Trouble code that stored the freeze frame
            03  FUEL_STATUS                4   fuel_status              -                       Fuel system status
            04  ENGINE_LOAD                3   percent                  percent                 Calculated engine load
            05  COOLANT_TEMP               3   temp                     degC                    Engine coolant temperature
            06  SHORT_FUEL_TRIM_1          3   percent_centered         percent                 Short term fuel trim, bank 1
            07  LONG_FUEL_TRIM_1           3   percent_centered         percent                 Long term fuel trim, bank 1
            08  SHORT_FUEL_TRIM_2          3   percent_centered         percent                 Short term fuel trim, bank 2
            09  LONG_FUEL_TRIM_2           3   percent_centered         percent                 Long term fuel trim, bank 2
            0A  FUEL_PRESSURE              3   fuel_pressure            kilopascal              Fuel pressure, gauge
            0B  INTAKE_PRESSURE            3   pressure                 kilopascal              Intake manifold pressure, absolute
            0C  RPM                        4   uas_07                   revolutions_per_minute  Engine RPM
            0D  SPEED                      3   uas_09                   kph                     Vehicle speed
            0E  TIMING_ADVANCE             3   timing_advance           degree                  Timing advance of cylinder 1
            0F  INTAKE_TEMP                3   temp                     degC                    Intake air temperature
            10  MAF                        4   uas_27                   gps                     Mass air flow
            11  THROTTLE_POS               3   percent                  percent                 Throttle position
            12  AIR_STATUS                 3   air_status               -                       Secondary air status
            13  O2_SENSORS                 3   o2_sensors               -                       Oxygen sensors present, two banks
            14  O2_B1S1                    4   sensor_voltage           volt                    Oxygen sensor voltage, bank 1 sensor 1
            15  O2_B1S2                    4   sensor_voltage           volt                    Oxygen sensor voltage, bank 1 sensor 2
            16  O2_B1S3                    4   sensor_voltage           volt                    Oxygen sensor voltage, bank 1 sensor 3
            17  O2_B1S4                    4   sensor_voltage           volt                    Oxygen sensor voltage, bank 1 sensor 4
            18  O2_B2S1                    4   sensor_voltage           volt                    Oxygen sensor voltage, bank 2 sensor 1
            19  O2_B2S2                    4   sensor_voltage           volt                    Oxygen sensor voltage, bank 2 sensor 2
            1A  O2_B2S3                    4   sensor_voltage           volt                    Oxygen sensor voltage, bank 2 sensor 3
            1B  O2_B2S4                    4   sensor_voltage           volt                    Oxygen sensor voltage, bank 2 sensor 4
            1C  OBD_COMPLIANCE             3   obd_compliance           -                       OBD requirements the vehicle is built to
            1D  O2_SENSORS_ALT             3   o2_sensors_alt           -                       Oxygen sensors present, four banks
            1E  AUX_INPUT_STATUS           3   aux_input_status         -                       Power take-off active
            1F  RUN_TIME                   4   uas_12                   second                  Run time since engine start
            20  PIDS_B                     6   pid                      -                       Supported PIDs 21 to 40
            21  DISTANCE_W_MIL             4   uas_25                   kilometer               Distance driven with the MIL on
            22  FUEL_RAIL_PRESSURE_VAC     4   uas_19                   kilopascal              Fuel rail pressure relative to manifold vacuum
            23  FUEL_RAIL_PRESSURE_DIRECT  4   uas_1b                   kilopascal              Fuel rail pressure of a direct injection, gauge
            24  O2_S1_WR_VOLTAGE           6   sensor_voltage_big       volt                    Wide range oxygen sensor 1, voltage
            25  O2_S2_WR_VOLTAGE           6   sensor_voltage_big       volt                    Wide range oxygen sensor 2, voltage
            26  O2_S3_WR_VOLTAGE           6   sensor_voltage_big       volt                    Wide range oxygen sensor 3, voltage
            27  O2_S4_WR_VOLTAGE           6   sensor_voltage_big       volt                    Wide range oxygen sensor 4, voltage
            28  O2_S5_WR_VOLTAGE           6   sensor_voltage_big       volt                    Wide range oxygen sensor 5, voltage
            29  O2_S6_WR_VOLTAGE           6   sensor_voltage_big       volt                    Wide range oxygen sensor 6, voltage
            2A  O2_S7_WR_VOLTAGE           6   sensor_voltage_big       volt                    Wide range oxygen sensor 7, voltage
            2B  O2_S8_WR_VOLTAGE           6   sensor_voltage_big       volt                    Wide range oxygen sensor 8, voltage
            2C  COMMANDED_EGR              3   percent                  percent                 Commanded EGR
            2D  EGR_ERROR                  3   percent_centered         percent                 EGR error
            2E  EVAPORATIVE_PURGE          3   percent                  percent                 Commanded evaporative purge
            2F  FUEL_LEVEL                 3   percent                  percent                 Fuel level
            30  WARMUPS_SINCE_DTC_CLEAR    3   uas_01                   count                   Warm-ups since codes were cleared
            31  DISTANCE_SINCE_DTC_CLEAR   4   uas_25                   kilometer               Distance driven since codes were cleared
            32  EVAP_VAPOR_PRESSURE        4   evap_pressure            pascal                  Evaporative system vapour pressure
            33  BAROMETRIC_PRESSURE        3   pressure                 kilopascal              Barometric pressure
            34  O2_S1_WR_CURRENT           6   current_centered         milliampere             Wide range oxygen sensor 1, current
            35  O2_S2_WR_CURRENT           6   current_centered         milliampere             Wide range oxygen sensor 2, current
            36  O2_S3_WR_CURRENT           6   current_centered         milliampere             Wide range oxygen sensor 3, current
            37  O2_S4_WR_CURRENT           6   current_centered         milliampere             Wide range oxygen sensor 4, current
            38  O2_S5_WR_CURRENT           6   current_centered         milliampere             Wide range oxygen sensor 5, current
            39  O2_S6_WR_CURRENT           6   current_centered         milliampere             Wide range oxygen sensor 6, current
            3A  O2_S7_WR_CURRENT           6   current_centered         milliampere             Wide range oxygen sensor 7, current
            3B  O2_S8_WR_CURRENT           6   current_centered         milliampere             Wide range oxygen sensor 8, current
            3C  CATALYST_TEMP_B1S1         4   uas_16                   degC                    Catalyst temperature, bank 1 sensor 1
            3D  CATALYST_TEMP_B2S1         4   uas_16                   degC                    Catalyst temperature, bank 2 sensor 1
            3E  CATALYST_TEMP_B1S2         4   uas_16                   degC                    Catalyst temperature, bank 1 sensor 2
            3F  CATALYST_TEMP_B2S2         4   uas_16                   degC                    Catalyst temperature, bank 2 sensor 2
            40  PIDS_C                     6   pid                      -                       Supported PIDs 41 to 60
            41  STATUS_DRIVE_CYCLE         6   status_drive_cycle       -                       Monitors in this drive cycle
            42  CONTROL_MODULE_VOLTAGE     4   uas_0b                   volt                    Control module voltage
            43  ABSOLUTE_LOAD              4   absolute_load            percent                 Absolute load
            44  COMMANDED_EQUIV_RATIO      4   uas_1e                   ratio                   Commanded equivalence ratio (lambda)
            45  RELATIVE_THROTTLE_POS      3   percent                  percent                 Relative throttle position
            46  AMBIANT_AIR_TEMP           3   temp                     degC                    Ambient air temperature
            47  THROTTLE_POS_B             3   percent                  percent                 Throttle position B
            48  THROTTLE_POS_C             3   percent                  percent                 Throttle position C
            49  ACCELERATOR_POS_D          3   percent                  percent                 Accelerator pedal position D
            4A  ACCELERATOR_POS_E          3   percent                  percent                 Accelerator pedal position E
            4B  ACCELERATOR_POS_F          3   percent                  percent                 Accelerator pedal position F
            4C  THROTTLE_ACTUATOR          3   percent                  percent                 Commanded throttle actuator
            4D  RUN_TIME_MIL               4   uas_34                   minute                  Run time with the MIL on
            4E  TIME_SINCE_DTC_CLEARED     4   uas_34                   minute                  Run time since codes were cleared
            4F  MAX_VALUES                 6   max_values               -                       Upper ends of the scales of other PIDs
            50  MAX_MAF                    6   max_maf                  gps                     Upper end of the scale of the mass air flow
            51  FUEL_TYPE                  3   fuel_type                -                       Fuel type
            52  ETHANOL_PERCENT            3   percent                  percent                 Ethanol in the fuel
            53  EVAP_VAPOR_PRESSURE_ABS    4   abs_evap_pressure        kilopascal              Evaporative system vapour pressure, absolute
            54  EVAP_VAPOR_PRESSURE_ALT    4   evap_pressure_alt        pascal                  Evaporative system vapour pressure, wide range
            55  SHORT_O2_TRIM_B1           4   percent_centered         percent                 Short term trim of the secondary oxygen sensor, bank 1
            56  LONG_O2_TRIM_B1            4   percent_centered         percent                 Long term trim of the secondary oxygen sensor, bank 1
            57  SHORT_O2_TRIM_B2           4   percent_centered         percent                 Short term trim of the secondary oxygen sensor, bank 2
            58  LONG_O2_TRIM_B2            4   percent_centered         percent                 Long term trim of the secondary oxygen sensor, bank 2
            59  FUEL_RAIL_PRESSURE_ABS     4   uas_1b                   kilopascal              Fuel rail pressure, absolute
            5A  RELATIVE_ACCEL_POS         3   percent                  percent                 Relative accelerator pedal position
            5B  HYBRID_BATTERY_REMAINING   3   percent                  percent                 Remaining charge of the hybrid battery
            5C  OIL_TEMP                   3   temp                     degC                    Engine oil temperature
            5D  FUEL_INJECT_TIMING         4   inject_timing            degree                  Fuel injection timing
            5E  FUEL_RATE                  4   fuel_rate                lph                     Engine fuel rate
            5F  EMISSION_REQ               3   emission_req             -                       Emission requirements the vehicle is built to
            60  PIDS_D                     6   pid                      -                       Supported PIDs 61 to 80
            61  TQ_DD                      3   torque                   percent                 Engine torque demanded by the driver
            62  TQ_ACT                     3   torque                   percent                 Actual engine torque
            63  TQ_REF                     4   reference_torque         newton_meter            Engine reference torque
            64  ENGINE_TORQUE_POINTS       7   engine_torque_points     percent                 Engine torque at five points of its map
            65  AUX_INPUTS_OUTPUTS         4   aux_inputs_outputs       -                       Power take-off, gear and glow plug lamp
            66  MAF_SENSORS                7   maf_sensors              gps                     Mass air flow sensors A and B
            67  COOLANT_TEMP_SENSORS       5   coolant_temp_sensors     degC                    Engine coolant temperature sensors 1 and 2
            68  INTAKE_TEMP_SENSORS        9   intake_temp_sensors      degC                    Intake air temperature sensors of both banks
            69  EGR_VALVES                 9   egr_valves               percent                 EGR valves A and B: commanded, actual, error
            6B  EGR_TEMP_SENSORS           7   egr_temp_sensors         degC                    EGR temperature sensors A to D
            6C  THROTTLE_ACTUATORS         7   throttle_actuators       percent                 Throttles A and B: commanded, relative position
            6D  FUEL_RAIL_CONTROL          13  fuel_rail_control        -                       Fuel rails A and B: pressures in kPa, temperatures in degC
            70  BOOST_PRESSURE_CONTROL     12  boost_pressure_control   -                       Boost pressure A and B in kPa: commanded, actual, control
            72  WASTEGATE_CONTROL          7   wastegate_control        percent                 Wastegates A and B: commanded, actual
            7F  ENGINE_RUN_TIME            15  engine_run_time          second                  Total run time of the engine, idling, with power take-off
            80  PIDS_E                     6   pid                      -                       Supported PIDs 81 to A0
            84  MST                        3   temp                     degC                    Manifold surface temperature
            8D  TP_G                       3   percent                  percent                 Throttle position G
            8E  TQ_FR                      3   torque                   percent                 Engine friction torque
            9A  HYBRID_BATTERY             8   hybrid_battery           -                       Hybrid or electric vehicle battery: volts and amperes
            9D  FUEL_RATES                 6   fuel_rates               gps                     Fuel rate of the engine and of the vehicle
            9E  EXH_RATE                   4   exhaust_flow             kilogram_per_hour       Exhaust flow of the engine
            9F  FUEL_SYSTEM_USE            11  fuel_system_use          percent                 Share of fuel systems A and B in four banks
            A0  PIDS_F                     6   pid                      -                       Supported PIDs A1 to C0
            A2  CYL_RATE                   4   cylinder_fuel_rate       milligram_per_stroke    Fuel per stroke of one cylinder
            A6  ODOMETER                   6   odometer                 kilometer               Odometer
            AA  V_SET                      3   uas_09                   kph                     Speed limiter setting
            B2  BAT_SOH                    3   percent                  percent                 State of health of the traction battery
            C0  PIDS_G                     6   pid                      -                       Supported PIDs C1 to E0
            D2  CERTIFIED_BATTERY_STATE    5   certified_battery_state  percent                 State of certified energy and range
            D3  ODO_ENG                    6   odometer                 kilometer               Engine odometer
            """;

    private CurrentData() {}

    static List<StandardCommand> rows() {
        return TABLE.lines().map(line -> row(SERVICE, line)).toList();
    }

    /** @param line a row of the table; its PID is {@code -} for a service without PIDs */
    static StandardCommand row(int service, String line) {
        String[] column = COLUMNS.split(line, 6);
        int pid = column[0].equals("-") ? -1 : Integer.parseInt(column[0], 16);
        int bytes = Integer.parseInt(column[2]);
        String unit = column[4].equals("-") ? null : column[4];
        return new StandardCommand(column[1], column[5], service, pid, bytes, column[3], unit);
    }
}
