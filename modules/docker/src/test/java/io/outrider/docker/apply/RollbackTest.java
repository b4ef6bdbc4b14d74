package io.outrider.docker.apply;

import static io.outrider.docker.apply.ModelUnitFixture.project;
import static io.outrider.docker.apply.ModelUnitFixture.releases;
import static io.outrider.docker.apply.ModelUnitFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.release.Project;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rollbacks by hand, to fallback containers and to the release before. */
final class RollbackTest extends RunningReleaseFixture {
    private RunResult rollBack(Project project) throws Exception {
        return unit.applier.rollBack(project, releases(project), StepListener.NONE);
    }

    /** The tag latest stands for another image, as after a pull; the one before has its digest only. */
    private void moveTag(String from, String to) {
        if (engine.images.containsKey("r.io/app:latest")) {
            EngineImage old = engine.images.get("r.io/app:latest");
            engine.images.put(
                    "r.io/app@sha256:d" + from,
                    new EngineImage(
                            old.id(), List.of(), old.digests(), 100, "linux", "amd64", "", List.of(), old.config()));
        }
        unit.addImage("r.io/app:latest", to);
    }

    @Test
    void theProjectIsRolledBackToItsFallbackWithoutNetworkAndStaysThere() throws Exception {
        unit.change(unit.two);
        engine.calls.clear();
        assertThat(rollBack(unit.two).failure()).isNull();
        assertThat(unit.runsAllOf(unit.one, before)).as("%s", unit.snapshot()).isTrue();
        assertThat(engine.calls).noneMatch(call -> call.startsWith("pull") || call.startsWith("login"));
        unit.restart();
        assertThat(unit.store.suspension(unit.two))
                .get()
                .extracting(Failure::code)
                .isEqualTo("ROLLED_BACK");
        unit.store.resume("p");
        assertThat(unit.change(unit.two).failure()).isNull();
        assertThat(unit.runsAllOf(unit.two, before)).isTrue();
        assertThat(unit.store.suspension(unit.two)).isEmpty();
    }

    @Test
    void withoutFallbackItIsRolledBackToTheReleaseThatTheUnitRemembers() throws Exception {
        Project two = project("2", List.of(), unit.two.containers().get(0));
        unit.change(two);
        unit.restart();
        assertThat(unit.store.earlier(releases(two)))
                .extracting(Project::version)
                .containsExactly("1");
        assertThat(rollBack(two).failure()).isNull();
        assertThat(unit.runsAllOf(unit.one, before)).isTrue();
    }

    @Test
    void aRollbackRunsTheImageThatRanThoughItsTagHasMoved() throws Exception {
        Project four = project("4", List.of(), spec("app", "app", "latest"));
        Project five = project("5", four.containers(), spec("app", "app", "latest"));
        for (Project newer :
                List.of(four, new Project("p", "5", "hash5", four.containers(), List.of(), List.of()), five)) {
            moveTag("B", "A");
            assertThat(unit.change(four).failure()).isNull();
            moveTag("A", "B");
            assertThat(unit.change(newer).failure()).isNull();
            assertThat(engine.named("app").imageId()).isEqualTo("sha256:B");
            unit.restart();
            assertThat(rollBack(newer).failure()).isNull();
            assertThat(engine.named("app").imageId()).isEqualTo("sha256:A");
            assertThat(unit.store.suspension(newer)).isPresent();
            assertThat(rollBack(newer).failure()).as("repeated").isNull();
            assertThat(engine.named("app").imageId()).isEqualTo("sha256:A");
        }
        moveTag("A", "B");
        unit.change(five);
        engine.images.values().removeIf(image -> image.id().equals("sha256:A"));
        assertThat(rollBack(five).failure().code()).isEqualTo("NO_WAY_BACK");
        assertThat(engine.named("app").imageId()).isEqualTo("sha256:B");
    }

    @Test
    void anImageThatHasAnotherIdInAnUpgradedEngineIsFoundByItsDigest() throws Exception {
        unit.change(unit.two);
        EngineImage image = engine.images.get("r.io/app:1");
        engine.images.remove("r.io/app:1");
        engine.images.put(
                "r.io/app@sha256:d1",
                new EngineImage(
                        "sha256:new",
                        List.of(),
                        image.digests(),
                        100,
                        "linux",
                        "amd64",
                        "",
                        List.of(),
                        image.config()));
        assertThat(rollBack(unit.two).failure()).isNull();
        assertThat(engine.named("app").imageId()).isEqualTo("sha256:new");
        assertThat(engine.named("app").image()).isEqualTo("r.io/app@sha256:d1");
        assertThat(engine.named("web-1").image()).as("its tag has not moved").isEqualTo("r.io/web:1");
    }

    @Test
    void thereIsNoWayBackWithoutAnEarlierReleaseOrWithoutItsImage() throws Exception {
        Project one = project("1", List.of(), unit.one.containers().get(0));
        assertThat(rollBack(one).failure().code()).isEqualTo("NO_WAY_BACK");
        unit.change(unit.two);
        engine.images.remove("r.io/web:1");
        Map<String, String> now = unit.snapshot();
        assertThat(rollBack(unit.two).failure().code()).isEqualTo("NO_WAY_BACK");
        assertThat(unit.snapshot()).isEqualTo(now);
    }
}
