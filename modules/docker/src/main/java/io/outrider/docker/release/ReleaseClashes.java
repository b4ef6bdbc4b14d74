package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Check of names and ports of the host over all projects; the earlier project of the document wins. What images expose in a
 * network of the host is not known here.
 */
final class ReleaseClashes {
    private static final Set<String> ALL_ADDRESSES = Set.of("", "0.0.0.0", "::");

    /** @param port with protocol */
    private record HostPort(String port, String ip, String container) {
        boolean clashes(HostPort other) {
            return port.equals(other.port)
                    && (ip.equals(other.ip) || ALL_ADDRESSES.contains(ip) || ALL_ADDRESSES.contains(other.ip));
        }
    }

    private final Set<String> projects = new HashSet<>();
    private final Set<String> names = new HashSet<>();
    private final Set<String> removed = new HashSet<>();
    private final List<HostPort> ports = new ArrayList<>();

    /** Adds a project, unless it fails. */
    void add(DocumentValue where, Project project) throws Failure {
        if (projects.contains(project.name())) {
            throw clash(where.member("name"), "an earlier project has the name " + project.name());
        }
        Set<String> own = new HashSet<>();
        List<HostPort> wanted = new ArrayList<>();
        for (ContainerSpec container : project.containers()) {
            DocumentValue place =
                    where.member("containers").list(Integer.MAX_VALUE).get(own.size());
            String name = container.name();
            if (names.contains(name) || removed.contains(name) || !own.add(name)) {
                throw clash(
                        place,
                        "another container of the releases has the name " + name + ", or an earlier one removes it");
            }
            for (HostPort each : hostPorts(container)) {
                for (HostPort other : wanted.isEmpty()
                        ? ports
                        : Stream.concat(ports.stream(), wanted.stream()).toList()) {
                    if (each.clashes(other)) {
                        throw clash(place, "port " + each.port() + " of the unit belongs to " + other.container());
                    }
                }
                wanted.add(each);
            }
        }
        for (String initial : project.initial()) {
            if (names.contains(initial)) {
                throw clash(where.member("remove_containers"), initial + " is a container of an earlier project");
            }
        }
        projects.add(project.name());
        names.addAll(own);
        removed.addAll(project.initial());
        ports.addAll(wanted);
    }

    private static List<HostPort> hostPorts(ContainerSpec container) {
        List<HostPort> ports = new ArrayList<>();
        JsonNode host = container.config().path("HostConfig");
        if (host.path("NetworkMode").asText().equals("host")) {
            return ports; // the engine publishes nothing then
        }
        for (Map.Entry<String, JsonNode> bindings : host.path("PortBindings").properties()) {
            String protocol = bindings.getKey().replaceFirst("^.*/", "/");
            for (JsonNode each : bindings.getValue()) {
                String port = each.path("HostPort").asText();
                if (!port.isEmpty()) {
                    ports.add(new HostPort(port + protocol, each.path("HostIp").asText(), container.name()));
                }
            }
        }
        return ports;
    }

    private static Failure clash(DocumentValue where, String sentence) {
        return where.failure(DockerErrors.RELEASE_CLASH, sentence + "; take another");
    }
}
