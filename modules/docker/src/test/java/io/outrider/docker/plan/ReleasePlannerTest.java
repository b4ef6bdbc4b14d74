package io.outrider.docker.plan;

import static io.outrider.docker.plan.PlanFixtures.container;
import static io.outrider.docker.plan.PlanFixtures.image;
import static io.outrider.docker.plan.PlanFixtures.project;
import static io.outrider.docker.plan.PlanFixtures.releases;
import static io.outrider.docker.plan.PlanFixtures.spec;
import static io.outrider.docker.plan.PlanFixtures.texts;
import static io.outrider.docker.plan.PlanFixtures.with;
import static io.outrider.docker.plan.PlanFixtures.withDigests;
import static io.outrider.docker.plan.PlanFixtures.withFolders;
import static io.outrider.docker.plan.PlanFixtures.withOwned;
import static io.outrider.docker.plan.PlanFixtures.world;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleaseStep.PullImage;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Registry;
import io.outrider.docker.release.Releases;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleasePlannerTest {
    private static final ImageName APP_1 = image("app", "1");
    private static final ImageName APP_2 = image("app", "2");
    private static final EngineImage IMAGE_1 = image(APP_1, "one");
    private static final EngineImage IMAGE_2 = image(APP_2, "two");
    private static final Path DATA = Path.of("/d/data");

    private final ContainerSpec old = spec("app-1", APP_1, "{'RestartPolicy':{'Name':'always'}}");
    private final ContainerSpec fresh = spec("app-2", APP_2, "{}");
    private final EngineContainer running = container("c1", old, IMAGE_1, "running");

    private static ReleasePlan plan(Project project, World world) throws Failure {
        return new ReleasePlanner(releases(project), List.of()).plan(project, world);
    }

    private static List<String> change(Project project, World world) throws Failure {
        return texts(plan(project, world).change());
    }

    @Test
    void aNewVersionIsCreatedBeforeTheOldOneStopsAndTheOldOneIsRemovedAfterTheCommit() throws Failure {
        ReleasePlan plan = plan(project("2", fresh), world(List.of(running), List.of(IMAGE_1, IMAGE_2), Map.of()));
        assertThat(plan.prepare()).isEmpty();
        assertThat(texts(plan.change()))
                .containsExactly(
                        "create app-2 from r.example.com/app:2",
                        "stop app-1 and keep it for the way back",
                        "start app-2",
                        "watch that these keep running: app-2");
        assertThat(texts(plan.finish())).containsExactly("note p@2 as applied", "remove container app-1");
    }

    @Test
    void aContainerThatKeepsItsNameIsRenamedFirst() throws Failure {
        ContainerSpec changed = spec("app-1", APP_1, "{'Privileged':true}");
        EngineContainer other = with(running, "app-1-outrider-old", Map.of());
        World world = world(List.of(running, other), List.of(IMAGE_1), Map.of());
        assertThat(change(project("2", changed), world))
                .startsWith("rename app-1 to app-1-outrider-old-2", "create app-1 from r.example.com/app:1");
    }

    @Test
    void whatRunsAsItShouldIsOnlyNotedAndOnlyOnce() throws Failure {
        World world = world(List.of(running), List.of(IMAGE_1), Map.of("p", "hash-1"));
        ReleasePlan plan = plan(project("2", old), world);
        assertThat(plan.prepare()).isEmpty();
        assertThat(plan.change()).isEmpty();
        assertThat(texts(plan.finish())).containsExactly("note p@2 as applied");
        assertThat(plan(project("1", old), world).isEmpty()).isTrue();
    }

    @Test
    void aContainerOfAutoPiIsTakenOver() throws Failure {
        Map<String, String> labels = Map.of("project", "p", "release", "1", "release_hash", "ab");
        World world = world(List.of(with(running, "app-1", labels)), List.of(IMAGE_1), Map.of());
        assertThat(plan(project("1", old), world).change()).isEmpty();
        assertThat(texts(plan(project("2"), world).finish())).contains("remove container app-1");
        World partly = world(List.of(with(running, "x", Map.of("project", "p"))), List.of(), Map.of());
        assertThat(plan(project("2"), partly).change()).isEmpty();
    }

    @Test
    void aStoppedContainerIsStartedOnly() throws Failure {
        EngineContainer stopped = container("c1", old, IMAGE_1, "exited");
        assertThat(change(project("1", old), world(List.of(stopped), List.of(IMAGE_1), Map.of("p", "hash-1"))))
                .containsExactly("start app-1", "watch that these keep running: app-1");
    }

    @Test
    void aContainerThatEndedWellAndIsNotToRestartIsNotStartedAgain() throws Failure {
        EngineContainer done = container("c1", fresh, IMAGE_2, "exited");
        assertThat(change(project("1", fresh), world(List.of(done), List.of(IMAGE_2), Map.of("p", "hash-1"))))
                .isEmpty();
        assertThat(change(project("1", fresh), world(List.of(done), List.of(IMAGE_2), Map.of())))
                .contains("start app-2");
        EngineContainer failed = with(done, PlanFixtures.state("exited", 1), RestartPolicy.NO);
        assertThat(change(project("1", fresh), world(List.of(failed), List.of(IMAGE_2), Map.of("p", "hash-1"))))
                .contains("start app-2");
    }

    @Test
    void aDeadContainerIsMadeAnew() throws Failure {
        EngineContainer dead = container("c1", old, IMAGE_1, "dead");
        assertThat(change(project("1", old), world(List.of(dead), List.of(IMAGE_1), Map.of())))
                .contains("create app-1 from r.example.com/app:1");
    }

    @Test
    void aNameOfAForeignContainerIsAFailure() {
        World world = world(List.of(with(running, "app-2", Map.of())), List.of(IMAGE_2), Map.of());
        Failure failure = catchThrowableOfType(Failure.class, () -> plan(project("2", fresh), world));
        assertThat(failure.is(DockerErrors.NAME_IN_USE)).isTrue();
        assertThat(failure).hasMessageContaining("app-2").hasMessageContaining("remove_containers");
    }

    @Test
    void aPortThatAForeignContainerHasIsInTheWayOfAChangeOnly() throws Failure {
        String ports = "{'PortBindings':{'80/tcp':[{'HostPort':'8080'}]}}";
        ContainerSpec web = spec("web-1", APP_1, ports);
        EngineContainer other = with(container("c2", web, IMAGE_1, "running"), "other", Map.of());
        World without = world(List.of(other), List.of(IMAGE_1), Map.of());
        Failure failure = catchThrowableOfType(Failure.class, () -> plan(project("1", web), without));
        assertThat(failure.is(DockerErrors.PORT_IN_USE)).isTrue();
        EngineContainer own = container("c1", web, IMAGE_1, "running");
        assertThat(change(project("1", web), world(List.of(own, other), List.of(IMAGE_1), Map.of("p", "hash-1"))))
                .isEmpty();
    }

    @Test
    void initialContainersStopFirstAndThoseThatAreNotThereAreNoMatter() throws Failure {
        EngineContainer b = container("c2", spec("b", APP_1, "{}"), IMAGE_1, "running");
        World world = world(List.of(running, with(b, "b", Map.of())), List.of(IMAGE_1, IMAGE_2), Map.of());
        Project project = project(project("2", fresh), List.of(), List.of("gone", "b"));
        assertThat(change(project, world))
                .containsSubsequence("stop b and keep it for the way back", "stop app-1 and keep it for the way back");
        assertThat(change(project("2", fresh), world)).doesNotContain("stop b and keep it for the way back");
    }

    @Test
    void anInitialContainerThatIsWantedIsWanted() throws Failure {
        Project project = project(project("2", old), List.of(), List.of("app-1"));
        ReleasePlan plan = plan(project, world(List.of(with(running, "app-1", Map.of())), List.of(IMAGE_1), Map.of()));
        assertThat(plan.change()).isEmpty();
        assertThat(texts(plan.finish())).containsExactly("note p@2 as applied");
    }

    @Test
    void anInitialContainerOfAnotherProjectOfTheDocumentIsItsOwn() throws Failure {
        Project project = project(project("2"), List.of(), List.of("app-1"));
        EngineContainer others = with(running, "app-1", Map.of("io.outrider.project", "q"));
        World world = world(List.of(others), List.of(IMAGE_1), Map.of());
        assertThat(change(project, world)).hasSize(1);
        Project q = new Project("q", "1", "q", List.of(), List.of(), List.of());
        assertThat(new ReleasePlanner(releases(project, q), List.of())
                        .plan(project, world)
                        .change())
                .isEmpty();
        Project wants = new Project("q", "1", "q", List.of(old), List.of(), List.of("app-1"));
        World unlabelled = world(List.of(with(running, "app-1", Map.of())), List.of(IMAGE_1), Map.of());
        assertThat(new ReleasePlanner(releases(project, wants), List.of())
                        .plan(project, unlabelled)
                        .change())
                .isEmpty();
    }

    @Test
    void fallbackContainersThatRunAreObsolete() throws Failure {
        Project project = project(project("2", fresh), List.of(old), List.of());
        World world = world(List.of(with(running, "app-1", Map.of())), List.of(IMAGE_1, IMAGE_2), Map.of());
        assertThat(change(project, world)).contains("stop app-1 and keep it for the way back");
    }

    @Test
    void aStoppedContainerThatTheEngineWouldRestartLosesItsPolicy() throws Failure {
        EngineContainer stopped = container("c1", old, IMAGE_1, "exited");
        World world = world(List.of(stopped), List.of(IMAGE_1, IMAGE_2), Map.of());
        assertThat(change(project("2", fresh), world)).contains("stop app-1 and keep it for the way back");
        EngineContainer manual = with(stopped, stopped.state(), RestartPolicy.NO);
        ReleasePlan plan = plan(project("2", fresh), world(List.of(manual), List.of(IMAGE_1, IMAGE_2), Map.of()));
        assertThat(texts(plan.change())).doesNotContain("stop app-1 and keep it for the way back");
        assertThat(texts(plan.finish())).contains("remove container app-1");
    }

    @Test
    void aContainerInTheNetworkOfANewOneIsNewToo() throws Failure {
        ContainerSpec side = spec("side", APP_1, "{'NetworkMode':'container:app-1'}");
        EngineContainer sidecar =
                container("c2", spec("side", APP_1, "{'NetworkMode':'container:c1'}"), IMAGE_1, "running");
        World world = world(List.of(sidecar, running), List.of(IMAGE_1), Map.of("p", "hash-1"));
        assertThat(plan(project("1", old, side), world).isEmpty()).isTrue();
        ContainerSpec changed = spec("app-1", APP_1, "{'Privileged':true}");
        assertThat(change(project("2", changed, side), world))
                .contains("create side from r.example.com/app:1", "rename side to side-outrider-old");
    }

    @Test
    void foldersOfNewContainersAreSetAsideAndDeletedAtTheEnd() throws Failure {
        ContainerSpec purging =
                spec("app-2", APP_2, "{}", List.of(), List.of(DATA, DATA.resolve("in"), Path.of("/d/absent")));
        World world = withFolders(world(List.of(), List.of(IMAGE_2), Map.of()), DATA, DATA.resolve("in"));
        ReleasePlan plan = plan(project("2", purging), world);
        assertThat(texts(plan.change()))
                .containsSubsequence("set folder /d/data aside as /d/data.bak", "start app-2")
                .noneMatch(text -> text.contains("absent") || text.contains("/in"));
        assertThat(texts(plan.finish())).endsWith("delete folder /d/data.bak");
        EngineContainer there = container("c3", purging, IMAGE_2, "running");
        World kept = withFolders(world(List.of(there), List.of(IMAGE_2), Map.of()), DATA);
        assertThat(change(project("2", purging), kept)).isEmpty();
    }

    @Test
    void aFolderThatIsSetAsideAlreadyIsAFailure() {
        ContainerSpec purging = spec("app-2", APP_2, "{}", List.of(), List.of(DATA));
        World world = withFolders(world(List.of(), List.of(IMAGE_2), Map.of()), DATA, Path.of("/d/data.bak"));
        Failure failure = catchThrowableOfType(Failure.class, () -> plan(project("2", purging), world));
        assertThat(failure.is(DockerErrors.PURGE_FAILED)).isTrue();
        assertThat(failure).hasMessageContaining("/d/data.bak");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'Binds':['/d/data:/x:ro']}                                         | true",
                "{'Binds':['vol:/x','/d/data/in:/x']}                                | true",
                "{'Binds':['/d:/x']}                                                 | true",
                "{'Binds':['/d:/x:z,ro']}                                            | false",
                "{'Binds':['/d/database:/x','/d/data2:/y','vol:/d/data']}            | false",
                "{'Mounts':[{'Type':'bind','Source':'/d/data','ReadOnly':true}]}     | true",
                "{'Mounts':[{'Type':'bind','Source':'/d/data/..','ReadOnly':false}]} | true",
                "{'Mounts':[{'Type':'volume','Source':'data'}]}                      | false",
            })
    void aFolderThatAContainerWhichStaysHasMountedIsNotPurged(String hostConfig, boolean refused) throws Failure {
        ContainerSpec purging = spec("app-2", APP_2, "{}", List.of(), List.of(DATA));
        EngineContainer mounting = container("c1", spec("app-1", APP_1, hostConfig), IMAGE_1, "exited");
        World old = withFolders(world(List.of(mounting), List.of(IMAGE_2), Map.of()), DATA);
        assertThat(change(project("2", purging), old)).contains("set folder /d/data aside as /d/data.bak");
        EngineContainer foreign = with(mounting, "foreign", Map.of());
        World world = withFolders(world(List.of(foreign), List.of(IMAGE_2), Map.of()), DATA);
        if (refused) {
            Failure failure = catchThrowableOfType(Failure.class, () -> plan(project("2", purging), world));
            assertThat(failure.is(DockerErrors.PURGE_FORBIDDEN)).isTrue();
            assertThat(failure).hasMessageContaining("/d/data").hasMessageContaining("foreign");
        } else {
            assertThat(change(project("2", purging), world)).contains("set folder /d/data aside as /d/data.bak");
        }
    }

    @Test
    void aContainerThatItsStopWouldRemoveIsNotReplacedWhileItRuns() throws Failure {
        Project project = project(project("2", fresh), List.of(), List.of("app-1"));
        ContainerSpec gone = spec("app-1", APP_1, "{'AutoRemove':true}");
        for (String status : List.of("running", "created")) {
            EngineContainer initial = with(container("c1", gone, IMAGE_1, status), "app-1", Map.of());
            World world = world(List.of(initial), List.of(IMAGE_1, IMAGE_2), Map.of());
            if (status.equals("created")) {
                assertThat(texts(plan(project, world).finish())).contains("remove container app-1");
                continue;
            }
            Failure failure = catchThrowableOfType(Failure.class, () -> plan(project, world));
            assertThat(failure.is(DockerErrors.AUTO_REMOVE)).isTrue();
            assertThat(failure).hasMessageContaining("app-1");
        }
    }

    @Test
    void imagesArePulledAfterTheLoginRequiredTagsFirstThoseOfFallbackContainersLast() throws Failure {
        ContainerSpec wanted = spec("app-2", APP_2, "{}", List.of(image("base", "9")), List.of());
        Registry registry = new Registry("r", "https://r.example.com", "r.example.com", "user", "secret");
        Registry other = new Registry("o", "https://o.example.com", "o.example.com", "user", "secret");
        Project project = project(project("2", wanted), List.of(old), List.of());
        Releases releases = new Releases(List.of(other, registry), List.of(project), List.of(), Set.of());
        List<ReleaseStep> steps = new ReleasePlanner(releases, List.of())
                .plan(project, world(List.of(), List.of(), Map.of()))
                .prepare();
        assertThat(texts(steps))
                .containsExactly(
                        "log in to r (r.example.com)",
                        "pull r.example.com/base:9",
                        "pull r.example.com/app:2",
                        "pull r.example.com/app:1 for a fallback container");
        assertThat(steps.get(2)).isEqualTo(new PullImage(APP_2, registry, false));
        assertThat(steps.get(3)).isEqualTo(new PullImage(APP_1, registry, true));
    }

    @Test
    void nobodyLogsInForAFallbackContainerAlone() throws Failure {
        Registry registry = new Registry("r", "https://r.example.com", "r.example.com", "user", "secret");
        ContainerSpec wanted = spec("app-2", new ImageName("n.x", "app", "2", null), "{}", List.of(), List.of());
        Project project = project(project("2", wanted), List.of(old), List.of());
        Releases releases = new Releases(List.of(registry), List.of(project), List.of(), Set.of());
        List<ReleaseStep> steps = new ReleasePlanner(releases, List.of())
                .plan(project, world(List.of(), List.of(), Map.of()))
                .prepare();
        assertThat(steps)
                .as("its own pull has the credentials")
                .containsExactly(new PullImage(wanted.image(), null, false), new PullImage(APP_1, registry, true));
    }

    @Test
    void credentialsGoToTheirRegistryOnly() throws Failure {
        Registry registry = new Registry("o", "https://o.example.com", "o.example.com", "user", "secret");
        ContainerSpec wanted = new ContainerSpec("app-2", "app", APP_2, List.of(), registry, List.of(), fresh.config());
        assertThat(plan(project("2", wanted), world(List.of(), List.of(), Map.of()))
                        .prepare())
                .containsExactly(new PullImage(APP_2, null, false));
    }

    @Test
    void aMovedTagIsPulledAgainAndItsContainerIsNew() throws Failure {
        World world = world(List.of(running), List.of(IMAGE_1), Map.of("p", "hash-1"));
        Project project = project("1", old);
        assertThat(plan(project, withDigests(world, Map.of(APP_1.reference(), "sha256:done")))
                        .isEmpty())
                .isTrue();
        ReleasePlan plan = plan(project, withDigests(world, Map.of(APP_1.reference(), "sha256:dnew")));
        assertThat(texts(plan.prepare())).containsExactly("pull r.example.com/app:1");
        assertThat(texts(plan.change())).contains("rename app-1 to app-1-outrider-old");
    }

    @Test
    void aFallbackImageIsPulledOnlyWithAChange() throws Failure {
        Project project = project(project("1", old), List.of(fresh), List.of());
        assertThat(plan(project, world(List.of(running), List.of(IMAGE_1), Map.of("p", "hash-1")))
                        .isEmpty())
                .isTrue();
        assertThat(plan(project, world(List.of(running), List.of(IMAGE_1), Map.of()))
                        .prepare())
                .hasSize(1);
    }

    @Test
    void aDeletedProjectLosesItsContainersAndTheirImages() throws Failure {
        Project deleted = new Project("p", "", "", List.of(), List.of(), List.of());
        World world = withOwned(world(List.of(running), List.of(IMAGE_1), Map.of("p", "hash-1")), APP_1.reference());
        ReleasePlan plan = new ReleasePlanner(Releases.NONE, List.of()).plan(deleted, world);
        assertThat(texts(plan.change())).containsExactly("stop app-1 and keep it for the way back");
        assertThat(texts(plan.finish()))
                .containsExactly(
                        "note that no release of p is applied",
                        "remove container app-1",
                        "remove image r.example.com/app:1, which nobody needs");
        assertThat(new ReleasePlanner(Releases.NONE, List.of(project("1", old)))
                        .plan(deleted, world)
                        .finish())
                .hasSize(2);
    }

    @Test
    void fiftyContainersArePlannedInAFewMilliseconds() throws Failure {
        List<ContainerSpec> specs = new ArrayList<>();
        List<EngineContainer> containers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            specs.add(spec("app-" + i, i % 2 == 0 ? APP_1 : APP_2, "{}"));
            containers.add(container("c" + i, spec("app-" + i, APP_1, "{}"), IMAGE_1, "running"));
        }
        Project project = project("2", specs.toArray(ContainerSpec[]::new));
        World world = world(containers, List.of(IMAGE_1, IMAGE_2), Map.of());
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long begin = System.nanoTime();
            assertThat(plan(project, world).change()).hasSize(4 * 25 + 1);
            best = Math.min(best, System.nanoTime() - begin);
        }
        assertThat(Duration.ofNanos(best)).isLessThan(TimeoutFactor.scaled(Duration.ofMillis(50)));
    }
}
