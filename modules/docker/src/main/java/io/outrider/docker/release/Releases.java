package io.outrider.docker.release;

import java.util.List;
import java.util.Set;

/**
 * Releases of the desired document.
 *
 * @param whitelist names of containers that nobody removes
 */
public record Releases(
        List<Registry> registries, List<Project> projects, List<RefusedProject> refused, Set<String> whitelist) {
    public static final Releases NONE = new Releases(List.of(), List.of(), List.of(), Set.of());
}
