package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.DockerEngine;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.OwnerPolicy;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.TestImage;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Releases on the real engine. */
final class ReleaseOnEngineTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static DockerDaemon daemon;

    @TempDir
    Path folder;

    private final DockerEngine engine = new DockerEngine(
            List.of(daemon.socket().toString()), Ticker.system(), TimeoutFactor.scaled(Duration.ofSeconds(20)));
    private Path data;
    private ReleaseStore store;
    private ReleaseApplier applier;
    private Project one;
    private Map<String, String> before;

    @BeforeAll
    static void start() {
        daemon = DockerDaemon.open();
        daemon.load(
                TestImage.running("app:1"),
                TestImage.running("app:2"),
                TestImage.ignoringTerm("deaf:1"),
                TestImage.exiting("bad:1", 7),
                TestImage.healthy("well:1"),
                TestImage.unhealthy("sick:1"));
    }

    @AfterAll
    static void stop() {
        daemon.close();
    }

    @BeforeEach
    void releaseOneRuns() throws Exception {
        daemon.removeContainers();
        daemon.run("other", "app:1");
        data = Files.createDirectories(folder.resolve("data/app"));
        Files.writeString(data.resolve("file"), "old");
        restart();
        one = project("1", spec("main", "app:1"), spec("deaf", "deaf:1"));
        assertThat(change(one).failure()).isNull();
        before = snapshot();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private void restart() {
        settings(Duration.ofSeconds(1));
    }

    private void settings(Duration grace) {
        store = new ReleaseStore(folder.resolve("store"));
        ApplySettings settings = new ApplySettings(
                Duration.ofSeconds(1),
                TimeoutFactor.scaled(Duration.ofSeconds(10)),
                grace,
                TimeoutFactor.scaled(Duration.ofSeconds(30)),
                new OwnerPolicy(
                        true, true, List.of(Path.of("/")), Set.of(), false, false, List.of(folder.resolve("data"))));
        applier = new ReleaseApplier(
                engine,
                folder.resolve("journals"),
                store,
                new ProjectReports(Clock.systemUTC(), () -> {}),
                settings,
                Clock.systemUTC(),
                Ticker.system());
    }

    private static Project project(String version, ContainerSpec... containers) {
        return new Project("p", version, "h" + version, List.of(containers), List.of(), List.of());
    }

    private static ContainerSpec spec(String name, String image, Path... purge) {
        String[] parts = image.split(":");
        ObjectNode config = JSON.createObjectNode().put("Image", image);
        config.withObject("/HostConfig").put("NetworkMode", "none");
        config.withObject("/HostConfig/RestartPolicy").put("Name", "unless-stopped");
        config.withObject("/Labels").put(ReleaseLabels.OWNER, "p");
        ImageName reference = new ImageName("docker.io", "library/" + parts[0], parts[1], null);
        return new ContainerSpec(name, name, reference, List.of(), null, List.of(purge), config);
    }

    private RunResult change(Project project) throws InterruptedException {
        return applier.change(project, ModelUnitFixture.releases(project), StepListener.NONE);
    }

    private Map<String, String> snapshot() throws Exception {
        Map<String, String> all = new TreeMap<>();
        for (EngineContainer c : engine.containers()) {
            all.put(
                    c.name(),
                    c.id() + " " + c.state().status() + " " + c.restart().name() + " " + c.image());
        }
        all.put("data", Files.exists(data) ? Files.readString(data.resolve("file")) : "none");
        return all;
    }

    /** An engine that comes back does not start the other container, which has no restart policy. */
    private Map<String, String> snapshotOfProject() throws Exception {
        Map<String, String> all = snapshot();
        all.put("other", all.get("other").replace("exited", "running"));
        return all;
    }

    @Test
    void aReleaseIsAppliedOnceAndTheOtherContainerIsNotTouched() throws Exception {
        Project two = project("2", spec("main", "app:2", data), spec("well", "well:1"));
        assertThat(change(two).failure()).isNull();
        assertThat(snapshot())
                .containsOnlyKeys("main", "well", "other", "data")
                .containsEntry("other", before.get("other"))
                .containsEntry("data", "none");
        assertThat(engine.container("main").orElseThrow().image()).isEqualTo("app:2");
        assertThat(engine.container("well").orElseThrow().state().health()).isEqualTo("healthy");
        assertThat(change(two).steps()).isEmpty();
    }

    @Test
    void aContainerThatEndsIsReportedAndTheOldOnesRunInSeconds() throws Exception {
        Project two = project("2", spec("main", "app:2", data), spec("bad", "bad:1"));
        AtomicLong failed = new AtomicLong();
        RunResult result = applier.change(two, ModelUnitFixture.releases(two), new StepListener() {
            @Override
            public void ended(ReleaseStepResult step) {
                if (step.failure() != null) {
                    failed.set(System.nanoTime());
                }
            }
        });
        Duration back = Duration.ofNanos(System.nanoTime() - failed.get());
        assertThat(result.failure().code()).isIn("CONTAINER_RESTARTS", "CONTAINER_EXITED");
        assertThat(result.logs()).contains("out of bad:1", "fault of bad:1");
        assertThat(back).isLessThan(TimeoutFactor.scaled(Duration.ofSeconds(5)));
        assertThat(snapshot()).isEqualTo(before);
    }

    @Test
    void aContainerThatIsNotHealthyIsTakenBack() throws Exception {
        RunResult result = change(project("2", spec("main", "sick:1")));
        assertThat(result.failure().code()).isEqualTo("CONTAINER_UNHEALTHY");
        assertThat(result.failure()).hasMessageEndingWith("its last log lines are in the report");
        assertThat(result.logs()).last().isEqualTo("health check: not well");
        assertThat(snapshot()).isEqualTo(before);
    }

    @Test
    void theFailureOfAStartNamesTheContainerAndNotItsId() throws Exception {
        ContainerSpec camera = spec("camera", "app:2");
        camera.config()
                .withObject("/HostConfig")
                .withArrayProperty("Devices")
                .addObject()
                .put("PathOnHost", "/dev/no-such-camera")
                .put("PathInContainer", "/dev/video0")
                .put("CgroupPermissions", "rwm");
        RunResult result = change(project("2", spec("main", "app:2"), camera));
        assertThat(result.failure().code()).isEqualTo("START_FAILED");
        assertThat(result.failure())
                .hasMessageStartingWith("camera does not start: error gathering device information")
                .hasMessageContaining("/dev/no-such-camera");
        assertThat(result.failure().getMessage()).doesNotContainPattern("[0-9a-f]{64}");
        assertThat(snapshot()).isEqualTo(before);
    }

    @Test
    void anEngineThatIsKilledInTheProbationComesBackWithTheOldContainers() throws Exception {
        RunResult result = applier.change(
                project("2", spec("main", "app:2", data)), ModelUnitFixture.releases(), new StepListener() {
                    @Override
                    public void started(ReleaseStep step) {
                        if (step instanceof ReleaseStep.Prove) {
                            daemon.kill();
                        }
                    }

                    @Override
                    public void ended(ReleaseStepResult ended) {
                        if (ended.step() instanceof ReleaseStep.Prove) {
                            daemon.start();
                        }
                    }
                });
        assertThat(result.failure().code()).isEqualTo("ENGINE_ABSENT");
        assertThat(snapshotOfProject()).isEqualTo(before);
    }

    @Test
    void aPowerCutInTheMiddleOfTheSwitchIsTakenBackByTheNextStart() throws Exception {
        assertThatThrownBy(() -> applier.change(
                        project("2", spec("main", "app:2", data)), ModelUnitFixture.releases(), new StepListener() {
                            @Override
                            public void started(ReleaseStep step) {
                                if (step instanceof ReleaseStep.StartContainer) {
                                    daemon.powerCut();
                                    throw new AssertionError("power cut");
                                }
                            }
                        }))
                .hasMessage("power cut");
        assertThat(applier.recover()).isFalse();
        daemon.start();
        restart();
        assertThat(applier.recover()).isTrue();
        assertThat(snapshotOfProject()).isEqualTo(before);
        assertThat(store.applied().getOrDefault("p", "")).isEqualTo("h1");
    }

    @Test
    void aReleaseIsRolledBack() throws Exception {
        Project two = project("2", spec("main", "app:2"));
        change(two);
        assertThat(applier.rollBack(two, ModelUnitFixture.releases(two), StepListener.NONE)
                        .failure())
                .isNull();
        assertThat(engine.container("main").orElseThrow().image()).isEqualTo("app:1");
        assertThat(engine.container("deaf").orElseThrow().state().running()).isTrue();
    }

    @Test
    void aRollbackAfterATagHasMovedRunsTheImageThatRan() throws Exception {
        daemon.call("POST", "/images/app:2/tag?repo=moving&tag=latest", "");
        Project same = project("2", spec("main", "moving:latest"));
        assertThat(change(same).failure()).isNull();
        String ran = engine.container("main").orElseThrow().imageId();
        daemon.call("POST", "/images/app:1/tag?repo=moving&tag=latest", "");
        assertThat(change(same).failure()).isNull();
        assertThat(engine.container("main").orElseThrow().imageId()).isNotEqualTo(ran);
        assertThat(applier.rollBack(same, ModelUnitFixture.releases(same), StepListener.NONE)
                        .failure())
                .isNull();
        assertThat(engine.container("main").orElseThrow().imageId()).isEqualTo(ran);
    }

    @Test
    void containersThatIgnoreTheirSignalsAreStoppedAtOnce() throws Exception {
        ContainerSpec[] deaf = new ContainerSpec[3];
        for (int i = 0; i < deaf.length; i++) {
            deaf[i] = spec("deaf" + i, "deaf:1");
            deaf[i].config().put("StopTimeout", 3);
        }
        settings(null);
        assertThat(change(project("2", deaf)).failure()).isNull();
        RunResult result = change(project("3", spec("main", "app:1")));
        assertThat(result.failure()).isNull();
        List<ReleaseStepResult> stops = result.steps().stream()
                .filter(step -> step.step() instanceof ReleaseStep.StopContainer)
                .toList();
        assertThat(stops).hasSize(3).allMatch(step -> step.took().compareTo(Duration.ofSeconds(3)) >= 0);
        Instant first = stops.get(0).started();
        assertThat(stops)
                .allMatch(step -> Duration.between(first, step.started().plus(step.took()))
                                .compareTo(TimeoutFactor.scaled(Duration.ofMillis(5500)))
                        < 0);
    }
}
