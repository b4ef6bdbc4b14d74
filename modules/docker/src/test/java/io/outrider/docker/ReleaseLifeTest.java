package io.outrider.docker;

import static io.outrider.docker.ReleaseUnit.container;
import static io.outrider.docker.ReleaseUnit.project;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.testkit.Await;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.DockerRegistry;
import io.outrider.testkit.TestImage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Life of releases on a real engine with a real registry, from the document to the report. */
class ReleaseLifeTest {
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

    @Test
    void aReleaseIsCheckedPulledAppliedReplacedAndTakenBack() throws Exception {
        open(Map.of());
        desire(app(1));
        assertThat(unit.report("fleet").get("state").asText()).isIn("received", "checked", "pulling", "waiting");
        unit.await("fleet", "waiting");
        JsonNode check = unit.report("fleet").get("check");
        assertThat(check.get("bytes").asLong()).isPositive();
        assertThat(check.get("containers").get(0).get("platform_ok").asBoolean())
                .isTrue();
        assertThat(containers()).as("nothing runs before the vehicle is idle").isEmpty();

        Map<String, String> run = unit.run(true);
        assertThat(run.values()).containsOnlyNulls();
        assertThat(run)
                .containsKeys(
                        "docker_container_|-docker-project-fleet@1.0.1-container-fleet-app-1.0.1-running_|-fleet-app-1.0.1_|-running",
                        "test_|-docker-project-fleet@1.0.1-released_|-docker:fleet@1.0.1_|-succeed_without_changes");
        assertThat(containers()).containsExactly(Map.entry("fleet-app-1.0.1", "running"));
        assertThat(unit.report("fleet").get("state").asText()).isEqualTo("applied");
        assertThat(unit.context.events().tags())
                .containsSubsequence("system/release/pending", "system/release/updated");
        assertThat(unit.report("fleet").get("containers").get(0).get("digest").asText())
                .startsWith("sha256:");
        assertThat(unit.changes(false)).as("applied twice").isEmpty();
        assertThat(unit.context.inhibitors().active()).isEmpty();

        desire(app(3));
        unit.await("fleet", "waiting");
        Map<String, String> failed = unit.run(true);
        assertThat(failed.get(
                        "test_|-docker-project-fleet@1.0.3-released_|-docker:fleet@1.0.3_|-succeed_without_changes"))
                .isNotNull();
        assertThat(containers()).containsExactly(Map.entry("fleet-app-1.0.1", "running"));
        JsonNode error = unit.report("fleet").get("error");
        assertThat(error.get("code").asText()).isEqualTo("CONTAINER_EXITED");
        assertThat(error.get("logs").toString()).contains("fault of team/app:3");
        assertThat(error.get("restored").asBoolean()).isTrue();

        desire(app(2));
        unit.await("fleet", "waiting");
        assertThat(unit.run(true).values()).containsOnlyNulls();
        assertThat(containers()).containsExactly(Map.entry("fleet-app-1.0.2", "running"));

        assertThat(unit.call("docker.rollback", Map.of("project", "fleet"))).isNotEmpty();
        assertThat(containers()).containsExactly(Map.entry("fleet-app-1.0.1", "running"));
        assertThat(unit.changes(true)).as("taken back by hand").isEmpty();
        assertThat(unit.report("fleet").get("error").get("code").asText()).isEqualTo("ROLLED_BACK");
        assertThat(unit.report("fleet").get("version").asText()).isEqualTo("1.0.2");
        assertThat(unit.module.health().problems()).as("somebody wants it so").isEmpty();
        assertThat(unit.run(false).values()).containsOnlyNulls();
        assertThat(containers()).containsExactly(Map.entry("fleet-app-1.0.2", "running"));
    }

