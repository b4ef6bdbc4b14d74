package io.outrider.docker.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.docker.engine.Engine.EngineEvent;
import io.outrider.docker.engine.Engine.EngineInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Records out of the trees that the engine answers with. */
final class EngineAnswers {
    private EngineAnswers() {}

    static EngineInfo info(JsonNode version, JsonNode info) {
        String name = version.at("/Platform/Name").asText("");
        if (name.isEmpty()) {
            name = version.at("/Components/0/Name").asText("");
        }
        String architecture = version.path("Arch").asText("");
        return new EngineInfo(
                name,
                version.path("Version").asText(""),
                version.path("Os").asText("linux"),
                architecture,
                architecture.equals("arm") ? variant(info.path("Architecture").asText("")) : "",
                info.path("DockerRootDir").asText(""));
    }

    /** @param machine of the kernel, which may have 64 bits */
    static String variant(String machine) {
        return machine.startsWith("armv5") ? "v5" : machine.startsWith("armv6") ? "v6" : "v7";
    }

    static EngineContainer container(JsonNode tree) {
        JsonNode config = tree.path("Config");
        JsonNode state = tree.path("State");
        JsonNode restart = tree.path("HostConfig").path("RestartPolicy");
        String health = state.at("/Health/Status").asText("");
        JsonNode checks = state.at("/Health/Log");
        String policy = restart.path("Name").asText("");
        return new EngineContainer(
                tree.path("Id").asText(),
                tree.path("Name").asText("").replaceFirst("^/", ""),
                config.path("Image").asText(""),
                tree.path("Image").asText(""),
                texts(config.path("Labels")),
                new ContainerState(
                        state.path("Status").asText(""),
                        state.path("Running").asBoolean(),
                        state.path("ExitCode").asInt(),
                        health.isEmpty() || health.equals("none") ? null : health,
                        tree.path("RestartCount").asInt(),
                        state.path("Error").asText(""),
                        checks.path(checks.size() - 1).path("Output").asText("")),
                new RestartPolicy(
                        policy.isEmpty() ? "no" : policy,
                        restart.path("MaximumRetryCount").asInt()),
                config,
                tree.path("HostConfig"));
    }

    /** True for an entry of the list whose labels name a project. */
    static boolean isOfRelease(JsonNode listed) {
        JsonNode labels = listed.path("Labels");
        return labels.has("io.outrider.project") || labels.has("release_hash");
    }

    /** Container that cannot be inspected: what the list has of it, mounts as writable. */
    static EngineContainer listedContainer(JsonNode listed, String status) {
        ObjectNode hostConfig = JsonNodeFactory.instance.objectNode();
        hostConfig.set("Mounts", listed.path("Mounts"));
        boolean running = !Set.of("created", "exited", "dead", "removing")
                .contains(listed.path("State").asText(""));
        return new EngineContainer(
                listed.path("Id").asText(),
                listed.at("/Names/0").asText("").replaceFirst("^/", ""),
                listed.path("Image").asText(""),
                listed.path("ImageID").asText(""),
                texts(listed.path("Labels")),
                new ContainerState(status, running, 0, null, 0, ""),
                RestartPolicy.NO,
                JsonNodeFactory.instance.objectNode(),
                hostConfig);
    }

    static EngineImage image(JsonNode tree) {
        return new EngineImage(
                tree.path("Id").asText(),
                references(tree.path("RepoTags")),
                references(tree.path("RepoDigests")),
                tree.path("Size").asLong(),
                tree.path("Os").asText(""),
                tree.path("Architecture").asText(""),
                tree.path("Variant").asText(""),
                references(tree.at("/RootFS/Layers")),
                tree.path("Config"));
    }

    static EngineEvent event(JsonNode tree) {
        return new EngineEvent(
                tree.path("Type").asText(""),
                tree.path("Action").asText("").replaceFirst("(?s):.*", ""),
                tree.at("/Actor/ID").asText(""),
                texts(tree.at("/Actor/Attributes")),
                tree.path("timeNano").asLong());
    }

    /** Texts of an array; Podman writes docker.io/library/ out. */
    private static List<String> references(JsonNode array) {
        List<String> all = new ArrayList<>();
        array.forEach(each -> all.add(each.asText().replaceFirst("^docker\\.io/(library/)?", "")));
        return List.copyOf(all);
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> all = new HashMap<>();
        object.properties()
                .forEach(each -> all.put(each.getKey(), each.getValue().asText("")));
        return Map.copyOf(all);
    }
}
