package io.outrider.docker.registry;

import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.registry.ProjectVerdict.Finding;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.HostPort;
import java.util.ArrayList;
import java.util.List;

/** Clashes of a container that is to be created with others on the unit. */
public final class Clashes {
    private Clashes() {}

    /** @param others containers that are not replaced with it, nor before */
    public static List<Finding> of(ContainerSpec spec, List<EngineContainer> others) {
        List<Finding> found = new ArrayList<>();
        List<HostPort> wanted = HostPort.of(spec.name(), spec.config().path("HostConfig"));
        for (EngineContainer each : others) {
            if (each.name().equals(spec.name())) {
                found.add(new Finding(
                        DockerErrors.NAME_IN_USE,
                        "another container has the name " + spec.name()
                                + ", and nothing that is applied before replaces it: remove or rename it, or name it in"
                                + " remove_containers; two projects cannot exchange names in one document"));
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
