package io.outrider.agent.runtime.log;

import java.util.Map;
import java.util.TreeMap;

/** Subject of a log line, the part of the program it is from: {@code jobs}, {@code link}, {@code obd}. */
final class LogSubject {
    private static final String OURS = "io.outrider.";
    private static final String UNIT = "unit.";

    /** Names by package; the longest match applies. */
    private static final TreeMap<String, String> NAMES = new TreeMap<>(Map.ofEntries(
            Map.entry("agent.", "daemon"),
            Map.entry("agent.commands.", "jobs"),
            Map.entry("agent.fleet.", "link"),
            Map.entry("agent.fleet.desired.", "desired"),
            Map.entry("agent.operator.api.", "local"),
            Map.entry("agent.runtime.clock.", "clock"),
            Map.entry("agent.runtime.events.", "events"),
            Map.entry("agent.runtime.log.", "logs"),
            Map.entry("agent.runtime.settings.", "settings"),
            Map.entry("agent.runtime.watchdog.", "systemd"),
            Map.entry("agent.telemetry.buffer.", "buffer"),
            Map.entry("agent.telemetry.loggers.", "loggers"),
            Map.entry("agent.telemetry.loggers.LoggersDesiredPart", "desired"),
            Map.entry("agent.telemetry.upload.", "upload"),
            Map.entry("agent.vehicle.triggers.", "triggers")));

    private LogSubject() {}

    /** @param logger class name; a logger of a library keeps its name */
    static String of(String logger) {
        if (!logger.startsWith(OURS)) {
            return logger;
        }
        String name = logger.substring(OURS.length());
        for (String root = NAMES.floorKey(name); root != null; root = NAMES.lowerKey(root)) {
            if (name.startsWith(root)) {
                return NAMES.get(root);
            }
        }
        String inside = name.startsWith(UNIT) ? name.substring(UNIT.length()) : name;
        int end = inside.indexOf('.');
        return end < 0 ? name.startsWith(UNIT) ? "unit" : "daemon" : inside.substring(0, end);
    }
}
