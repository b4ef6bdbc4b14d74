package io.outrider.docker;

import static io.outrider.docker.ReleaseUnit.container;
import static io.outrider.docker.ReleaseUnit.project;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.api.Metric;
import io.outrider.testkit.Await;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.TestImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work in the background on a real engine: its absence, cut runs, documents of all kinds. */
class ReleaseWorkerTest {
    private static DockerDaemon daemon;

    @TempDir
    private Path data;

    @BeforeAll
    static void start() {
        daemon = DockerDaemon.open();
    }

    @AfterAll
    static void stop() {
        daemon.close();
    }

    @BeforeEach
    void clear() {
        daemon.clear();
        daemon.load(TestImage.running("app:1"), TestImage.running("app:2"));
    }

    private ReleaseUnit open(Map<String, ?> releases) throws Failure {
        return new ReleaseUnit(data, daemon.socket(), releases);
    }

    private static Map<String, Object> app(int tag, Object... parameters) {
        return project("fleet", "" + tag, container("app", "app:" + tag, parameters));
    }

    private static double metric(ReleaseUnit unit, String name) {
        return unit.module.health().metrics().stream()
                .filter(each -> each.name().equals(name))
                .mapToDouble(Metric::value)
                .sum();
    }

    @Test
    void anEngineThatIsNotThereIsAProblemUntilItAnswers() throws Exception {
        daemon.stop();
        try (ReleaseUnit unit = open(Map.of())) {
            unit.desire(app(1));
            Await.until(
                    "it is a problem", () -> !unit.module.health().problems().isEmpty());
            assertThat(unit.module.health().facts()).containsEntry("engine", "absent");
            assertThat(metric(unit, "docker_engine_up")).isZero();
            assertThatThrownBy(() -> unit.run(false))
                    .isInstanceOfSatisfying(
                            Failure.class, e -> assertThat(e.code()).isEqualTo("ENGINE_ABSENT"));
            unit.await("fleet", "failed");
            assertThat(unit.report("fleet").get("error").get("code").asText()).isEqualTo("ENGINE_ABSENT");
            daemon.start();
            unit.await("fleet", "waiting");
            unit.desire(app(2));
            unit.await("fleet", "waiting");
            Await.until(
                    "it is none any more", () -> unit.module.health().problems().isEmpty());
            assertThat(metric(unit, "docker_engine_up")).isEqualTo(1);
            assertThat(unit.run(true).values()).containsOnlyNulls();
            assertThat(metric(unit, "docker_runs_total")).isEqualTo(1);
        } finally {
            if (!Files.exists(daemon.socket())) {
                daemon.start();
            }
        }
    }

    @Test
    void whatIsAppliedIsKnownAfterARestart() throws Exception {
        try (ReleaseUnit unit = open(Map.of())) {
            unit.desire(app(1));
            unit.await("fleet", "waiting");
            assertThat(unit.run(true).values()).containsOnlyNulls();
        }
        try (ReleaseUnit unit = open(Map.of())) {
            assertThat(unit.changes(false)).as("before a document").isEmpty();
            unit.desire(app(1));
            unit.await("fleet", "applied");
            assertThat(unit.changes(true)).isEmpty();
            unit.apply(ReleaseUnit.document(List.of()));
            assertThat(unit.run(true).values()).containsOnlyNulls();
            assertThat(daemon.call("GET", "/containers/json?all=1", "")).isEmpty();
        }
    }

    @Test
    void aDocumentWithoutProjectsChangesNothing() throws Exception {
        try (ReleaseUnit unit = open(Map.of())) {
            unit.desire(app(1));
            unit.await("fleet", "waiting");
            assertThat(unit.run(true).values()).containsOnlyNulls();
            unit.apply(Map.of("registries", List.of()));
            assertThat(unit.changes(true)).isEmpty();
            assertThat(daemon.call("GET", "/containers/json", "")).hasSize(1);
        }
    }

    @Test
    void aReleaseThatFailsAgainAndAgainIsOnlyTriedByName() throws Exception {
        daemon.load(TestImage.exiting("bad:1", 3));
        try (ReleaseUnit unit = open(Map.of())) {
            unit.desire(project("fleet", "1", container("app", "bad:1")));
            unit.await("fleet", "waiting");
            for (int i = 0; i < 3; i++) {
                assertThat(unit.run(true).values()).anyMatch(each -> each != null);
                assertThat(unit.report("fleet").get("state").asText()).isEqualTo("failed");
            }
            assertThat(unit.changes(true)).isEmpty();
            assertThat(unit.run(false).values()).anyMatch(each -> each != null);
            assertThat(metric(unit, "docker_runs_failed_total")).isEqualTo(4);
            assertThat(unit.module.health().problems()).anyMatch(each -> each.startsWith("release fleet@1: "));
        }
    }

    @Test
    void aRefusedProjectIsReportedAndDoesNotHoldUpTheOther() throws Exception {
        try (ReleaseUnit unit = open(Map.of("allow_privileged", false))) {
            unit.desire(app(1), project("rude", "1", container("x", "app:2", "privileged", true)));
            unit.await("fleet", "waiting");
            assertThat(unit.report("rude").get("error").get("code").asText()).isEqualTo("POLICY_FORBIDS");
            assertThat(unit.run(true).values()).containsOnlyNulls();
            assertThat(unit.run(false)
                            .get("test_|-docker-project-rude@1-released_|-docker:rude@1_|-succeed_without_changes"))
                    .startsWith("POLICY_FORBIDS: ");
        }
    }

