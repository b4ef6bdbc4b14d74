package io.outrider.docker.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.registry.ProjectVerdict.Finding;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Clashes of a project's containers with those on the unit that are not the project's. */
final class Clashes {
    private static final Set<String> ALL_ADDRESSES = Set.of("", "0.0.0.0", "::");

    private record Port(String address, String port, String protocol) {
        boolean meets(Port other) {
            return port.equals(other.port)
                    && protocol.equals(other.protocol)
                    && (address.equals(other.address)
                            || ALL_ADDRESSES.contains(address)
                            || ALL_ADDRESSES.contains(other.address));
        }
    }

    private final List<EngineContainer> foreign;

    Clashes(Project project, List<EngineContainer> containers) {
        foreign = containers.stream().filter(each -> !isOf(project, each)).toList();
    }

    private static boolean isOf(Project project, EngineContainer container) {
        Map<String, String> labels = container.labels();
        return project.name().equals(labels.get(ReleaseLabels.OWNER))
                || project.name().equals(labels.get(ReleaseLabels.PROJECT))
                        && labels.keySet().containsAll(Set.of(ReleaseLabels.RELEASE, ReleaseLabels.RELEASE_HASH))
                || project.initial().contains(container.name())
                || project.fallback().stream().anyMatch(each -> each.name().equals(container.name()));
    }

    List<Finding> of(ContainerSpec spec) {
        List<Finding> found = new ArrayList<>();
        List<Port> wanted = ports(spec.config().path("HostConfig"));
        for (EngineContainer each : foreign) {
            if (each.name().equals(spec.name())) {
                found.add(new Finding(
                        DockerErrors.NAME_IN_USE,
                        "a container " + spec.name()
                                + " is there that is not the project's: remove or rename it, or name "
                                + "it in remove_containers"));
            }
            List<Port> bound = each.state().running() ? ports(each.hostConfig()) : List.of();
            wanted.stream()
                    .filter(port -> bound.stream().anyMatch(port::meets))
                    .map(port -> new Finding(
                            DockerErrors.PORT_IN_USE,
                            "port " + port.port() + "/" + port.protocol() + " of the host is bound by the container "
                                    + each.name() + ", which is not the project's: free it, or take another"))
                    .forEach(found::add);
        }
        return found;
    }

    /** Bound ports; ports that the engine chooses and ranges are left out. */
    private static List<Port> ports(JsonNode hostConfig) {
        List<Port> ports = new ArrayList<>();
        hostConfig.path("PortBindings").properties().forEach(each -> {
            String protocol = each.getKey().contains("/") ? each.getKey().replaceFirst(".*/", "") : "tcp";
            for (JsonNode binding : each.getValue()) {
                String port = binding.path("HostPort").asText();
                if (port.matches("[1-9][0-9]*")) {
                    ports.add(new Port(Objects.toString(binding.path("HostIp").textValue(), ""), port, protocol));
                }
            }
        });
        return ports;
    }
}
