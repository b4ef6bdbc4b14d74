package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Port of the host that a container binds.
 *
 * @param port with protocol: {@code 8080/tcp}
 */
public record HostPort(String port, String ip, String container) {
    private static final Set<String> ALL_ADDRESSES = Set.of("", "0.0.0.0", "::");

    /** Ports of {@code HostConfig}; those that the engine chooses, also out of a range, are left out. */
    public static List<HostPort> of(String container, JsonNode hostConfig) {
        List<HostPort> ports = new ArrayList<>();
        if (hostConfig.path("NetworkMode").asText().equals("host")) {
            return ports; // the engine publishes nothing then
        }
        for (Map.Entry<String, JsonNode> bindings :
                hostConfig.path("PortBindings").properties()) {
            String key = bindings.getKey();
            String protocol = key.contains("/") ? key.replaceFirst("^.*/", "/") : "/tcp";
            for (JsonNode each : bindings.getValue()) {
                String port = each.path("HostPort").asText();
                if (port.matches("[1-9][0-9]*")) {
                    ports.add(new HostPort(port + protocol, each.path("HostIp").asText(""), container));
                }
            }
        }
        return ports;
    }

    public boolean clashes(HostPort other) {
        return port.equals(other.port)
                && (ip.equals(other.ip) || ALL_ADDRESSES.contains(ip) || ALL_ADDRESSES.contains(other.ip));
    }
}
