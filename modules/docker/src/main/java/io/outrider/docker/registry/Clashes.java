package io.outrider.docker.registry;

import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ContainerOwnership;
import io.outrider.docker.plan.World;
import io.outrider.docker.registry.ProjectVerdict.Finding;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.HostPort;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Clashes of a container that is to be created with others on the unit. */
public final class Clashes {
    private Clashes() {}

    /** @throws Failure if a container that the project does not own is in the way of one of its own */
    public static void refuse(Project project, Releases releases, World world) throws Failure {
        ContainerOwnership ownership = new ContainerOwnership(project, releases);
        List<EngineContainer> others = world.containers().stream()
                .filter(each -> !ownership.owns(each))
                .toList();
        Optional<Finding> clash = project.containers().stream()
                .flatMap(each -> of(each, others).stream())
                .findFirst();
        if (clash.isPresent()) {
            throw new Failure(clash.get().code(), clash.get().message());
        }
    }

    /** @param others containers that are not replaced with it, nor before */
    public static List<Finding> of(ContainerSpec spec, List<EngineContainer> others) {
        List<Finding> found = new ArrayList<>();
        List<HostPort> wanted = HostPort.of(spec.name(), spec.config().path("HostConfig"));
        for (EngineContainer each : others) {
            if (each.name().equals(spec.name())) {
                found.add(new Finding(
                        DockerErrors.NAME_IN_USE,
                        "another container has the name " + spec.name()
                                + ": remove or rename it, or name it in remove_containers"));
            }
            List<HostPort> bound = each.state().running() ? HostPort.of(each.name(), each.hostConfig()) : List.of();
            wanted.stream()
                    .filter(port -> bound.stream().anyMatch(port::clashes))
                    .map(port -> new Finding(
                            DockerErrors.PORT_IN_USE,
                            "port " + port.port() + " of the host is bound by the container " + each.name()
                                    + ", and nothing that is applied before replaces it: free it, or take another; two"
                                    + " projects cannot exchange ports in one document"))
                    .forEach(found::add);
        }
        return found;
    }
}
