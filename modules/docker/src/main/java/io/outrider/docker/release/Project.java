package io.outrider.docker.release;

import java.util.List;
import java.util.stream.Stream;

/**
 * Project with the release that is desired of it.
 *
 * @param versionHash of the service; if absent, the first 8 hexadecimal digits of the SHA-256 of its canonical JSON
 * @param fallback containers of the release before, empty if there is none
 * @param initial names of {@code remove_containers}
 */
public record Project(
        String name,
        String version,
        String versionHash,
        List<ContainerSpec> containers,
        List<ContainerSpec> fallback,
        List<String> initial) {
    /** The containers and the fallback containers. */
    public Stream<ContainerSpec> all() {
        return Stream.concat(containers.stream(), fallback.stream());
    }
}