    @Test
    void ofTwoProjectsOfOneNameNoneIsAppliedAndWhatRunsStays() throws Exception {
        try (ReleaseUnit unit = open(Map.of())) {
            unit.desire(app(1));
            unit.await("fleet", "waiting");
            assertThat(unit.run(true).values()).containsOnlyNulls();
            unit.desire(app(1), app(2));
            unit.await("fleet", "failed");
            assertThat(unit.report("fleet").get("error").get("code").asText()).isEqualTo("RELEASE_CLASH");
            assertThat(unit.run(true)).isEmpty();
            assertThat(state("fleet-app-1")).isEqualTo("running");
        }
    }

    @Test
    void hostileDocumentsAreRefusedOrReportedAndHarmNothing() throws Exception {
        try (ReleaseUnit unit = open(Map.of())) {
            for (Object projects : List.of("x", 7, Map.of("name", "x"), Map.of())) {
                assertThatThrownBy(() -> unit.apply(Map.of("projects", projects)))
                        .isInstanceOf(Failure.class);
            }
            unit.apply(Map.of("projects", List.of("x", 7, List.of(), Map.of(), Map.of("name", List.of(1)))));
            assertThat(unit.context.desiredPart().report().get("projects").toString())
                    .contains("RELEASE_INVALID");
            assertThat(unit.run(true)).isEmpty();
            assertThat(unit.run(false).values()).doesNotContainNull();
            unit.desire(app(1));
            unit.await("fleet", "waiting");
        }
    }

    @Test
    void followingEndsWhenNothingIsGoingOn() throws Exception {
        try (ReleaseUnit unit = open(Map.of())) {
            unit.desire(app(1));
            assertThat(unit.call("docker.release", Map.of("follow", true))
                            .get(0)
                            .get("release")
                            .asText())
                    .isIn("checked", "waiting");
            assertThatThrownBy(() -> unit.call("docker.rollback", Map.of("project", "flet")))
                    .hasMessage("project: there is no such project; there are: fleet");
            assertThatThrownBy(() -> unit.call("docker.rollback", Map.of("project", "fleet")))
                    .isInstanceOfSatisfying(
                            Failure.class, e -> assertThat(e.code()).isEqualTo("NO_WAY_BACK"));
        }
    }

    @Test
    void followingEndsWhileTheEngineIsAbsent() throws Exception {
        daemon.stop();
        try (ReleaseUnit unit = open(Map.of())) {
            unit.desire(app(1));
            Await.until(
                    "it is a problem", () -> !unit.module.health().problems().isEmpty());
            assertThat(unit.report("fleet").get("state").asText()).isEqualTo("received");
            assertThatThrownBy(() -> unit.call("docker.release", Map.of("follow", true)))
                    .isInstanceOfSatisfying(
                            Failure.class, e -> assertThat(e.code()).isEqualTo("ENGINE_ABSENT"));
        } finally {
            daemon.start();
        }
    }

    @Test
    void aReleaseThatNeedsTheLocalApiIsRefusedWithoutIt() throws Exception {
        try (ReleaseUnit unit = open(Map.of())) {
            unit.context.withLocalApi(null);
            unit.desire(app(1, "local_api", true));
            unit.await("fleet", "failed");
            assertThat(unit.report("fleet").get("error").get("message").asText())
                    .contains("needs a local API that is switched on");
            unit.context.withLocalApi("http://127.0.0.1:9000");
            unit.desire(app(2, "local_api", true));
            unit.await("fleet", "waiting");
        }
    }

    @Test
    void aLinkOutOfBindBelowIsReportedAndNothingIsCreated() throws Exception {
        Path root = Files.createDirectories(data.resolve("root"));
        try (ReleaseUnit unit = open(Map.of("bind_below", List.of(root.toString())))) {
            unit.desire(app(1, "volumes", List.of(root.resolve("link") + ":/x")));
            unit.await("fleet", "waiting");
            Files.createSymbolicLink(root.resolve("link"), Path.of("/"));
            assertThat(unit.run(true).values()).anyMatch(each -> each != null && each.startsWith("POLICY_FORBIDS: "));
            assertThat(daemon.call("GET", "/containers/json?all=1", "")).isEmpty();
        }
    }

    private static String state(String name) {
        return daemon.call("GET", "/containers/" + name + "/json", "")
                .at("/State/Status")
                .asText();
    }

    @Test
    void whatAKilledEngineLeavesStoppedIsStartedAgainButNotWhatSomebodyStopped() throws Exception {
        try (ReleaseUnit unit = open(Map.of())) {
            unit.desire(project(
                    "fleet",
                    "1",
                    container("app", "app:1", "restart_policy", "unless-stopped"),
                    container("stopped", "app:2", "restart_policy", "unless-stopped")));
            unit.await("fleet", "waiting");
            assertThat(unit.run(true).values()).containsOnlyNulls();
            daemon.call("POST", "/containers/fleet-stopped-1/stop?t=0", "");
            Await.until(
                    "the events are followed",
                    () -> unit.context.events().tags().contains("system/docker/container/fleet-stopped-1/stop"));
            Await.until("a moment has passed", () -> sinceEnd("fleet-stopped-1") > 2_000);
            daemon.kill();
            daemon.start();
            Await.until("it runs again", () -> state("fleet-app-1").equals("running"));
            assertThat(state("fleet-stopped-1")).isEqualTo("exited");
        }
    }

    private static long sinceEnd(String name) {
        String end = daemon.call("GET", "/containers/" + name + "/json", "")
                .at("/State/FinishedAt")
                .asText();
        return Duration.between(Instant.parse(end), Instant.now()).toMillis();
    }
}
