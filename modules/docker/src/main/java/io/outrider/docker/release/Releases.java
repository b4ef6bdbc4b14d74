package io.outrider.docker.release;

import io.outrider.api.Failure;
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
    /**
     * Project that cannot be applied; the others are.
     *
     * @param name empty if it has none; so are version and hash
     */
    public record RefusedProject(String name, String version, String versionHash, Failure why) {}

    public static final Releases NONE = new Releases(List.of(), List.of(), List.of(), Set.of());

    public Releases(
            List<Registry> registries, List<Project> projects, List<RefusedProject> refused, Set<String> whitelist) {
        this(registries, projects, refused, whitelist, false);
    }

    /** Registries of an image's host, that of its container first. */
    public Stream<Registry> registriesOf(ImageName image, ContainerSpec container) {
        return Stream.concat(Stream.ofNullable(container.registry()), registries.stream())
                .filter(each -> each.host().equals(image.host()));
    }
}
