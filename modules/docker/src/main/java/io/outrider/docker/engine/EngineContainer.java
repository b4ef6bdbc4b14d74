package io.outrider.docker.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * Container as the engine has it. Immutable; the trees are not changed by anybody.
 *
 * @param name without the leading slash
 * @param image reference that it was created from
 * @param imageId {@code sha256:…} of the image that it runs
 * @param config {@code Config} of the engine's inspection
 * @param hostConfig {@code HostConfig} of the engine's inspection
 */
public record EngineContainer(
        String id,
        String name,
        String image,
        String imageId,
        Map<String, String> labels,
        ContainerState state,
        RestartPolicy restart,
        JsonNode config,
        JsonNode hostConfig) {}
