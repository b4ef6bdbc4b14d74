package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.Glob;
import java.util.Set;

/** Tag of an event. */
record EventTag(String text) {
    private static final Set<String> DRIVES =
            Set.of("vehicle/engine/running", "vehicle/motor/running", "vehicle/communication/established");

    boolean matches(String pattern) {
        return Glob.matches(pattern, text);
    }

    /** True if it may mark the start of a drive. */
    boolean isDrive() {
        return DRIVES.contains(text);
    }
}
