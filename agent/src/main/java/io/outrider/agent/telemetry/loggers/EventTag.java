package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.Glob;
import java.util.Set;

/** What an event is called. */
record EventTag(String text) {
    private static final Set<String> DRIVES =
            Set.of("vehicle/engine/running", "vehicle/motor/running", "vehicle/communication/established");

    boolean matches(String pattern) {
        return Glob.matches(pattern, text);
    }

    /** Whether it may be the beginning of a drive. */
    boolean isDrive() {
        return DRIVES.contains(text);
    }
}
