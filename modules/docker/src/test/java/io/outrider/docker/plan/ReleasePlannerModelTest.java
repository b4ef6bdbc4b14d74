package io.outrider.docker.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import io.outrider.docker.release.Releases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Random units and random releases, each plan cut at each place. */
class ReleasePlannerModelTest {
    private static final long TIME = 6_000_000_000L;
    private static final int LEAST = 30;
    private static final List<String> POLICIES = List.of("no", "always", "unless-stopped", "on-failure");
    private static final List<Path> FOLDERS = List.of(Path.of("/d/a"), Path.of("/d/b"), Path.of("/d/b/c"));

    /** A unit, what is desired of project p on it, and whose containers are not p's. */
    private static final class RandomUnit {
        final Random random;
        final ModelUnit unit = new ModelUnit();
        final List<ContainerSpec> old = new ArrayList<>();
        final Project project;
        final Releases releases;
        final Set<String> strangers = new HashSet<>();
        boolean clash;

        RandomUnit(long seed) {
            random = new Random(seed);
            for (String repository : List.of("app", "db", "tool")) {
                for (int tag = 1; tag <= 3; tag++) {
                    String reference = PlanFixtures.image(repository, "" + tag).reference();
                    unit.registry.put(reference, repository + tag + "-before");
                    if (chance(50)) {
                        unit.pull(reference);
                    }
                }
            }
            unit.images.add(ModelUnit.newImage("strange", List.of("other/image:1"), List.of()));
            folders();
            oldContainers();
            unit.registry.replaceAll((reference, id) -> chance(25) ? id.replace("before", "after") : id);
            List<ContainerSpec> wanted = wanted();
            List<ContainerSpec> fallback = new ArrayList<>(old);
            fallback.removeIf(spec -> chance(50));
            List<String> initial = new ArrayList<>(List.of("initial-1", "initial-2", "initial-3"));
            Project release = new Project("p", "2", "hash-2", wanted, fallback, initial);
            project = chance(10) ? new Project("p", "", "", List.of(), List.of(), List.of()) : release;
            if (project.initial().isEmpty()) {
                unit.containers.stream()
                        .filter(c -> c.name().startsWith("initial"))
                        .forEach(c -> strangers.add(c.id()));
            }
            Project other = new Project(
                    "q", "1", "q-1", List.of(spec("q-1", "q", "tool", "{}")), List.of(), List.of("initial-q"));
            releases = new Releases(List.of(), List.of(project, other), List.of(), Set.of());
            if (chance(10)) {
                foreign("app-2");
                clash = project.containers().stream()
                        .anyMatch(spec -> spec.name().equals("app-2"));
            }
        }

        boolean chance(int percent) {
            return random.nextInt(100) < percent;
        }

        private void folders() {
            for (Path folder : FOLDERS) {
                if (chance(70)) {
                    unit.folders.put(folder, "data of " + folder);
                }
            }
        }

        private void oldContainers() {
            for (String name : List.of("app-1", "app-3", "same-1", "same-2")) {
                if (chance(60)) {
                    ContainerSpec spec = spec(name, "p", name.startsWith("app") ? "app" : "db", hostConfig(old));
                    old.add(spec);
                    run(spec);
                }
            }
            for (String name : List.of("initial-1", "initial-2")) {
                if (chance(50)) {
                    run(spec(name, null, "db", hostConfig(List.of())));
                }
            }
            if (chance(70)) {
                unit.applied.put("p", "hash-1");
            }
            strangers.add(run(spec("q-1", "q", "tool", "{}")));
            foreign("initial-q");
            foreign("foreign");
            if (chance(50)) {
                foreign("app-3-outrider-old");
            }
        }

        private void foreign(String name) {
            if (unit.byName(name) == null) {
                strangers.add(run(spec(name, null, "tool", hostConfig(List.of()))));
            }
        }

        private String run(ContainerSpec spec) {
            String reference = spec.image().reference();
            if (unit.image(reference) == null) {
                unit.pull(reference);
            }
            EngineContainer container = unit.create(spec, chance(50) ? "earlier-run" : null);
            boolean joins = container.hostConfig().path("NetworkMode").asText().startsWith("container:");
            if (joins || !old.isEmpty() || chance(70)) {
                unit.start(container);
            }
            return container.id();
        }

