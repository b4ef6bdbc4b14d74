package io.outrider.agent.runtime.functions;

import java.util.List;
import java.util.Map;

/**
 * A call that the settings ask for.
 *
 * @param section of the settings
 * @param path of its table in the section, such as {@code list[2]}
 * @param open whether the arguments are not known before the call, as they come from what causes it
 */
public record ConfiguredCall(
        String section, String path, String function, List<Object> arg, Map<String, Object> kwarg, boolean open) {}
