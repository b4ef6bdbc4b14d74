package io.outrider.docker.plan;

import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.RefusedProject;
import io.outrider.docker.release.ReleaseLabels;
import io.outrider.docker.release.Releases;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Ownership of containers by one project: by label, or by its list of initial and fallback containers. */
public final class ContainerOwnership {
    private final Project project;
    private final Set<String> others = new HashSet<>();
    private final Set<String> othersNames = new HashSet<>();
    private final Set<String> named;

    public ContainerOwnership(Project project, Releases releases) {
        this.project = project;
        for (Project each : releases.projects()) {
            if (!each.name().equals(project.name())) {
                others.add(each.name());
                each.containers().forEach(spec -> othersNames.add(spec.name()));
            }
        }
        releases.refused().stream().map(RefusedProject::name).forEach(others::add);
        this.named = new HashSet<>(project.initial());
        project.fallback().stream().map(ContainerSpec::name).forEach(named::add);
    }

    public boolean owns(EngineContainer container) {
        String owner = owner(container);
        if (project.name().equals(owner)) {
            return true;
        }
        return named.contains(container.name())
                && !others.contains(owner == null ? "" : owner)
                && !othersNames.contains(container.name());
    }

    /** Project of the labels; null without. */
    private static String owner(EngineContainer container) {
        Map<String, String> labels = container.labels();
        if (labels.containsKey(ReleaseLabels.OWNER)) {
            return labels.get(ReleaseLabels.OWNER);
        }
        return labels.containsKey(ReleaseLabels.RELEASE) && labels.containsKey(ReleaseLabels.RELEASE_HASH)
                ? labels.get(ReleaseLabels.PROJECT)
                : null;
    }
}
