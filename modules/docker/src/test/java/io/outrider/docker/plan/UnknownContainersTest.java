package io.outrider.docker.plan;

import static io.outrider.docker.plan.PlanFixtures.container;
import static io.outrider.docker.plan.PlanFixtures.image;
import static io.outrider.docker.plan.PlanFixtures.project;
import static io.outrider.docker.plan.PlanFixtures.spec;
import static io.outrider.docker.plan.PlanFixtures.texts;
import static io.outrider.docker.plan.PlanFixtures.with;
import static io.outrider.docker.plan.PlanFixtures.world;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import io.outrider.docker.release.Releases;
import io.outrider.docker.release.Releases.RefusedProject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UnknownContainersTest {
    private static final ImageName APP = image("app", "1");

    private final Project project =
            project(project("1", named("wanted")), List.of(named("fallback")), List.of("initial"));
    private final World world = world(
            Stream.of("wanted", "fallback", "initial", "listed", "unknown")
                    .map(UnknownContainersTest::foreign)
                    .toList(),
            List.of(),
            Map.of("p", "hash-1"));

    private static ContainerSpec named(String name) {
        return spec(name, APP, "{}");
    }

    private static EngineContainer foreign(String name) {
        return with(container("id-" + name, named(name), image(APP, "one"), "running"), name, Map.of());
    }

    private List<String> removed(List<RefusedProject> refused, World on) {
        Releases releases = new Releases(List.of(), List.of(project), refused, Set.of("listed"));
        return texts(new ReleasePlanner(releases, List.of()).unknown(on));
    }

    @Test
    void whatNeitherAReleaseNorTheWhitelistNamesIsRemoved() {
        assertThat(removed(List.of(), world)).containsExactly("remove container unknown");
    }

    @Test
    void whatAProjectOwnsOrARunHasRenamedIsLeftToTheProject() {
        EngineContainer unknown = foreign("unknown");
        Map<String, String> autoPi = Map.of("project", "p", "release", "1", "release_hash", "ab");
        List<EngineContainer> containers = List.of(
                with(unknown, "wanted-outrider-old", Map.of()),
                with(unknown, "wanted-outrider-old-2", Map.of()),
                with(unknown, "labelled", Map.of(ReleaseLabels.OWNER, "p")),
                with(unknown, "labelled-too", autoPi),
                with(unknown, "left", Map.of(ReleaseLabels.OWNER, "gone")));
        assertThat(removed(List.of(), world(containers, List.of(), world.applied())))
                .containsExactly("remove container left");
    }

    @Test
    void nothingIsRemovedWhileAProjectIsNotAppliedOrRefused() {
        assertThat(removed(List.of(), world(world.containers(), List.of(), Map.of("p", "hash-0"))))
                .isEmpty();
        Failure why = new Failure(DockerErrors.RELEASE_INVALID, "It is not valid.");
        assertThat(removed(List.of(new RefusedProject("q", "", "", why)), world))
                .isEmpty();
    }
}
