package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.vehicle.state.BatteryScale;
import java.util.LinkedHashMap;
import java.util.Map;

/** Converter of a logger's readings. */
enum ReadingConverter {
    NONE {
        @Override
        Map<String, Object> convert(Map<String, Object> fields, BatteryScale battery) {
            return fields;
        }
    },
    /** Converts volts to the fields of {@code obd.bat}, in AutoPi's order. */
    BATTERY {
        @Override
        Map<String, Object> convert(Map<String, Object> fields, BatteryScale battery) {
            Double volts = number(fields.get("value"));
            if (volts == null) {
                return fields;
            }
            Map<String, Object> converted = new LinkedHashMap<>();
            converted.put("voltage", volts);
            converted.put("level", battery.level(volts));
            converted.put("state", battery.state(volts));
            return converted;
        }
    },
    /** Converts 255 km/h, an ECU's value for "unknown", to 0. */
    REALISTIC_SPEED {
        @Override
        Map<String, Object> convert(Map<String, Object> fields, BatteryScale battery) {
            Double speed = number(fields.get("value"));
            if (speed == null || speed != 255) {
                return fields;
            }
            Map<String, Object> converted = new LinkedHashMap<>(fields);
            converted.put("value", 0);
            return converted;
        }
    };

    /** @return the same fields if there is nothing to convert */
    abstract Map<String, Object> convert(Map<String, Object> fields, BatteryScale battery);

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
