package io.outrider.obd.standard;

import static io.outrider.obd.standard.ResponseBytes.A;
import static io.outrider.obd.standard.ResponseBytes.B;
import static io.outrider.obd.standard.ResponseBytes.C;

import io.outrider.api.Failure;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Decoders by the names of AutoPi's {@code decoder=} argument (python-OBD's function names); {@code uas_07} is its
 * {@code uas(0x07)}, the unit and scaling identifiers of SAE J1979 appendix E. Surplus bytes are ignored.
 *
 * <p>Differences from AutoPi, where it contradicts SAE J1979:
 *
 * <ul>
 *   <li>{@code evap_pressure} (0132) and {@code evap_pressure_alt} (0154) are one signed 16-bit number; AutoPi signs
 *       both bytes, or subtracts 32767, and is off by up to 64 Pa or by 32767 Pa on captures of real vehicles;
 *   <li>{@code sensor_voltage_big} (0124 to 012B) scales by 8/65536, not 8/65535;
 *   <li>{@code aux_input_status} (011E) is bit 0; AutoPi reads bit 7, which is reserved and always 0;
 *   <li>{@code o2_sensors} (0113): bits 0 to 3 are bank 1; AutoPi swaps the banks.
 * </ul>
 */
public final class Decoders {
    private static final Map<String, ResponseDecoder> ALL = all();

    private Decoders() {}

    /** Case-insensitive; empty for an unknown name. */
    public static Optional<ResponseDecoder> find(String name) {
        return Optional.ofNullable(ALL.get(name.toLowerCase(Locale.ROOT)));
    }

    public static Set<String> names() {
        return ALL.keySet();
    }

    private interface ValueReader {
        Object read(ResponseBytes answer) throws Failure;
    }

    private static final class Table extends TreeMap<String, ResponseDecoder> {
        private static final long serialVersionUID = 1L;

        void add(String name, ValueReader reader) {
            if (put(name, payload -> reader.read(ResponseBytes.of(payload))) != null) {
                throw new IllegalStateException("two decoders are called " + name);
            }
        }
    }

    private static Map<String, ResponseDecoder> all() {
        Table table = new Table();
        table.put("drop", payload -> null);
        table.put("noop", payload -> HexFormat.of().formatHex(payload));
        scaled(table);
        unitsAndScaling(table);
        fields(table);
        codesAndTexts(table);
        SignalPids.TABLE.forEach((name, signals) -> table.add(name, answer -> SignalPids.read(signals, answer)));
        return Collections.unmodifiableMap(table);
    }

    /** Numbers of one, two or four bytes; python-OBD decoders.py, checked against OBDb SAEJ1979. */
    private static void scaled(Table table) {
        table.add("percent", a -> a.u8(A) * 100 / 255.0);
        table.add("percent_centered", a -> (a.u8(A) - 128) * 100 / 128.0);
        table.add("temp", a -> a.u8(A) - 40L);
        table.add("pressure", a -> (long) a.u8(A));
        table.add("fuel_pressure", a -> a.u8(A) * 3L);
        table.add("timing_advance", a -> (a.u8(A) - 128) / 2.0);
        table.add("sensor_voltage", a -> a.u8(A) / 200.0);
        table.add("sensor_voltage_big", a -> a.u16(C) * 8 / 65536.0);
        table.add("current_centered", a -> a.u16(C) / 256.0 - 128);
        table.add("evap_pressure", a -> a.s16(A) / 4.0);
        table.add("abs_evap_pressure", a -> a.u16(A) / 200.0);
        table.add("evap_pressure_alt", a -> (long) a.s16(A));
        table.add("max_maf", a -> a.u8(A) * 10L);
        table.add("absolute_load", a -> a.u16(A) * 100 / 255.0);
        table.add("inject_timing", a -> (a.u16(A) - 26880) / 128.0);
        table.add("fuel_rate", a -> a.u16(A) / 20.0);
        table.add("torque", a -> a.u8(A) - 125L);
        table.add("reference_torque", a -> (long) a.u16(A));
        table.add("exhaust_flow", a -> a.u16(A) / 5.0);
        table.add("cylinder_fuel_rate", a -> a.u16(A) / 32.0);
        table.add("odometer", a -> a.u32(A) / 10.0);
    }

    /** As in AutoPi, decimals even for whole numbers, except the speed, which is a whole number (51). */
    private static void unitsAndScaling(Table table) {
        table.add("uas_01", a -> (double) a.u8(A));
        table.add("uas_07", a -> a.u16(A) / 4.0);
        table.add("uas_09", a -> (long) a.u8(A));
        table.add("uas_0b", a -> a.u16(A) / 1000.0);
        table.add("uas_12", a -> (double) a.u16(A));
        table.add("uas_16", a -> (a.u16(A) - 400) / 10.0);
        table.add("uas_19", a -> a.u16(A) * 0.079);
        table.add("uas_1b", a -> a.u16(A) * 10.0);
        table.add("uas_1e", a -> a.u16(A) * 0.0000305);
        table.add("uas_25", a -> (double) a.u16(A));
        table.add("uas_27", a -> a.u16(A) / 100.0);
        table.add("uas_34", a -> (double) a.u16(A));
    }

    private static void fields(Table table) {
        table.add("pid", SupportedPids::names);
        table.add("status", MonitorStatus::sinceCleared);
        table.add("status_drive_cycle", MonitorStatus::driveCycle);
        table.add("fuel_status", a -> Enumerations.fuelSystems(a.u8(A), a.u8(B)));
        table.add("air_status", a -> Enumerations.secondaryAir(a.u8(A)));
        table.add("o2_sensors", a -> Enumerations.oxygenSensors(a.u8(A), 4));
        table.add("o2_sensors_alt", a -> Enumerations.oxygenSensors(a.u8(A), 2));
        table.add("aux_input_status", a -> a.bit(A, 0));
        table.add("obd_compliance", a -> Enumerations.compliance(a.u8(A)));
        table.add("fuel_type", a -> Enumerations.fuelType(a.u8(A)));
        table.add("emission_req", a -> Enumerations.emissionRequirement(a.u8(A)));
    }

    private static void codesAndTexts(Table table) {
        table.add("single_dtc", a -> TroubleCodes.single(a.u16(A)));
        table.add("dtc", TroubleCodes::list);
        table.add("encoded_string", VehicleInformation::text);
        table.add("vin", VehicleInformation::vin);
        table.add("calibration_id", VehicleInformation::calibrationIds);
        table.add("cvn", VehicleInformation::calibrationVerificationNumbers);
    }
}