        private List<ContainerSpec> wanted() {
            List<ContainerSpec> wanted = new ArrayList<>();
            for (String name : List.of("app-2", "app-3", "same-1", "same-2", "new", "initial-2")) {
                if (chance(50)) {
                    ContainerSpec same = old.stream()
                            .filter(spec -> spec.name().equals(name))
                            .findFirst()
                            .orElse(null);
                    wanted.add(
                            same != null && chance(60) && canJoin(same, wanted)
                                    ? same
                                    : spec(name, "p", chance(50) ? "app" : "db", hostConfig(wanted)));
                }
            }
            return wanted;
        }

        private static boolean canJoin(ContainerSpec spec, List<ContainerSpec> wanted) {
            String network = spec.config().at("/HostConfig/NetworkMode").asText();
            return !network.startsWith("container:")
                    || wanted.stream().anyMatch(each -> network.equals("container:" + each.name()));
        }

        private String hostConfig(List<ContainerSpec> before) {
            String network = !before.isEmpty() && chance(25)
                    ? "container:" + before.get(random.nextInt(before.size())).name()
                    : chance(20) ? "host" : "bridge";
            return "{'Privileged':" + chance(30) + ",'NetworkMode':'" + network + "','RestartPolicy':{'Name':'"
                    + POLICIES.get(random.nextInt(POLICIES.size())) + "'}}";
        }

        private ContainerSpec spec(String name, String project, String repository, String hostConfig) {
            ImageName image = PlanFixtures.image(repository, "" + (1 + random.nextInt(3)));
            List<Path> purge = chance(50) ? List.of(FOLDERS.get(random.nextInt(FOLDERS.size()))) : List.of();
            List<ImageName> required = chance(20) ? List.of(PlanFixtures.image("tool", "1")) : List.of();
            ContainerSpec spec = PlanFixtures.spec(name, image, hostConfig, required, purge);
            if (project == null) {
                spec.config().remove("Labels");
            } else if (project.equals("p") && chance(30)) {
                spec.config().set("Labels", PlanFixtures.json("{'project':'p','release':'1','release_hash':'1'}"));
            } else {
                spec.config().set("Labels", PlanFixtures.json("{'" + ReleaseLabels.OWNER + "':'" + project + "'}"));
            }
            return spec;
        }

        ReleasePlan plan(ModelUnit on, boolean withDigests) throws Failure {
            return new ReleasePlanner(releases, List.of()).plan(project, on.world(withDigests));
        }

        /** Containers that are not p's, as they are. */
        Map<String, EngineContainer> foreign(ModelUnit on) {
            return on.containers.stream()
                    .filter(c -> strangers.contains(c.id()))
                    .collect(Collectors.toMap(EngineContainer::id, c -> c));
        }
    }

    @Test
    void everyPlanEndsAtWhatShouldBeAndEveryCutOneAtWhatWasOrWhatShouldBe() throws Failure {
        long seed = Long.getLong("seed", System.nanoTime());
        long end = System.nanoTime() + TIME;
        for (int i = 0; i < LEAST || System.nanoTime() < end && i < 5_000; i++) {
            try {
                scenario(new RandomUnit(seed + i));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("again with -Dseed=" + (seed + i), e);
            }
        }
    }

    private static void scenario(RandomUnit s) throws Failure {
        ModelUnit start = s.unit.copy();
        if (s.clash) {
            assertThatThrownBy(() -> s.plan(start, true))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("app-2");
            return;
        }
        Map<String, EngineContainer> foreign = s.foreign(start);
        ReleasePlan first = s.plan(start, true);
        Set<String> foreignImages =
                foreign.values().stream().map(EngineContainer::imageId).collect(Collectors.toSet());
        for (ReleaseStep step : first.prepare()) {
            start.carryOut(step, true);
        }
        assertThat(start.images.stream().map(image -> image.id())).containsAll(foreignImages);
        assertThat(start.image("other/image:1")).isNotNull();

        ModelUnit unit = start.copy();
        ReleasePlan plan = s.plan(unit, false);
        assertThat(plan.prepare().stream().filter(step -> !isOptional(step))).isEmpty();
        List<ReleaseStep> all =
                Stream.concat(plan.change().stream(), plan.finish().stream()).toList();
        assertNothingForeign(all, foreign);
        all.forEach(step -> unit.carryOut(step, true));
        assertNew(s, unit, foreign);
        for (int cut = 0; cut < all.size(); cut++) {
            ModelUnit copy = start.copy();
            all.subList(0, cut).forEach(step -> copy.carryOut(step, true));
            copy.carryOut(all.get(cut), s.chance(50));
            boolean committed = plan.finish().isEmpty()
                    || plan.finish().get(0) instanceof ReleaseStep.Commit
                            && cut >= plan.change().size()
                    || !(plan.finish().get(0) instanceof ReleaseStep.Commit);
            afterCut(s, start, copy, committed, foreign);
        }
    }

