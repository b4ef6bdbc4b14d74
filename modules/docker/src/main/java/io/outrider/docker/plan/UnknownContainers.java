package io.outrider.docker.plan;

import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Containers that nobody names, for {@code remove_unknown = true}. */
public final class UnknownContainers {
    private UnknownContainers() {}

    /**
     * Removal of them; empty while a project is refused or not applied. Containers of a project, and those that a run has renamed,
     * are for the plan or the way back of the project only.
     */
    public static List<ReleaseStep> steps(Releases releases, World world) {
        Set<String> known = new HashSet<>(releases.whitelist());
        Set<String> owners = new HashSet<>(world.applied().keySet());
        for (Project project : releases.projects()) {
            if (!project.versionHash().equals(world.applied().get(project.name()))) {
                return List.of();
            }
            project.all().forEach(spec -> known.add(spec.name()));
            known.addAll(project.initial());
        }
        if (!releases.refused().isEmpty()) {
            return List.of();
        }
        return world.containers().stream()
                .filter(container -> !known.contains(container.name())
                        && !container.name().contains(ReleasePlanner.OLD)
                        && !owners.contains(ContainerOwnership.owner(container)))
                .<ReleaseStep>map(container -> new ReleaseStep.RemoveContainer(container.id(), container.name()))
                .toList();
    }
}
