package io.outrider.agent.logs;

import java.util.Map;

/** Part of the program that a line of the log is from, as people call it: {@code jobs}, {@code link}, {@code obd}. */
final class Subject {
    private static final String AGENT = "io.outrider.agent.";
    private static final String UNIT = "io.outrider.unit.";
    private static final String OURS = "io.outrider.";

    /** Whose settings and status have another name than their package. */
    private static final Map<String, String> OTHERS = Map.of("time", "clock", "notify", "systemd", "store", "buffer");

    private Subject() {}

    /** @param logger named after a class: its package tells; of other people's programs it is told as it is */
    static String of(String logger) {
        for (String root : new String[] {AGENT, UNIT, OURS}) {
            if (logger.startsWith(root)) {
                int end = logger.indexOf('.', root.length());
                String part = end < 0 ? "" : logger.substring(root.length(), end);
                return part.isEmpty() ? root.equals(UNIT) ? "unit" : "daemon" : OTHERS.getOrDefault(part, part);
            }
        }
        return logger;
    }
}
