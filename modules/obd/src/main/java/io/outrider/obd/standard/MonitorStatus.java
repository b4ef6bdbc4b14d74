package io.outrider.obd.standard;

import static io.outrider.obd.standard.ResponseBytes.A;
import static io.outrider.obd.standard.ResponseBytes.B;
import static io.outrider.obd.standard.ResponseBytes.C;
import static io.outrider.obd.standard.ResponseBytes.D;

import io.outrider.api.Failure;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The readiness bits of PIDs 01 and 41 (SAE J1979 appendix B). A monitor that the vehicle lacks is not listed. */
final class MonitorStatus {
    private static final List<String> CONTINUOUS = List.of("misfire", "fuel_system", "components");

    private static final List<String> SPARK = List.of(
            "catalyst",
            "heated_catalyst",
            "evaporative_system",
            "secondary_air_system",
            "ac_refrigerant",
            "oxygen_sensor",
            "oxygen_sensor_heater",
            "egr_vvt_system");

    /** Bits 2 and 4 are reserved. */
    private static final List<String> COMPRESSION = List.of(
            "nmhc_catalyst",
            "nox_scr_aftertreatment",
            "",
            "boost_pressure",
            "",
            "exhaust_gas_sensor",
            "pm_filter",
            "egr_vvt_system");

    private MonitorStatus() {}

    /** PID 01: {@code mil}, {@code dtc_count}, {@code ignition_type}, {@code monitors}. */
    static Map<String, Object> sinceCleared(ResponseBytes answer) throws Failure {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("mil", answer.bit(A, 7));
        status.put("dtc_count", (long) (answer.u8(A) & 0x7F));
        status.putAll(driveCycle(answer));
        return Collections.unmodifiableMap(status);
    }

    /** PID 41: byte A is reserved, so there is neither MIL nor count. */
    static Map<String, Object> driveCycle(ResponseBytes answer) throws Failure {
        boolean compression = answer.bit(B, 3);
        Map<String, String> monitors = new LinkedHashMap<>();
        add(monitors, CONTINUOUS, answer.u8(B) & 7, answer.u8(B) >> 4);
        add(monitors, compression ? COMPRESSION : SPARK, answer.u8(C), answer.u8(D));
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("ignition_type", compression ? "compression" : "spark");
        status.put("monitors", Collections.unmodifiableMap(monitors));
        return Collections.unmodifiableMap(status);
    }

    private static void add(Map<String, String> monitors, List<String> names, int supported, int incomplete) {
        for (int bit = 0; bit < names.size(); bit++) {
            if ((supported >> bit & 1) == 1 && !names.get(bit).isEmpty()) {
                monitors.put(names.get(bit), (incomplete >> bit & 1) == 1 ? "incomplete" : "complete");
            }
        }
    }
}
