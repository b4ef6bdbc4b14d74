package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.vehicle.state.BatteryScale;
import java.util.LinkedHashMap;
import java.util.Map;

/** Converter of a logger's readings. */
enum ReadingConverter {
    NONE,
    /** Converts volts to the fields of {@code obd.bat}, in AutoPi's order. */
    BATTERY,
    /** Converts 255 km/h, an ECU's value for "unknown", to 0. */
    REALISTIC_SPEED;

    /** @return the same fields if there is nothing to convert */
    Map<String, Object> convert(Map<String, Object> fields, BatteryScale battery) {
        Double number = this == NONE ? null : number(fields.get("value"));
        if (this == BATTERY && number != null) {
            Map<String, Object> converted = new LinkedHashMap<>();
            converted.put("voltage", number);
            converted.put("level", battery.level(number));
            converted.put("state", battery.state(number));
            return converted;
        }
        if (this == REALISTIC_SPEED && number != null && number == 255) {
            Map<String, Object> converted = new LinkedHashMap<>(fields);
            converted.put("value", 0);
            return converted;
        }
        return fields;
    }

    /** @return null if it is none; of a text such as {@code 12.31V} its number */
    private static Double number(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        if (value instanceof String text && text.matches("\\d{1,3}(\\.\\d{1,6})? ?[Vv]?")) {
            return Double.valueOf(text.replaceAll(" ?[Vv]$", ""));
        }
        return null;
    }
}
