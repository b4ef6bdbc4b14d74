package io.outrider.docker.plan;

import io.outrider.docker.release.Releases;
import java.util.List;

/** Containers that nobody names, for {@code remove_unknown = true}. */
public final class UnknownContainers {
    private UnknownContainers() {}

    /** Removal of them; empty while a project is refused or not applied. */
    public static List<ReleaseStep> steps(Releases releases, World world) {
        throw new UnsupportedOperationException("to be written: " + releases + world);
    }
}
