package io.outrider.docker.plan;

import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.HostPort;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names and ports of the host that a container of a release wants and others on the unit have. Those others are containers that
 * are not replaced with it, nor before.
 */
public final class Clashes {
    private Clashes() {}

    public static Stream<Failure> names(ContainerSpec spec, List<EngineContainer> others) {
        return others.stream()
                .filter(each -> each.name().equals(spec.name()))
                .map(each -> new Failure(
                        DockerErrors.NAME_IN_USE,
                        "another container has the name " + spec.name() + ": remove or rename it, or name it in"
                                + " remove_containers; two projects cannot exchange names in one document"));
    }

    public static Stream<Failure> ports(ContainerSpec spec, List<EngineContainer> others) {
        List<HostPort> wanted = HostPort.of(spec.name(), spec.config().path("HostConfig"));
        return others.stream().filter(each -> each.state().running()).flatMap(each -> {
            List<HostPort> bound = HostPort.of(each.name(), each.hostConfig());
            return wanted.stream()
                    .filter(port -> bound.stream().anyMatch(port::clashes))
                    .map(port -> new Failure(
                            DockerErrors.PORT_IN_USE,
                            "port " + port.port() + " of the host is bound by the container " + each.name()
                                    + ", and nothing that is applied before replaces it: free it, or take"
                                    + " another; two projects cannot exchange ports in one document"));
        });
    }
}
