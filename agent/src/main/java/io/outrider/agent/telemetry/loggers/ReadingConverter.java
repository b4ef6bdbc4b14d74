package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.vehicle.state.BatteryScale;
import io.outrider.wire.TelemetryRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes another reading of a reading. */
enum ReadingConverter {
    NONE {
        @Override
        TelemetryRecord convert(TelemetryRecord sample, BatteryScale battery) {
            return sample;
        }
    },
    /** Volts become voltage, level and state, as the incumbent tells them. */
    BATTERY {
        @Override
        TelemetryRecord convert(TelemetryRecord sample, BatteryScale battery) {
            Double volts = number(sample.fields().get("value"));
            return volts == null ? sample : with(sample, BatteryConverter.fields(volts, battery));
        }
    },
    /** 255 km/h is how an ECU says that it does not know: 0. */
    REALISTIC_SPEED {
        @Override
        TelemetryRecord convert(TelemetryRecord sample, BatteryScale battery) {
            Double speed = number(sample.fields().get("value"));
            if (speed == null || speed != 255) {
                return sample;
            }
            Map<String, Object> fields = new LinkedHashMap<>(sample.fields());
            fields.put("value", 0);
            return with(sample, fields);
        }
    };

    /** @return the same if it has not what this converts */
    abstract TelemetryRecord convert(TelemetryRecord sample, BatteryScale battery);

    private static TelemetryRecord with(TelemetryRecord sample, Map<String, Object> fields) {
        return new TelemetryRecord(sample.type(), sample.at(), fields, sample.priority());
    }

    /** @return null if it is none; of a text such as {@code 12.31V} what it begins with */
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