    @Test
    void theUnitStaysAwakeForTheTimeOfTheChangeAndNotForPulls() throws Exception {
        open(Map.of("pull", "idle", "health_timeout", 3600));
        desire(app(1));
        Map<String, Long> minutes = new TreeMap<>();
        unit.meanwhile = () -> minutes.put(
                unit.progress.get(unit.progress.size() - 1).contains(" bytes ") ? "pull" : "change",
                unit.context.inhibitors().active(Inhibitors.Activity.SLEEP).stream()
                        .mapToLong(each -> each.remaining().toMinutes())
                        .sum());
        assertThat(unit.run(true).values()).containsOnlyNulls();
        assertThat(minutes).containsEntry("pull", 0L).containsEntry("change", 89L);
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
    void aProjectThatIsDeletedIsRemovedAndAForeignContainerStays() throws Exception {
        daemon.load(TestImage.running("local:1"));
        daemon.run("foreign", "local:1");
        open(Map.of());
        Map<String, Object> side = project("side", "1", container("one", registry.host() + "/team/side:1"));
        desire(app(1), side);
        unit.await("fleet", "waiting");
        unit.await("side", "waiting");
        assertThat(unit.run(true).values()).containsOnlyNulls();
        assertThat(containers()).containsOnlyKeys("fleet-app-1.0.1", "foreign", "side-one-1");
        desire(app(1));
        assertThat(unit.run(true).values()).containsOnlyNulls();
        assertThat(containers()).containsOnlyKeys("fleet-app-1.0.1", "foreign");
        assertThat(unit.report("side")).isEmpty();
    }

    @Test
    void unknownContainersAreRemovedIfTheOwnerWantsIt() throws Exception {
        daemon.load(TestImage.running("local:1"));
        daemon.run("foreign", "local:1");
        open(Map.of("remove_unknown", true));
        desire(project("local", "1", container("app", "local:1")));
        unit.await("local", "waiting");
        assertThat(unit.run(true).values()).containsOnlyNulls();
        assertThat(containers()).as("in the same run").containsOnlyKeys("local-app-1");
        daemon.run("foreign", "local:1");
        desire(project("local", "2", container("app", "local:1")));
        unit.await("local", "waiting");
        Map<String, String> run = unit.run(true);
        assertThat(run.values()).containsOnlyNulls();
        assertThat(run.keySet())
                .filteredOn(each -> each.contains("docker-unknown"))
                .hasSize(1);
        assertThat(containers()).containsOnlyKeys("local-app-2");
    }

    @Test
    void unknownContainersStayWhileAReleaseFailsOrWaits() throws Exception {
        daemon.load(TestImage.running("local:1"), TestImage.exiting("bad:1", 3));
        daemon.run("foreign", "local:1");
        open(Map.of("remove_unknown", true, "pull_bytes_per_day", 1));
        desire(project("local", "1", container("app", "local:1")), project("bad", "1", container("app", "bad:1")));
        unit.await("bad", "waiting");
        assertThat(unit.run(true))
                .containsEntry(
                        "docker_container_|-docker-unknown-container-foreign-absent_|-foreign_|-absent",
                        "requisite failed");
        assertThat(containers()).containsOnlyKeys("local-app-1", "foreign");
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

    @Test
    void noContainerOfAReleaseIsStoppedByHandWhileARunChangesIt() throws Exception {
        daemon.load(TestImage.running("local:1"));
        daemon.run("foreign", "local:1");
        open(Map.of());
        desire(app(1));
        unit.await("fleet", "waiting");
        assertThat(unit.run(true).values()).containsOnlyNulls();
        desire(app(2));
        unit.await("fleet", "waiting");
        Set<String> results = new TreeSet<>();
        unit.meanwhile = () -> {
            results.add(stop("fleet-app-1.0.1"));
            results.add("foreign " + stop("foreign"));
        };
        assertThat(unit.run(true).values()).containsOnlyNulls();
        assertThat(results).contains("RELEASE_BUSY", "foreign stopped").hasSizeBetween(2, 4);
        unit.meanwhile = () -> {};
        assertThat(stop("fleet-app-1.0.2")).as("after the run").isEqualTo("stopped");
    }

    /** Stops a container by hand: its state then, or the code of the failure. */
    private String stop(String name) {
        try {
            return unit.call("docker.stop", Map.of("name", name, "timeout", 1))
                    .at("/state/new")
                    .asText();
        } catch (Failure e) {
            return e.code();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aVehicleThatStartsStopsARunOfAllPendingStates() throws Exception {
        open(Map.of());
        desire(app(1));
        unit.await("fleet", "waiting");
        var steps = unit.module.states().get(0).plan().pending();
        var inUse = unit.context
                .inhibitors()
                .inhibit("power", Inhibitors.Activity.MAINTENANCE, "the vehicle is in use", Duration.ofHours(1));
        assertThatThrownBy(() -> steps.get(0).apply(unit.call())).hasMessageContaining("vehicle is in use");
        assertThat(unit.run(true).values())
                .as("also one that begins then")
                .contains("VEHICLE_STARTED: the vehicle is in use; the release is applied when it is idle again");
        assertThat(containers()).isEmpty();
        assertThat(unit.run(false).values()).as("by name").containsOnlyNulls();
        inUse.close();
    }

    @Test
    void aReleaseThatWasReplacedMeanwhileIsNotApplied() throws Exception {
        open(Map.of());
        desire(app(1));
        unit.await("fleet", "waiting");
        var steps = unit.module.states().get(0).plan().steps();
        desire(app(2));
        assertThatThrownBy(() -> steps.get(0).apply(unit.call())).hasMessageContaining("newer desired document");
        assertThat(containers()).isEmpty();
    }

    @Test
    void aWrongTagIsReportedAndTheOtherProjectIsApplied() throws Exception {
        open(Map.of());
        desire(app(9), project("side", "1", container("one", registry.host() + "/team/side:1")));
        unit.await("fleet", "failed");
        assertThat(unit.report("fleet").get("error").get("code").asText()).isEqualTo("IMAGE_NOT_FOUND");
        unit.await("side", "waiting");
        Map<String, String> run = unit.run(true);
        assertThat(run.get("test_|-docker-project-side@1-released_|-docker:side@1_|-succeed_without_changes"))
                .isNull();
        assertThat(containers()).containsOnlyKeys("side-one-1");
    }

    @Test
    void aUnitLogsInAndAWrongPasswordIsReportedWithoutIt() throws Exception {
        open(Map.of());
        Map<String, Object> wrong =
                Map.of("name", "own", "url", registry.url(), "username", "unit", "password", "battery staple");
        unit.apply(Map.of("projects", List.of(app(1)), "registries", List.of(wrong), "whitelist", List.of()));
        unit.await("fleet", "failed");
        String report =
                ReleaseUnit.JSON.writeValueAsString(unit.context.desiredPart().report());
        assertThat(report).contains("REGISTRY_LOGIN").doesNotContain("battery staple");
        desire(app(1));
        unit.await("fleet", "waiting");
        assertThat(ReleaseUnit.JSON
                        .valueToTree(unit.context.desiredPart().report())
                        .get("registries")
                        .get(0)
                        .get("state")
                        .asText())
                .isEqualTo("logged_in");
    }
}
