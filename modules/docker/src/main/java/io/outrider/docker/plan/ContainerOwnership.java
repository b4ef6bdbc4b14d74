package io.outrider.docker.plan;

import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import io.outrider.docker.release.Releases;
import java.util.List;
import java.util.Map;

/** Ownership of containers by one project: by label, or by its list of initial and fallback containers. */
public record ContainerOwnership(Project project, Releases releases) {
    public boolean owns(EngineContainer container) {
        String owner = owner(container);
        return project.name().equals(owner) || named(container.name()) && !othersOwn(owner, container.name());
    }

    private boolean named(String name) {
        return project.initial().contains(name) || has(project.fallback(), name);
    }

    private boolean othersOwn(String owner, String name) {
        return releases.projects().stream()
                        .filter(each -> !each.name().equals(project.name()))
                        .anyMatch(each -> each.name().equals(owner) || has(each.containers(), name))
                || releases.refused().stream().anyMatch(each -> each.name().equals(owner));
    }

    private static boolean has(List<ContainerSpec> containers, String name) {
        return containers.stream().anyMatch(spec -> spec.name().equals(name));
    }

    /** Project of the labels; null without. */
    static String owner(EngineContainer container) {
        Map<String, String> labels = container.labels();
        boolean released = labels.containsKey(ReleaseLabels.RELEASE) && labels.containsKey(ReleaseLabels.RELEASE_HASH);
        return labels.getOrDefault(ReleaseLabels.OWNER, released ? labels.get(ReleaseLabels.PROJECT) : null);
    }
}
