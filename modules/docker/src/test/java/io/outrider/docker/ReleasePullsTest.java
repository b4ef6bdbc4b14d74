package io.outrider.docker;

import static io.outrider.docker.ReleaseUnit.container;
import static io.outrider.docker.ReleaseUnit.project;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.testkit.Await;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.DockerRegistry;
import io.outrider.testkit.RegistryProxy;
import io.outrider.testkit.TestImage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pulls that last, and changes of several projects, on a real engine with a real registry. */
class ReleasePullsTest {
    private static DockerDaemon daemon;
    private static DockerRegistry registry;

    @TempDir
    private static Path files;

    @TempDir
    private Path data;

    private ReleaseUnit unit;

    @BeforeAll
    static void start() {
        daemon = DockerDaemon.open();
        registry = DockerRegistry.withPassword(files);
        registry.push(TestImage.running("team/app:1"));
        registry.push(TestImage.running("team/app:2"));
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

    private static Map<String, Object> app(int tag) {
        return project("fleet", "1.0." + tag, container("app", registry.host() + "/team/app:" + tag));
    }

    private static Map<String, Object> document(List<Map<String, Object>> projects) {
        Map<String, Object> registries = Map.of(
                "name",
                "own",
                "url",
                registry.url(),
                "username",
                DockerRegistry.USER,
                "password",
                DockerRegistry.PASSWORD);
        return Map.of("projects", projects, "registries", List.of(registries), "whitelist", List.of());
    }

    private void open(Map<String, ?> releases) throws Exception {
        unit = new ReleaseUnit(data, daemon.socket(), releases);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private void desire(Map<String, Object>... projects) throws Exception {
        unit.apply(document(List.of(projects)));
    }

    /** Containers of the engine: state by name. */
    private static Map<String, String> containers() {
        Map<String, String> all = new TreeMap<>();
        for (JsonNode each : daemon.call("GET", "/containers/json?all=1", "")) {
            all.put(
                    each.get("Names").get(0).asText().substring(1),
                    each.get("State").asText());
        }
        return all;
    }

    private static Map<String, Object> named(String name, int tag) {
        Map<String, Object> container = new HashMap<>(container("app", "local:" + tag));
        container.put("fully_qualified_name", name);
        return container;
    }

    @Test
    void aNameThatMovesToAnotherProjectMovesInOneRun() throws Exception {
        daemon.load(TestImage.running("local:1"), TestImage.running("local:2"));
        open(Map.of());
        desire(project("b", "1", named("shared", 1)));
        unit.await("b", "waiting");
        assertThat(unit.run(true).values()).containsOnlyNulls();
        desire(project("a", "1", named("shared", 2)), project("b", "2", named("other", 1)));
        unit.await("a", "waiting");
        unit.await("b", "waiting");
        assertThat(unit.run(true).values()).containsOnlyNulls();
        assertThat(containers()).containsOnlyKeys("shared", "other");
        assertThat(unit.report("a").get("state").asText()).isEqualTo("applied");

        desire(project("a", "2", named("other", 2)), project("b", "3", named("shared", 1)));
        unit.await("a", "failed");
        assertThat(unit.report("a").get("error").get("message").asText()).contains("cannot exchange names");
        assertThat(unit.run(true).values()).isNotEmpty().doesNotContainNull();
        assertThat(containers()).containsOnly(Map.entry("shared", "running"), Map.entry("other", "running"));
    }

    private static boolean pulling() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("engine-pull"));
    }

    @Test
    void aRollbackByHandDoesNotWaitForAPullThatStalls() throws Exception {
        open(Map.of());
        desire(app(1));
        unit.await("fleet", "waiting");
        assertThat(unit.run(true).values()).containsOnlyNulls();
        desire(app(2));
        unit.await("fleet", "waiting");
        assertThat(unit.run(true).values()).containsOnlyNulls();
        try (RegistryProxy proxy = new RegistryProxy(registry)) {
            registry.push(TestImage.running("team/slow:1").withLayers(2_000_000));
            proxy.bytesPerSecond(40_000);
            Map<String, Object> own = Map.of(
                    "name",
                    "own",
                    "url",
                    "http://" + proxy.host(),
                    "username",
                    DockerRegistry.USER,
                    "password",
                    DockerRegistry.PASSWORD);
            Map<String, Object> side = project("side", "1", container("one", proxy.host() + "/team/slow:1"));
            unit.apply(Map.of("projects", List.of(app(2), side), "registries", List.of(own), "whitelist", List.of()));
            unit.await("side", "pulling");
            Thread run = new Thread(() -> {
                try {
                    unit.run(false);
                } catch (Failure | InterruptedException e) {
                    // the unit is closed
                }
            });
            run.start();
            Await.until("the run of the state pulls too", () -> !unit.progress.isEmpty());
            assertThat(unit.call("docker.rollback", Map.of("project", "fleet"))).isNotEmpty();
            assertThat(containers()).containsEntry("fleet-app-1.0.1", "running");
            assertThat(unit.report("side").get("state").asText()).isEqualTo("pulling");
            run.interrupt();
            run.join();
            unit.context.runTasks();
            assertThat(pulling()).as("a release needs it").isTrue();
            desire(app(2));
            Await.until("the pull that no release needs is cancelled", () -> {
                unit.context.runTasks();
                return !pulling();
            });
        }
    }

    @Test
    void aPullEndsWithItsWindowAndItsBytesCount() throws Exception {
        try (RegistryProxy proxy = new RegistryProxy(registry)) {
            registry.push(TestImage.running("team/big:1").withLayers(4_000_000));
            proxy.bytesPerSecond(1_000_000);
            open(Map.of("pull", "idle"));
            Map<String, Object> own = Map.of(
                    "name",
                    "own",
                    "url",
                    "http://" + proxy.host(),
                    "username",
                    DockerRegistry.USER,
                    "password",
                    DockerRegistry.PASSWORD);
            Map<String, Object> big = project("big", "1", container("one", proxy.host() + "/team/big:1"));
            unit.apply(Map.of("projects", List.of(big), "registries", List.of(own), "whitelist", List.of()));
            unit.await("big", "waiting");
            List<Inhibitors.Handle> held = new ArrayList<>();
            unit.meanwhile = () -> {
                if (held.isEmpty()) {
                    held.add(unit.context
                            .inhibitors()
                            .inhibit(
                                    "power",
                                    Inhibitors.Activity.MAINTENANCE,
                                    "the vehicle is in use",
                                    Duration.ofHours(1)));
                }
            };
            assertThat(unit.run(true).values()).anyMatch(each -> each != null && each.startsWith("VEHICLE_STARTED"));
            assertThat(unit.report("big").get("state").asText()).isEqualTo("waiting");
            unit.context.runTasks();
            held.get(0).close();
            unit.meanwhile = () -> {};
            assertThat(unit.run(true).values()).as("it was a short wake").containsOnlyNulls();
            assertThat(proxy.requests())
                    .filteredOn(each -> each.startsWith("GET /v2/team/big/manifests/1"))
                    .hasSizeLessThan(2);
        }
    }
}
