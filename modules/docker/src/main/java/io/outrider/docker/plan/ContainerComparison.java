package io.outrider.docker.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ReleaseLabels;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Comparison of a container with what a release wants of it: the image's configuration, overlaid with the body of its
 * creation, against the engine's inspection. What the release does not set has to be at the engine's default, as far as that
 * can be known: log options and ulimits that the release does not set may come from the engine's own settings. A container that
 * a run created with the same configuration is compared in what can change later only: engines write other values than asked,
 * such as none for a limit that the kernel does not know.
 */
record ContainerComparison(List<EngineContainer> containers, EngineContainer container, JsonNode host) {
    private static final Set<String> RELEASE_LABELS = Set.of(
            ReleaseLabels.PROJECT,
            ReleaseLabels.RELEASE,
            ReleaseLabels.RELEASE_HASH,
            ReleaseLabels.OWNER,
            ReleaseLabels.RUN,
            ReleaseLabels.CONFIG);

    // compared even if the release does not set them
    private static final List<String> CONFIG = List.of(
            ("Hostname Domainname User ExposedPorts Tty OpenStdin Env Cmd Healthcheck Volumes WorkingDir Entrypoint"
                            + " StopSignal StopTimeout")
                    .split(" "));
    private static final List<String> HOST_CONFIG = List.of(("Binds NetworkMode PortBindings RestartPolicy AutoRemove"
                    + " VolumesFrom CapAdd CapDrop Dns DnsOptions DnsSearch ExtraHosts GroupAdd IpcMode Links OomScoreAdj"
                    + " PidMode Privileged PublishAllPorts ReadonlyRootfs SecurityOpt Tmpfs UTSMode UsernsMode ShmSize"
                    + " Sysctls CpuShares Memory MemoryReservation MemorySwap NanoCpus CpuPeriod CpuQuota CpusetCpus"
                    + " CpusetMems Devices DeviceRequests DeviceCgroupRules PidsLimit Init Mounts")
            .split(" "));

    /** Engine's values where a release sets none; in those of Podman too. */
    private static final Map<String, Set<Object>> DEFAULTS = Map.of(
            "IpcMode", Set.of("private", "shareable"),
            "ShmSize", Set.of("67108864", "65536000"),
            "MemorySwap", Set.of("-1"),
            "PidsLimit", Set.of("-1", "2048"),
            "NetworkMode", Set.of("slirp4netns", "pasta"));

    /**
     * Names of what differs, such as {@code HostConfig.Privileged}; empty if the container is as it should be.
     *
     * @param image that the release's name stands for; null if it is not on the unit
     * @param containers those of the unit, by which the names in network modes are resolved
     */
    static List<String> differences(
            ContainerSpec spec, EngineContainer container, EngineImage image, List<EngineContainer> containers) {
        if (image == null || !image.id().equals(container.imageId())) {
            return List.of("Image");
        }
        JsonNode host = spec.config().path("HostConfig");
        ContainerComparison comparison = new ContainerComparison(containers, container, host);
        Stream<String> labels = spec.config().path("Labels").properties().stream()
                .filter(label -> !RELEASE_LABELS.contains(label.getKey())
                        && !label.getValue().asText().equals(container.labels().get(label.getKey())))
                .map(label -> "Labels." + label.getKey());
        String hash = container.labels().get(ReleaseLabels.CONFIG);
        if (hash != null && hash.equals(spec.configHash())) {
            return Stream.concat(
                            comparison.compare("HostConfig.", comparison.changeable(), host, container.hostConfig()),
                            labels)
                    .toList();
        }
        ObjectNode config = effective(image.config(), spec.config());
        return Stream.of(
                        comparison.compare("", names(CONFIG, config), config, container.config()),
                        comparison.compare("HostConfig.", names(HOST_CONFIG, host), host, container.hostConfig()),
                        labels)
                .flatMap(each -> each)
                .toList();
    }

