package io.outrider.docker;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;
import java.util.List;

/** Settings section {@code [docker]}. */
public record DockerSettings(
        @JsonPropertyDescription("containers and releases are on; the daemon needs access to the engine's socket")
        @JsonProperty(defaultValue = "false")
        boolean enabled,

        @JsonPropertyDescription("sockets of the engine; the first one that exists is used")
        @JsonProperty(defaultValue = "those of Docker, balena-engine and Podman")
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<String> socket,

        @JsonPropertyDescription("time limit of a call to the engine, but for pulls and stops, 1 to 600 s")
        @JsonProperty(defaultValue = "60")
        Integer timeout,

        @JsonPropertyDescription("time limit of a request to a registry, 1 to 600 s") @JsonProperty(defaultValue = "30")
        Integer registryTimeout,

        @JsonPropertyDescription("time from the stop signal to the kill, 1 to 600 s")
        @JsonProperty(defaultValue = "the container's own, else 10")
        Integer stopTimeout) {
    private static final List<String> SOCKETS =
            List.of("/run/docker.sock", "/run/balena-engine.sock", "/run/podman/podman.sock");

    public DockerSettings {
        socket = socket == null ? SOCKETS : List.copyOf(socket);
        if (socket.isEmpty() || !socket.stream().allMatch(each -> each.startsWith("/"))) {
            throw new InvalidArgumentException("socket", "takes paths such as /run/docker.sock");
        }
        timeout = Range.orElse("timeout", timeout, 60, 1, 600);
        registryTimeout = Range.orElse("registry_timeout", registryTimeout, 30, 1, 600);
        Range.check("stop_timeout", stopTimeout, 1, 600);
    }
}
