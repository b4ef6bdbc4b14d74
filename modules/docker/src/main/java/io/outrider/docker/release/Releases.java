package io.outrider.docker.release;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Releases of the desired document.
 *
 * @param whitelist names of containers that nobody removes
 * @param keepsOthers true if projects that the document does not name stay as they are: nobody has signed their
 *     deletion, or it names one so that it cannot be read
 */
public record Releases(
        List<Registry> registries,
        List<Project> projects,
        List<RefusedProject> refused,
        Set<String> whitelist,
        boolean keepsOthers) {
    public static final Releases NONE = new Releases(List.of(), List.of(), List.of(), Set.of());

    /** Registries of an image's host, that of its container first. */
    public Stream<Registry> registriesOf(ImageName image, ContainerSpec container) {
        return Stream.concat(Stream.ofNullable(container.registry()), registries.stream())
                .filter(each -> each.host().equals(image.host()));
    }

    public Releases(
            List<Registry> registries, List<Project> projects, List<RefusedProject> refused, Set<String> whitelist) {
        this(registries, projects, refused, whitelist, false);
    }
}
