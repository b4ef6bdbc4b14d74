package io.outrider.agent.runtime.settings;

import io.outrider.api.Failure;
import java.util.List;

/** Check that passwords, certificates, keys and functions named in settings exist and are usable. */
@FunctionalInterface
public interface ReferenceCheck {
    ReferenceCheck NONE = settings -> List.of();

    /**
     * @return warnings about valid settings, one a line
     * @throws Failure naming section, key, file or function, and the remedy
     */
    List<String> check(BoundSettings settings) throws Failure;
}
