package io.outrider.agent.runtime.settings;

import java.util.List;

/** Check that passwords, certificates, keys and functions named in settings exist and are usable. */
@FunctionalInterface
public interface ReferenceCheck {
    /**
     * Result of a check.
     *
     * @param problems each with section, key, file or function, and the remedy
     * @param warnings about valid settings
     */
    record Findings(List<String> problems, List<String> warnings) {
        public static final Findings NONE = new Findings(List.of(), List.of());
    }

    ReferenceCheck NONE = settings -> Findings.NONE;

    Findings check(BoundSettings settings);

    /** The check for a start, which a problem turns into one with the last known good settings. */
    default Findings checkAtStart(BoundSettings settings) {
        return check(settings);
    }
}
