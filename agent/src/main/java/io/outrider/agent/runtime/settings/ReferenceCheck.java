package io.outrider.agent.runtime.settings;

import io.outrider.api.Failure;
import java.util.List;

/** Looks whether what settings name is there and can be used: passwords, certificates, keys, functions. */
@FunctionalInterface
public interface ReferenceCheck {
    ReferenceCheck NONE = settings -> List.of();

    /**
     * @return what to say of good settings, a line each
     * @throws Failure naming section, key and file or function, and what to do
     */
    List<String> check(Settings settings) throws Failure;
}
