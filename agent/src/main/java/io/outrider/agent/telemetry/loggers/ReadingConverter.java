package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.vehicle.state.BatteryScale;
import io.outrider.wire.TelemetryRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** Converter of a logger's readings. */
enum ReadingConverter {
    NONE {
        @Override
        TelemetryRecord convert(TelemetryRecord record, BatteryScale battery) {
            return record;
        }
    },
    /** Converts volts to AutoPi's voltage, level and state. */
    BATTERY {
        @Override
        TelemetryRecord convert(TelemetryRecord record, BatteryScale battery) {
            Double volts = number(record.fields().get("value"));
            return volts == null ? record : with(record, BatteryConverter.fields(volts, battery));
        }
    },
    /** Converts 255 km/h, an ECU's value for "unknown", to 0. */
    REALISTIC_SPEED {
        @Override
        TelemetryRecord convert(TelemetryRecord record, BatteryScale battery) {
            Double speed = number(record.fields().get("value"));
            if (speed == null || speed != 255) {
                return record;
            }
            Map<String, Object> fields = new LinkedHashMap<>(record.fields());
            fields.put("value", 0);
            return with(record, fields);
        }
    };

    /** @return the same record if there is nothing to convert */
    abstract TelemetryRecord convert(TelemetryRecord record, BatteryScale battery);

    private static TelemetryRecord with(TelemetryRecord record, Map<String, Object> fields) {
        return new TelemetryRecord(record.type(), record.at(), fields, record.priority());
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
