package io.outrider.agent.telemetry.loggers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Standard loggers, as settings entries; docs/loggers.md explains them. */
final class StandardLoggers {
    private StandardLoggers() {}

    static List<LoggerSettings> loggers() {
        Map<String, Object> slowly = Map.of("change", true, "max", "10m");
        List<Map<String, Object>> list = List.of(
                vehicle("RPM", "1s", Map.of("deadband", 25, "max", "1m")),
                vehicle("SPEED", "1s", Map.of("change", true, "max", "1m"), "converter", "realistic_speed"),
                vehicle("ENGINE_LOAD", "10s", Map.of("deadband", 2, "max", "1m")),
                vehicle("COOLANT_TEMP", "30s", slowly),
                vehicle("INTAKE_TEMP", "30s", slowly),
                vehicle("AMBIANT_AIR_TEMP", "30s", slowly),
                vehicle("FUEL_LEVEL", "30s", Map.of("deadband", 0.5, "max", "10m")),
                vehicle(
                        "CONTROL_MODULE_VOLTAGE",
                        "5s",
                        Map.of("deadband", 0.1, "max", "1m"),
                        "converter",
                        "battery",
                        "type",
                        "obd.bat"),
                one("obd.dtc", "on", "vehicle/engine/running", Map.of()),
                one("gnss.location", "every", "5s", Map.of("position", true, "max", "5m"), "type", "track.pos"),
                one(
                        "acc.query",
                        "every",
                        "5s",
                        Map.of("deadband", 0.05, "max", "5m"),
                        "type",
                        "acc.xyz",
                        "arg",
                        List.of("xyz")),
                one("rpi.temp", "every", "1m", Map.of("deadband", 1, "max", "10m")),
                one("ec2x.data_usage", "every", "5m", slowly));
        return LoggerReader.all("standard", list, new ArrayList<>());
    }

    private static Map<String, Object> vehicle(
            String command, String every, Map<String, Object> filter, Object... more) {
        Map<String, Object> entry = one("obd.query", "every", every, filter, more);
        entry.put("arg", List.of(command));
        return entry;
    }

    private static Map<String, Object> one(
            String function, String timing, String value, Map<String, Object> filter, Object... more) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("function", function);
        entry.put(timing, value);
        entry.put("filter", filter);
        for (int i = 0; i < more.length; i += 2) {
            entry.put((String) more[i], more[i + 1]);
        }
        return entry;
    }
}
