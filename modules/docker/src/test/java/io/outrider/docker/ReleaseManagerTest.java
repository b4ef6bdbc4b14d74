package io.outrider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import io.outrider.docker.apply.ApplySettings;
import io.outrider.docker.apply.ProjectReports;
import io.outrider.docker.apply.ReleaseApplier;
import io.outrider.docker.apply.ReleasePhase;
import io.outrider.docker.apply.ReleaseStore;
import io.outrider.docker.apply.StepListener;
import io.outrider.docker.engine.ContainerState;
import io.outrider.docker.engine.Engine.EngineInfo;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.functions.StubEngine;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.World;
import io.outrider.docker.registry.ReleaseCheck;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.OwnerPolicy;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import io.outrider.docker.release.Releases.RefusedProject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Desired releases and what is known of them, without an engine. */
class ReleaseManagerTest {
    private static final ImageName APP = new ImageName("r.example.com", "team/app", "1", null);
    private static final ImageName BASE = new ImageName("r.example.com", "team/base", "1", null);

    @TempDir
    private Path data;

    private ReleaseManager manager;

    @BeforeEach
    void openWithoutEngine() {
        open(new StubEngine());
    }

    private void open(StubEngine engine) {
        manager = manager(data, engine);
    }

    static ReleaseManager manager(Path data, StubEngine engine) {
        Clock clock = Clock.systemUTC();
        ReleaseStore store = new ReleaseStore(data);
        ProjectReports reports = new ProjectReports(clock, () -> {});
        ApplySettings settings =
                new ApplySettings(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, OwnerPolicy.DEFAULT);
        return new ReleaseManager(
                new ReleaseApplier(engine, data, store, reports, settings, clock, Ticker.system()),
                store,
                reports,
                engine,
                new ReleaseCheck(data, Duration.ofSeconds(1), folder -> -1, Ticker.system()));
    }

    static Project project(String name, String version) {
        ContainerSpec app = new ContainerSpec(
                name + "-app", "app", APP, List.of(BASE), null, List.of(), ReleaseUnit.JSON.createObjectNode());
        return new Project(name, version, "hash-" + version, List.of(app), List.of(), List.of("before"));
    }

    static Releases releases(Project... projects) {
        Failure why = new Failure(DockerErrors.RELEASE_INVALID, "name is absent");
        return new Releases(List.of(), List.of(projects), List.of(new RefusedProject("bad", "1", "h", why)), Set.of());
    }

    @Test
    void beforeADocumentNothingIsDesiredAndNothingIsToBeRemoved() {
        assertThat(manager.releases()).isNull();
        assertThat(manager.known()).isSameAs(Releases.NONE);
        assertThat(manager.isNeeded(APP.reference())).isFalse();
        assertThat(manager.projects(manager.known())).isEmpty();
    }

    @Test
    void theProjectsOfADocumentAreReceivedOrRefused() {
        Project fleet = project("fleet", "1");
        manager.desire(releases(fleet));
        assertThat(manager.reports.isIn(fleet, ReleasePhase.RECEIVED)).isTrue();
        assertThat(manager.reports.isIn(fleet, ReleasePhase.FAILED)).isFalse();
        assertThat(manager.reports.projects())
                .extracting(each -> each.get("name") + " " + each.get("state"))
                .containsExactly("bad failed", "fleet received");
        manager.desire(releases(project("side", "1")));
        assertThat(manager.reports.projects())
                .extracting(each -> each.get("name"))
                .containsExactly("bad", "side");
    }

    @Test
    void theReportOfAProjectThatANewDocumentHasAsItWasStays() {
        Project fleet = project("fleet", "1");
        manager.desire(releases(fleet, project("side", "1")));
        manager.reports.phase(fleet, ReleasePhase.APPLIED, null);
        Map<String, Object> applied = manager.reports.projects().get(1);
        manager.desire(releases(project("fleet", "1"), project("side", "2")));
        assertThat(manager.reports.projects()).contains(applied);
        assertThat(manager.reports.isIn(project("side", "2"), ReleasePhase.RECEIVED))
                .isTrue();
        manager.reports.pulling(fleet, "app:1", 1, 2, null);
        manager.desire(releases(project("fleet", "1")));
        assertThat(manager.reports.isIn(fleet, ReleasePhase.RECEIVED))
                .as("its pull is given up")
                .isTrue();
        manager.desire(releases(project("fleet", "2")));
        assertThat(manager.reports.isIn(fleet, ReleasePhase.RECEIVED)).isTrue();
    }

