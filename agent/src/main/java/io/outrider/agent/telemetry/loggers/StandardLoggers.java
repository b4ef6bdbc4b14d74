package io.outrider.agent.telemetry.loggers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.outrider.agent.runtime.functions.Json;
import java.util.List;
import java.util.Locale;

/** Standard loggers, as entries of the settings, and the name of those that replace them; docs/loggers.md explains them. */
final class StandardLoggers {
    private static final String QUERY = "obd.query";

    private static final String ENTRIES = """
            [{"function": "obd.query", "arg": ["RPM"], "every": "1s", "filter": {"deadband": 25, "max": "1m"}},
             {"function": "obd.query", "arg": ["SPEED"], "every": "1s", "filter": {"change": true, "max": "1m"},
              "converter": "realistic_speed"},
             {"function": "obd.query", "arg": ["ENGINE_LOAD"], "every": "10s", "filter": {"deadband": 2, "max": "1m"}},
             {"function": "obd.query", "arg": ["COOLANT_TEMP"], "every": "30s", "filter": {"change": true, "max": "10m"}},
             {"function": "obd.query", "arg": ["INTAKE_TEMP"], "every": "30s", "filter": {"change": true, "max": "10m"}},
             {"function": "obd.query", "arg": ["AMBIANT_AIR_TEMP"], "every": "30s",
              "filter": {"change": true, "max": "10m"}},
             {"function": "obd.query", "arg": ["FUEL_LEVEL"], "every": "30s", "filter": {"deadband": 0.5, "max": "10m"}},
             {"function": "obd.query", "arg": ["CONTROL_MODULE_VOLTAGE"], "every": "5s",
              "filter": {"deadband": 0.1, "max": "1m"}, "converter": "battery", "type": "obd.bat"},
             {"function": "obd.dtc", "on": "vehicle/engine/running", "filter": {}},
             {"function": "gnss.location", "every": "5s", "filter": {"position": true, "max": "5m"}, "type": "track.pos"},
             {"function": "acc.query", "arg": ["xyz"], "every": "5s", "filter": {"deadband": 0.05, "max": "5m"},
              "type": "acc.xyz"},
             {"function": "rpi.temp", "every": "1m", "filter": {"deadband": 1, "max": "10m"}},
             {"function": "ec2x.data_usage", "every": "5m", "filter": {"change": true, "max": "10m"}}]
            """;

    private StandardLoggers() {}

    static List<LoggerSettings> loggers() {
        try {
            return Json.mapper().readValue(ENTRIES, new TypeReference<List<LoggerEntry>>() {}).stream()
                    .map(LoggerEntry::settings)
                    .toList();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the standard loggers are invalid", e);
        }
    }

    /** Default name of a vehicle query: that of the standard logger, which it replaces; null for other functions. */
    static String nameOfQuery(LoggerEntry entry) {
        Object type = entry.keywords().get("type");
        Object first = entry.args().isEmpty() ? null : entry.args().get(0);
        Object asked =
                type != null ? type : first != null ? first : entry.keywords().get("name");
        return QUERY.equals(entry.function()) && asked != null
                ? "obd." + String.valueOf(asked).toLowerCase(Locale.ROOT)
                : null;
    }
}