    private static boolean isOptional(ReleaseStep step) {
        return !(step instanceof ReleaseStep.PullImage pull) || pull.optional();
    }

    private static void afterCut(
            RandomUnit s, ModelUnit start, ModelUnit unit, boolean committed, Map<String, EngineContainer> foreign)
            throws Failure {
        while (true) {
            List<ReleaseStep> steps = committed
                    ? WayBack.finish(unit.journal, unit.world(false), List.of(), Set.of())
                    : WayBack.steps(unit.run, unit.journal, unit.world(false));
            assertNothingForeign(steps, foreign);
            if (steps.isEmpty()) {
                break;
            }
            int end = s.random.nextInt(steps.size());
            steps.subList(0, end).forEach(step -> unit.carryOut(step, true));
            unit.carryOut(steps.get(end), s.chance(70));
        }
        if (!committed) {
            assertOld(s, start, unit);
        }
        unit.journal.clear();
        unit.run = "run-2";
        ReleasePlan plan = s.plan(unit, false);
        plan.change().forEach(step -> unit.carryOut(step, true));
        plan.finish().forEach(step -> unit.carryOut(step, true));
        assertNew(s, unit, foreign);
    }

    private static void assertOld(RandomUnit s, ModelUnit start, ModelUnit unit) {
        Map<String, String> was = new TreeMap<>();
        Map<String, String> is = new TreeMap<>();
        Set<String> wanted =
                s.project.containers().stream().map(ContainerSpec::name).collect(Collectors.toSet());
        for (EngineContainer c : start.containers) {
            EngineContainer now = unit.byId(c.id());
            assertThat(now).as(c.name()).isNotNull();
            // a container that is wanted as it is may have been started
            boolean any = wanted.contains(c.name()) && !c.state().running();
            was.put(c.id(), c.name() + c.restart() + (any || c.state().running()));
            is.put(c.id(), now.name() + now.restart() + (any || now.state().running()));
        }
        assertThat(is).isEqualTo(was);
        assertThat(unit.containers).hasSameSizeAs(start.containers);
        assertThat(unit.folders).isEqualTo(start.folders);
        assertThat(unit.applied).isEqualTo(start.applied);
    }

    private static void assertNew(RandomUnit s, ModelUnit unit, Map<String, EngineContainer> foreign) throws Failure {
        assertThat(s.plan(unit, true)).isEqualTo(new ReleasePlan(List.of(), List.of(), List.of()));
        assertThat(s.foreign(unit)).isEqualTo(foreign);
        for (ContainerSpec spec : s.project.containers()) {
            EngineContainer c = unit.byName(spec.name());
            assertThat(c).as(spec.name()).isNotNull();
            assertThat(c.state().running()).as(spec.name()).isTrue();
            assertThat(c.imageId())
                    .isEqualTo("sha256:" + unit.registry.get(spec.image().reference()));
            assertThat(c.restart().name())
                    .isEqualTo(
                            spec.config().at("/HostConfig/RestartPolicy/Name").asText());
            assertThat(c.hostConfig().path("Privileged"))
                    .isEqualTo(spec.config().at("/HostConfig/Privileged"));
        }
        assertThat(unit.containers)
                .hasSize(foreign.size() + s.project.containers().size());
        assertThat(unit.folders.keySet()).noneMatch(folder -> folder.toString().endsWith(".bak"));
        assertThat(unit.applied.getOrDefault("p", "")).isEqualTo(s.project.versionHash());
    }

    private static void assertNothingForeign(List<ReleaseStep> steps, Map<String, EngineContainer> foreign) {
        foreign.values().forEach(c -> assertThat(steps.toString()).doesNotContain(c.id()));
    }
}