    @Test
    void nothingIsKnownOfAProjectThatFailedAndLeftTheDocument() throws Exception {
        Files.writeString(data.resolve("fleet.project.json"), "{\"failed\":\"hash-1\",\"failures\":3}");
        Files.writeString(data.resolve("bad.project.json"), "{\"failed\":\"h\",\"failures\":1}");
        manager.desire(releases(project("fleet", "1")));
        assertThat(manager.store.suspension(project("fleet", "1"))).isPresent();
        manager.desire(releases(project("side", "1")));
        assertThat(data.resolve("fleet.project.json")).doesNotExist();
        assertThat(data.resolve("bad.project.json")).as("refused now").exists();
        assertThat(manager.store.suspension(project("fleet", "1"))).isEmpty();
    }

    @Test
    void theImagesOfAReleaseAndThoseThatTheyRequireAreNeeded() {
        manager.desire(releases(project("fleet", "1")));
        assertThat(manager.isNeeded("r.example.com/team/app:1")).isTrue();
        assertThat(manager.isNeeded("r.example.com/team/base:1")).isTrue();
        assertThat(manager.isNeeded("r.example.com/team/app:2")).isFalse();
    }

    @Test
    void aNewerDocumentEndsTheWorkForTheOneBefore() {
        Releases first = releases(project("fleet", "1"));
        manager.desire(first);
        assertThatCode(() -> manager.requireDesired(first)).doesNotThrowAnyException();
        manager.desire(releases(project("fleet", "1")));
        assertThatThrownBy(() -> manager.requireDesired(first))
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo("RELEASE_CHANGED"));
    }

    @Test
    void aWrongReleaseLetsNoRunOfPendingStatesAskTheRegistriesAgain() throws Exception {
        AtomicInteger checks = new AtomicInteger();
        open(new StubEngine() {
            @Override
            public EngineInfo info() {
                checks.incrementAndGet();
                return new EngineInfo("stub", "1", "linux", "amd64", "", "");
            }

            @Override
            public List<EngineContainer> containers() {
                return List.of();
            }

            @Override
            public List<EngineImage> images() {
                return List.of();
            }
        });
        ImageName absent = new ImageName("127.0.0.1:1", "team/app", "1", null);
        ContainerSpec app = new ContainerSpec(
                "app", "app", absent, List.of(), null, List.of(), ReleaseUnit.JSON.createObjectNode());
        Project fleet = new Project("fleet", "1", "hash-1", List.of(app), List.of(), List.of());
        Releases desired = new Releases(List.of(), List.of(fleet), List.of(), Set.of());
        manager.desire(desired);
        manager.checkOnce(desired);
        assertThat(manager.verdict(fleet).containers().get(0).errors()).isNotEmpty();
        manager.checkOnce(desired);
        assertThat(checks).hasValue(1);
        manager.check(desired);
        assertThat(checks).as("by name, or of the worker").hasValue(2);
    }

    @Test
    void anAbsentEngineFailsTheCheckAndIsNoRun() {
        Releases desired = releases(project("fleet", "1"));
        manager.desire(desired);
        assertThatThrownBy(() -> manager.check(desired)).hasMessageContaining("no engine answers");
        assertThat(manager.reports.isIn(desired.projects().get(0), ReleasePhase.RECEIVED))
                .isTrue();
        assertThat(manager.metrics()).extracting(Metric::value).containsOnly(0.0);
    }

    @Test
    void onlyAPlanThatPullsHasImagesToWaitFor() {
        ReleaseStep pull = new ReleaseStep.PullImage(APP, null, false);
        ReleaseStep remove = new ReleaseStep.RemoveImage("team/app:0", 1);
        Project fleet = project("fleet", "1");
        assertThat(new PlannedProject(fleet, new ReleasePlan(List.of(remove, pull), List.of(), List.of()), null)
                        .hasPull())
                .isTrue();
        assertThat(new PlannedProject(fleet, new ReleasePlan(List.of(remove), List.of(), List.of()), null).hasPull())
                .isFalse();
    }

    private static Project binding(String name, String port) throws Exception {
        var config = ReleaseUnit.JSON.createObjectNode();
        config.set("HostConfig", bound(port));
        ContainerSpec app = new ContainerSpec(name + "-new", "app", APP, List.of(), null, List.of(), config);
        return new Project(name, "2", "hash-2", List.of(app), List.of(), List.of());
    }

    private static JsonNode bound(String port) throws Exception {
        return ReleaseUnit.JSON.readTree("{\"PortBindings\":{\"80/tcp\":[{\"HostPort\":\"" + port + "\"}]}}");
    }

    static EngineContainer old(String project, String port) throws Exception {
        return new EngineContainer(
                "id-" + project,
                project + "-old",
                "app:1",
                "sha256:1",
                Map.of("io.outrider.project", project),
                new ContainerState("running", true, 0, null, 0, ""),
                RestartPolicy.NO,
                ReleaseUnit.JSON.createObjectNode(),
                bound(port));
    }

    private List<PlannedProject> plans(Releases desired, EngineContainer... containers) {
        World world = new World(List.of(containers), List.of(), Set.of(), Set.of(), Map.of(), Map.of());
        return manager.plans(desired.projects(), desired, world, verdict -> Optional.empty());
    }

    @Test
    void theProjectThatFreesAPortIsAppliedBeforeTheOneThatWantsIt() throws Exception {
        Releases desired = new Releases(
                List.of(),
                List.of(binding("a", "8081"), binding("b", "8082"), binding("c", "9000")),
                List.of(),
                Set.of());
        assertThat(plans(desired, old("a", "8080"), old("b", "8081"), old("c", "8082")))
                .allMatch(each -> each.failure() == null)
                .extracting(each -> each.project().name())
                .containsExactly("c", "b", "a");
    }

    @Test
    void portsThatTwoProjectsExchangeAreRefused() throws Exception {
        Releases desired = new Releases(
                List.of(),
                List.of(binding("a", "8081"), binding("b", "8080"), binding("c", "9000")),
                List.of(),
                Set.of());
        List<PlannedProject> plans = plans(desired, old("a", "8080"), old("b", "8081"));
        assertThat(plans).extracting(each -> each.project().name()).containsExactly("c", "a", "b");
        assertThat(plans.get(0).failure()).isNull();
        assertThat(plans.get(1).failure().code()).isEqualTo("PORT_IN_USE");
        assertThat(plans.get(2).texts().get(0))
                .startsWith("cannot be applied: port 8080/tcp")
                .contains("a-old")
                .endsWith("two projects cannot exchange ports in one document");
    }

    @Test
    void aProjectWhosePortIsNotFreedAfterAllIsRefusedBeforeItsChangeAndNotCounted() throws Exception {
        EngineContainer other = old("a", "8080");
        open(new StubEngine() {
            @Override
            public List<EngineContainer> containers() {
                return List.of(other);
            }

            @Override
            public List<EngineImage> images() {
                return List.of();
            }
        });
        Releases desired =
                new Releases(List.of(), List.of(binding("a", "8081"), binding("b", "8080")), List.of(), Set.of());
        manager.desire(desired);
        Project second = desired.projects().get(1);
        for (int i = 0; i < 5; i++) {
            assertThat(manager.change(second, desired, StepListener.NONE).failure())
                    .isNotNull()
                    .hasMessageStartingWith("port 8080/tcp")
                    .extracting(Failure::code)
                    .isEqualTo("PORT_IN_USE");
        }
        assertThat(manager.store.suspension(second)).isEmpty();
    }

    @Test
    void aPlanWithoutChangesHasNoPortInItsWay() throws Exception {
        Releases desired = new Releases(List.of(), List.of(), List.of(), Set.of());
        Project deleted = new Project("a", "", "", List.of(), List.of(), List.of());
        World world =
                new World(List.of(old("a", "1"), old("b", "1")), List.of(), Set.of(), Set.of(), Map.of(), Map.of());
        assertThat(manager.plans(List.of(deleted), desired, world, verdict -> Optional.empty())
                        .get(0)
                        .failure())
                .isNull();
    }

    @Test
    void imagesOfAppliedAndEarlierReleasesAreNeededAlsoIfTheProjectIsRefusedNow() throws Exception {
        Files.writeString(data.resolve("bad.project.json"), """
                {"applied":{"name":"bad","version":"2","version_hash":"h2","containers":[%s],"fallback":[],"initial":[]},
                "previous":{"name":"bad","version":"1","version_hash":"h1","containers":[%s],"fallback":[],"initial":[]},
                "failures":0}
                """.formatted(stored("2"), stored("1")));
        manager.desire(releases(project("fleet", "1")));
        assertThat(manager.isNeeded("r.example.com/team/bad:2")).isTrue();
        assertThat(manager.isNeeded("r.example.com/team/bad:1")).isTrue();
        assertThat(manager.isNeeded("r.example.com/team/bad:0")).isFalse();
    }

    private static String stored(String tag) {
        return """
                {"name":"bad-app","short_name":"app","image":{"host":"r.example.com","repository":"team/bad","tag":"%s"},\
                "required":[],"purge":[],"config":{}}""".formatted(tag);
    }

    @Test
    void aReleaseThatIsDesiredNoMoreIsNotApplied() {
        Releases older = releases(project("fleet", "1"));
        manager.desire(releases(project("fleet", "2")));
        assertThatThrownBy(() -> manager.change(older.projects().get(0), older, StepListener.NONE))
                .isInstanceOfSatisfying(Failure.class, e -> assertThat(e.code()).isEqualTo("RELEASE_CHANGED"));
    }
}