    private static Set<String> names(List<String> always, JsonNode wanted) {
        Set<String> names = new LinkedHashSet<>(always);
        wanted.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** Names of the restart policy, which the engine updates, and of modes that another container may have left behind. */
    private Set<String> changeable() {
        Set<String> names = new LinkedHashSet<>(List.of("RestartPolicy"));
        host.properties().stream()
                .filter(member -> member.getValue().asText().startsWith("container:"))
                .forEach(member -> names.add(member.getKey()));
        return names;
    }

    private Stream<String> compare(String prefix, Set<String> names, JsonNode wanted, JsonNode actual) {
        return names.stream()
                .filter(name -> !same(name, wanted.path(name), actual.path(name)))
                .map(name -> prefix + name);
    }

    /** Some engines add ports of bindings to the exposed ones. */
    private Set<String> ports(JsonNode exposed) {
        Set<String> ports = new LinkedHashSet<>();
        for (JsonNode node : List.of(exposed, host.path("PortBindings"))) {
            node.fieldNames().forEachRemaining(port -> ports.add(port.contains("/") ? port : port + "/tcp"));
        }
        return ports;
    }

    private boolean same(String name, JsonNode want, JsonNode actual) {
        if (want.equals(actual)) {
            return true;
        }
        Object wish = ConfigValues.normal(name, want);
        Object value = ConfigValues.normal(name, actual);
        if (name.equals("ExposedPorts")) {
            return ports(want).equals(ports(actual));
        }
        if (name.endsWith("Mode")) {
            return Objects.equals(resolved(wish), resolved(value)) || wish == null && isDefault(name, value);
        }
        if (wish == null) {
            return value == null || isDefault(name, value) || follows(name, value);
        }
        return switch (name) {
            case "LogConfig" ->
                includes(actual.path("Config"), want.path("Config"))
                        && (want.path("Type").asText().isEmpty()
                                || want.path("Type").equals(actual.path("Type")));
            case "Ulimits" -> value instanceof Set<?> set && set.containsAll((Set<?>) wish);
            default -> wish.equals(value);
        };
    }

    private static boolean includes(JsonNode all, JsonNode part) {
        return part.properties().stream()
                .allMatch(option -> option.getValue()
                        .asText()
                        .equals(all.path(option.getKey()).asText()));
    }

    private static boolean isDefault(String name, Object value) {
        return value != null && DEFAULTS.getOrDefault(name, Set.of()).contains(value);
    }

    /** True if the engine derives the value from another one that the release sets. */
    private boolean follows(String name, Object value) {
        String network = host.path("NetworkMode").asText();
        boolean sharesName = network.equals("host")
                || network.startsWith("container:")
                || host.path("UTSMode").asText().equals("host");
        return switch (name) {
            case "Hostname" -> sharesName || container.id().startsWith(value.toString());
            case "Domainname" -> sharesName;
            case "MemorySwap" ->
                value.equals(String.valueOf(2 * host.path("Memory").asLong()));
            case "CpuPeriod", "CpuQuota" -> host.path("NanoCpus").asLong() > 0;
            default -> false;
        };
    }

    /** A mode such as {@code container:NAME} with the id, as the engine keeps it. */
    private Object resolved(Object mode) {
        if (mode instanceof String text && text.startsWith("container:")) {
            String target = text.substring("container:".length());
            return containers.stream()
                    .filter(each -> each.name().equals(target))
                    .<Object>map(each -> "container:" + each.id())
                    .findFirst()
                    .orElse(mode);
        }
        return mode;
    }

    /** Configuration that the engine makes of an image's and the body of a creation. */
    private static ObjectNode effective(JsonNode image, ObjectNode body) {
        ObjectNode config = body.objectNode();
        config.setAll(body);
        config.remove(List.of("Image", "Labels", "HostConfig", "NetworkingConfig"));
        for (String name : List.of("User", "WorkingDir", "StopSignal")) {
            if (config.path(name).asText("").isEmpty() && image.hasNonNull(name)) {
                config.set(name, image.get(name));
            }
        }
        if (config.path("Entrypoint").isEmpty()) {
            if (config.path("Cmd").isEmpty()) {
                config.set("Cmd", image.path("Cmd").deepCopy());
            }
            if (!config.hasNonNull("Entrypoint")) {
                config.set("Entrypoint", image.path("Entrypoint").deepCopy());
            }
        }
        for (String name : List.of("ExposedPorts", "Volumes", "Healthcheck")) {
            if (image.path(name).isObject()) {
                ObjectNode union = image.get(name).deepCopy();
                config.path(name).properties().stream()
                        .filter(member -> ConfigValues.plain(member.getValue()) != null || !name.equals("Healthcheck"))
                        .forEach(member -> union.set(member.getKey(), member.getValue()));
                config.set(name, union);
            }
        }
        ArrayNode environment = config.putArray("Env");
        Set<String> own = new LinkedHashSet<>();
        body.path("Env").forEach(entry -> {
            own.add(variable(entry));
            environment.add(entry);
        });
        image.path("Env").forEach(entry -> {
            if (!own.contains(variable(entry))) {
                environment.add(entry);
            }
        });
        return config;
    }

    private static String variable(JsonNode entry) {
        return entry.asText().split("=", 2)[0];
    }
}
