package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.docker.engine.Engine.PullListener;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.release.ImageName;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pulls that the end of the daemon or of the unit cuts off. */
final class PullCutsTest {
    private static final String IMAGE = "r.io/app:4";
    private static final ReleaseStep PULL =
            new ReleaseStep.PullImage(new ImageName("r.io", "app", "4", null), null, false);

    @TempDir
    Path folder;

    private ModelUnitFixture unit;

    @BeforeEach
    void open() throws Exception {
        unit = new ModelUnitFixture(folder);
        unit.engine.registry.put(IMAGE, ModelEngine.imageOf(IMAGE, "4"));
    }

    private void pull(PullListener listener) throws Failure, InterruptedException {
        unit.applier.prepare(unit.two, PULL, listener);
    }

    private Map<?, ?> report() {
        return unit.reports.projects().get(0);
    }

    /** The vehicle is started within the pull, and then the daemon ends. */
    private void cut() {
        assertThatThrownBy(() -> pull((done, total) -> {
                    throw new Failure(DockerErrors.VEHICLE_STARTED, "the vehicle is in use");
                }))
                .hasMessage("the vehicle is in use");
        assertThat(report().containsKey("error")).isFalse();
        unit.restart();
    }

    @Test
    void aPullThatWasCutTwiceIsReportedAsSuchWhileItRuns() throws Exception {
        cut();
        cut();
        pull((done, total) -> assertThat(report().get("error").toString())
                .contains("code=PULL_FAILED", "of r.io/app:4 was cut off", "2 times; raise `pull_awake`"));
        assertThat(report().get("state")).isEqualTo("pulling");
        unit.reports.phase(unit.two, ReleasePhase.WAITING, null);
        assertThat(report().containsKey("error")).isFalse();
        unit.restart();
        pull((done, total) -> {});
        assertThat(report().containsKey("error")).as("it has ended since").isFalse();
    }

    @Test
    void aPullThatTheRegistryEndsIsNotCut() throws Exception {
        cut();
        unit.engine.registry.clear();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> pull((done, total) -> {})).hasMessageContaining("there is no " + IMAGE);
            unit.restart();
        }
        open();
        pull((done, total) -> {});
        assertThat(report().containsKey("error")).isFalse();
    }
}
