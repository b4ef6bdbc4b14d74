package io.outrider.docker.plan;

import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Containers that nobody names, for {@code remove_unknown = true}. */
public final class UnknownContainers {
    private UnknownContainers() {}

    /** Removal of them; empty while a project is refused or not applied. */
    public static List<ReleaseStep> steps(Releases releases, World world) {
        Set<String> known = new HashSet<>(releases.whitelist());
        for (Project project : releases.projects()) {
            if (!project.versionHash().equals(world.applied().get(project.name()))) {
                return List.of();
            }
            project.containers().forEach(spec -> known.add(spec.name()));
            project.fallback().forEach(spec -> known.add(spec.name()));
            known.addAll(project.initial());
        }
        if (!releases.refused().isEmpty()) {
            return List.of();
        }
        return world.containers().stream()
                .filter(container -> !known.contains(container.name()))
                .<ReleaseStep>map(container -> new ReleaseStep.RemoveContainer(container.id(), container.name()))
                .toList();
    }
}
