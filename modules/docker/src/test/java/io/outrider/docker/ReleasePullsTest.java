package io.outrider.docker;

import static io.outrider.docker.ReleaseUnit.container;
import static io.outrider.docker.ReleaseUnit.project;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.testkit.Await;
import io.outrider.testkit.RegistryProxy;
import io.outrider.testkit.TestImage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Pulls of releases on a real engine with a real registry: windows, bytes, moved tags. */
class ReleasePullsTest extends ReleasesOnEngine {
    @Test
    void theIdleUnitStaysAwakeForPullsAndForTheTimeOfTheChange() throws Exception {
        open(Map.of("pull", "idle", "pull_awake", 1200, "health_timeout", 3600));
        desire(app(1));
        Map<String, Long> minutes = new TreeMap<>();
        unit.meanwhile = () -> unit.context
                .inhibitors()
                .active(Inhibitors.Activity.SLEEP)
                .forEach(each -> minutes.merge(each.reason(), each.remaining().toMinutes(), Math::max));
        assertThat(unit.run(true).values()).containsOnlyNulls();
        assertThat(minutes).containsOnlyKeys("pull of fleet 1.0.1", "release fleet@1.0.1");
        assertThat(minutes.get("pull of fleet 1.0.1")).isEqualTo(19);
        assertThat(minutes.get("release fleet@1.0.1")).isBetween(89L, 90L);
    }

    @Test
    void aPullByNameHoldsNothingAwakeAsItsJobDoes() throws Exception {
        open(Map.of("pull", "idle"));
        desire(app(1));
        List<String> held = new ArrayList<>();
        unit.meanwhile = () ->
                unit.context.inhibitors().active(Inhibitors.Activity.SLEEP).forEach(each -> held.add(each.reason()));
        assertThat(unit.run(false).values()).containsOnlyNulls();
        assertThat(unit.progress).anyMatch(each -> each.contains(" bytes pull "));
        assertThat(held).isNotEmpty().containsOnly("release fleet@1.0.1");
    }

    @Test
    void aRunByNamePullsAndReportsBytes() throws Exception {
        open(Map.of("pull", "idle"));
        desire(app(1));
        Await.until(
                "it waits for its images",
                () -> unit.report("fleet").path("reason").asText().contains("idle"));
        assertThat(unit.call("docker.release", Map.of("test", true))
                        .get("fleet@1.0.1")
                        .toString())
                .contains("pull " + registry.host() + "/team/app:1", "start fleet-app-1.0.1");
        assertThat(unit.run(false).values()).containsOnlyNulls();
        assertThat(unit.progress).anyMatch(each -> each.matches("[1-9][0-9]*/[1-9][0-9]* bytes pull .*team/app:1"));
        JsonNode row = unit.call("docker.release", Map.of("follow", true)).get(0);
        assertThat(row.get("container").asText()).isEqualTo("fleet-app-1.0.1");
        assertThat(row.get("state").asText()).isEqualTo("running");
        assertThat(row.get("release").asText()).isEqualTo("applied");
        assertThat(row.get("running").asText()).isEqualTo(registry.host() + "/team/app:1");
        desire(app(2));
        row = unit.call("docker.release", Map.of()).get(0);
        assertThat(row.get("image").asText()).endsWith("/team/app:2");
        assertThat(row.get("running").asText()).as("that of the version before").endsWith("/team/app:1");
    }

    @Test
    void aRequiredTagThatMovedIsPulledAgain() throws Exception {
        registry.push(TestImage.running("team/base:1"));
        open(Map.of());
        Map<String, Object> app = new HashMap<>(container("app", registry.host() + "/team/app:1"));
        app.put("required_tags", List.of(registry.host() + "/team/base:1"));
        desire(project("fleet", "1", app));
        unit.await("fleet", "waiting");
        assertThat(unit.run(true).values()).containsOnlyNulls();
        assertThat(unit.changes(false)).isEmpty();
        registry.push(TestImage.running("team/base:1").withMarker("moved"));
        assertThat(unit.changes(true)).as("an idle unit does not ask").isEmpty();
        assertThat(unit.changes(false)).anyMatch(each -> each.endsWith("/team/base:1-present"));
        assertThat(unit.run(false).values()).containsOnlyNulls();
        assertThat(unit.changes(false)).isEmpty();
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
            Map<String, Object> side = project("side", "1", container("one", proxy.host() + "/team/slow:1"));
            unit.apply(Map.of(
                    "projects",
                    List.of(app(2), side),
                    "registries",
                    List.of(own("http://" + proxy.host())),
                    "whitelist",
                    List.of()));
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
            Map<String, Object> big = project("big", "1", container("one", proxy.host() + "/team/big:1"));
            unit.apply(Map.of(
                    "projects",
                    List.of(big),
                    "registries",
                    List.of(own("http://" + proxy.host())),
                    "whitelist",
                    List.of()));
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
