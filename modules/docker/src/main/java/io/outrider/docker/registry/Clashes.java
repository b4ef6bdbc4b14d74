package io.outrider.docker.registry;

import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.registry.ProjectVerdict.Finding;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.HostPort;
import java.util.ArrayList;
import java.util.List;

/** Clashes of a project's containers with those on the unit that are not the project's. */
final class Clashes {
    private Clashes() {}

    static List<Finding> of(ContainerSpec spec, List<EngineContainer> foreign) {
        List<Finding> found = new ArrayList<>();
        List<HostPort> wanted = HostPort.of(spec.name(), spec.config().path("HostConfig"));
        for (EngineContainer each : foreign) {
            if (each.name().equals(spec.name())) {
                found.add(new Finding(
                        DockerErrors.NAME_IN_USE,
                        "a container " + spec.name()
                                + " is there that is not the project's: remove or rename it, or name "
                                + "it in remove_containers"));
            }
            List<HostPort> bound = each.state().running() ? HostPort.of(each.name(), each.hostConfig()) : List.of();
            wanted.stream()
                    .filter(port -> bound.stream().anyMatch(port::clashes))
                    .map(port -> new Finding(
                            DockerErrors.PORT_IN_USE,
                            "port " + port.port() + " of the host is bound by the container " + each.name()
                                    + ", which is not the project's: free it, or take another"))
                    .forEach(found::add);
        }
        return found;
    }
}
