package io.outrider.docker.plan;

import static io.outrider.docker.plan.PlanFixtures.container;
import static io.outrider.docker.plan.PlanFixtures.image;
import static io.outrider.docker.plan.PlanFixtures.project;
import static io.outrider.docker.plan.PlanFixtures.spec;
import static io.outrider.docker.plan.PlanFixtures.withOwned;
import static io.outrider.docker.plan.PlanFixtures.world;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.plan.ReleaseStep.RemoveImage;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Project;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImageCleanupTest {
    private static final String APP = "r.example.com/app";
    private static final String[] OWNED = {
        APP + ":0",
        APP + ":1",
        APP + ":2",
        APP + ":3",
        APP + ":4",
        APP + ":9",
        APP + "@sha256:dx",
        "busybox:1",
        "busybox:2"
    };

    private static List<String> removed(Project project, List<EngineContainer> containers, EngineImage... images) {
        World world = withOwned(world(containers, List.of(images), Map.of()), OWNED);
        return ImageCleanup.steps(List.of(project), world, container -> true).stream()
                .map(step -> ((RemoveImage) step).reference())
                .toList();
    }

    @Test
    void anImageOfAReleaseThatNobodyNeedsIsRemovedWithItsBytes() {
        World world = withOwned(world(List.of(), List.of(image(image("app", "0"), "zero")), Map.of()), APP + ":0");
        assertThat(ImageCleanup.steps(List.of(), world, container -> true))
                .containsExactly(new RemoveImage(APP + ":0", 100));
    }

    @Test
    void imagesThatNoReleaseHasPulledStay() {
        assertThat(removed(project("1"), List.of(), image(image("other", "0"), "zero")))
                .isEmpty();
        ContainerSpec wants = spec("x", image("app", "1"), "{}");
        EngineImage both = ModelUnit.newImage("x", List.of(APP + ":4", APP + ":mine"), List.of());
        EngineImage moved = ModelUnit.newImage("y", List.of(), List.of(APP + "@sha256:dy"));
        assertThat(removed(project("1", wants), List.of(), image(image("app", "dev"), "dev"), both, moved))
                .containsExactly(APP + ":4");
    }

    @Test
    void anImageThatAnyContainerUsesStays() {
        ImageName name = image("app", "0");
        EngineImage image = image(name, "zero");
        EngineContainer foreign = container("c", spec("foreign", name, "{}"), image, "exited");
        assertThat(removed(project("1"), List.of(foreign), image)).isEmpty();
    }

    @Test
    void imagesOfContainersRequiredTagsAndFallbackContainersStay() {
        ContainerSpec wanted = spec("a", image("app", "1"), "{}", List.of(image("app", "2")), List.of());
        Project project = project(project("1", wanted), List.of(spec("b", image("app", "3"), "{}")), List.of());
        assertThat(removed(
                        project,
                        List.of(),
                        image(image("app", "1"), "1"),
                        image(image("app", "2"), "2"),
                        image(image("app", "3"), "3"),
                        image(image("app", "4"), "4")))
                .containsExactly(APP + ":4");
    }

    @Test
    void anImageWithoutATagIsRemovedByItsDigest() {
        EngineImage dangling = ModelUnit.newImage("x", List.of(), List.of(APP + "@sha256:dx"));
        assertThat(removed(project("1"), List.of(), dangling)).containsExactly(APP + "@sha256:dx");
        ContainerSpec byDigest = spec("a", new ImageName("r.example.com", "app", null, "sha256:dx"), "{}");
        assertThat(removed(project("1", byDigest), List.of(), dangling)).isEmpty();
    }

    @Test
    void aTagOfAnImageThatIsNeededByItsDigestStays() {
        EngineImage image = ModelUnit.newImage("x", List.of(APP + ":9"), List.of(APP + "@sha256:dx"));
        ContainerSpec byDigest = spec("a", new ImageName("r.example.com", "app", null, "sha256:dx"), "{}");
        assertThat(removed(project("1", byDigest), List.of(), image)).isEmpty();
    }

    @Test
    void theImageThatAnEarlierReleaseRanStaysThoughItsTagHasMoved() {
        EngineImage ran = ModelUnit.newImage("x", List.of(), List.of(APP + "@sha256:dx"));
        ContainerSpec spec = spec("a", image("app", "9"), "{}");
        EngineImage moved = image(image("app", "9"), "moved");
        assertThat(removed(project("1", spec), List.of(), ran, moved)).containsExactly(APP + "@sha256:dx");
        World world = world(List.of(container("c", spec, ran, "running")), List.of(ran), Map.of());
        Project pinned = new LocalImages(world).pinned(project("1", spec));
        assertThat(removed(pinned, List.of(), ran, moved)).containsExactly(APP + ":9");
    }
}
