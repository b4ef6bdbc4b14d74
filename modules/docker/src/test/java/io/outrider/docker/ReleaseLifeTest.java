package io.outrider.docker;

import static io.outrider.docker.ReleaseUnit.container;
import static io.outrider.docker.ReleaseUnit.project;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.testkit.TestImage;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Life of releases on a real engine with a real registry, from the document to the report. */
class ReleaseLifeTest extends ReleasesOnEngine {
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

        unit.progress.clear();
        int steps = unit.call("docker.rollback", Map.of("project", "fleet")).size();
        assertThat(unit.progress).hasSize(steps);
        assertThat(unit.progress.get(steps - 1)).startsWith((steps - 1) + "/" + steps + " steps ");
        assertThat(containers()).containsExactly(Map.entry("fleet-app-1.0.1", "running"));
        assertThat(unit.changes(true)).as("rolled back").isEmpty();
        assertThat(unit.call("docker.rollback", Map.of("project", "fleet")))
                .as("a second time")
                .hasToString("[\"there is nothing to do: the containers of fleet are those from before\"]");
        assertThat(unit.report("fleet").get("error").get("code").asText()).isEqualTo("ROLLED_BACK");
        assertThat(unit.report("fleet").get("version").asText()).isEqualTo("1.0.2");
        JsonNode row = unit.call("docker.release", Map.of()).get(0);
        assertThat(row.get("code").asText()).isEqualTo("ROLLED_BACK");
        assertThat(row.get("state").asText()).isEqualTo("absent");
        assertThat(row.get("running").asText()).endsWith("/team/app:1");
        assertThat(unit.module.health().problems()).as("somebody wants it so").isEmpty();
        assertThat(unit.run(false).values()).containsOnlyNulls();
        assertThat(containers()).containsExactly(Map.entry("fleet-app-1.0.2", "running"));
    }

    @Test
    void noUnsignedDocumentRemovesAProjectOnceSignaturesAreRequired() throws Exception {
        open(Map.of());
        desire(app(1));
        assertThat(unit.run(false).values()).containsOnlyNulls();
        unit.close();
        open(Map.of("require_signature", true));
        desire();
        assertThat(unit.changes(false)).isEmpty();
        desire(app(2));
        assertThat(unit.run(false).toString()).contains("SIGNATURE_MISSING");
        assertThat(containers()).containsOnly(Map.entry("fleet-app-1.0.1", "running"));
        unit.close();
        open(Map.of());
        desire();
        assertThat(unit.run(false).values()).containsOnlyNulls();
        assertThat(containers()).isEmpty();
    }

    @Test
    void aReloadInTheMiddleOfAChangeTakesItBackAndTheReleaseWaits() throws Exception {
        open(Map.of("probation", 3600));
        desire(app(1));
        unit.await("fleet", "waiting");
        AtomicReference<Exception> end = new AtomicReference<>();
        Thread run = new Thread(() -> {
            try {
                unit.run(true);
            } catch (Failure | InterruptedException e) {
                end.set(e);
            }
        });
        run.start();
        unit.await("fleet", "probation");
        unit.close();
        assertThat(containers()).as("taken back before the engine is closed").isEmpty();
        assertThat(unit.report("fleet").get("state").asText()).isEqualTo("waiting");
        run.join();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> unit.run(true)).as("a job that goes on").isInstanceOf(Exception.class);
        open(Map.of());
        desire(app(1));
        unit.await("fleet", "waiting");
        assertThat(unit.run(true).values()).containsOnlyNulls();
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
        assertThat(unit.report("side").get("state").asText()).isEqualTo("waiting");
        assertThat(unit.report("side").get("reason").asText()).contains("are removed");
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
                .contains("VEHICLE_STARTED: the vehicle is in use; the release is applied when the unit is idle again");
        assertThat(containers()).isEmpty();
        assertThat(unit.run(false).values()).as("by name").containsOnlyNulls();
        inUse.close();
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
