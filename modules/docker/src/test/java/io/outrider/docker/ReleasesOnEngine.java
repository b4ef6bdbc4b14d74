package io.outrider.docker;

import static io.outrider.docker.ReleaseUnit.container;
import static io.outrider.docker.ReleaseUnit.project;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.DockerRegistry;
import io.outrider.testkit.TestImage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Engine and registry of their own, and a unit, for tests of whole releases. */
abstract class ReleasesOnEngine {
    static DockerDaemon daemon;
    static DockerRegistry registry;

    @TempDir
    private static Path files;

    @TempDir
    private Path data;

    ReleaseUnit unit;

    @BeforeAll
    static void start() {
        daemon = DockerDaemon.open();
        registry = DockerRegistry.withPassword(files);
        registry.push(TestImage.running("team/app:1"));
        registry.push(TestImage.running("team/app:2"));
        registry.push(TestImage.exiting("team/app:3", 7));
        registry.push(TestImage.running("team/side:1"));
    }

    @AfterAll
    static void stop() {
        registry.close();
        daemon.close();
    }

    @BeforeEach
    void clear() {
        daemon.clear();
    }

    @AfterEach
    void close() {
        if (unit != null) {
            unit.close();
        }
    }

    static Map<String, Object> app(int tag) {
        return project("fleet", "1.0." + tag, container("app", registry.host() + "/team/app:" + tag));
    }

    /** Registry of the desired document. */
    static Map<String, Object> own(String url) {
        return Map.of("name", "own", "url", url, "username", DockerRegistry.USER, "password", DockerRegistry.PASSWORD);
    }

    static Map<String, Object> document(List<Map<String, Object>> projects) {
        return Map.of("projects", projects, "registries", List.of(own(registry.url())), "whitelist", List.of());
    }

    void open(Map<String, ?> releases) throws Exception {
        unit = new ReleaseUnit(data, daemon.socket(), releases);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    final void desire(Map<String, Object>... projects) throws Exception {
        unit.apply(document(List.of(projects)));
    }

    /** Containers of the engine: state by name. */
    static Map<String, String> containers() {
        Map<String, String> all = new TreeMap<>();
        for (JsonNode each : daemon.call("GET", "/containers/json?all=1", "")) {
            all.put(
                    each.get("Names").get(0).asText().substring(1),
                    each.get("State").asText());
        }
        return all;
    }
}
