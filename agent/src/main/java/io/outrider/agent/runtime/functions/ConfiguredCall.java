package io.outrider.agent.runtime.functions;

import java.util.List;
import java.util.Map;

/**
 * Function call configured in the settings.
 *
 * @param path path of its table in the section, such as {@code list[2]}
 * @param open true if the arguments come from the event that causes the call
 */
public record ConfiguredCall(
        String section, String path, String function, List<Object> arg, Map<String, Object> kwarg, boolean open) {}
