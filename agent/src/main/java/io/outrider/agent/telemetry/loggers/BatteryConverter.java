package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.vehicle.state.BatteryScale;
import java.util.LinkedHashMap;
import java.util.Map;

/** Converter of volts to the fields of {@code obd.bat}, in AutoPi's order. */
final class BatteryConverter {
    private BatteryConverter() {}

    static Map<String, Object> fields(double voltage, BatteryScale scale) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("voltage", voltage);
        fields.put("level", scale.level(voltage));
        fields.put("state", scale.state(voltage));
        return fields;
    }
}
