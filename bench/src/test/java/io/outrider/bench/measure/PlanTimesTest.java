package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.LocalApiClient;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleasePlanner;
import io.outrider.docker.release.Releases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTimesTest {
    @TempDir
    private Path folder;

    @Test
    void theReleaseCreatesHalfOfTheContainersAnewAndLeavesTheOthers() throws Exception {
        Releases before = ReleasePlanProgram.releases("1");
        Releases after = ReleasePlanProgram.releases("2");
        assertThat(after.refused()).isEmpty();
        ReleasePlan plan = new ReleasePlanner(after, List.of())
                .plan(
                        after.projects().get(0),
                        ReleasePlanProgram.world(before.projects().get(0)));
        assertThat(plan.prepare()).isEmpty();
        assertThat(ReleasePlanProgram.created(plan)).isEqualTo(ReleasePlanProgram.CREATED);
    }

    @Test
    void theSameReleaseAgainChangesNothing() throws Exception {
        Releases releases = ReleasePlanProgram.releases("1");
        ReleasePlan plan = new ReleasePlanner(releases, List.of())
                .plan(
                        releases.projects().get(0),
                        ReleasePlanProgram.world(releases.projects().get(0)));
        assertThat(plan.isEmpty()).isTrue();
    }

    @Test
    void theProgramPlansOnceForEachLine() throws Exception {
        try (JavaProgram program = new JavaProgram(folder.resolve("log"), ReleasePlanProgram.class)) {
            assertThat(PlanTimes.millis(program.request("plan"))).isPositive();
            assertThat(PlanTimes.millis(program.request("plan"))).isPositive();
        }
    }

    @Test
    @Tag("long")
    void anInstalledDaemonPlansOnceForEachCall() throws Exception {
        try (DaemonProcess daemon = PlanTimes.daemon(folder)) {
            assertThat(PlanTimes.firstMillis(daemon)).isPositive();
            assertThat(PlanTimes.firstMillis(daemon)).isPositive();
        }
    }

    @Test
    void aCallThatFailsIsNoFigure() {
        assertThatThrownBy(() -> PlanTimes.firstMillis(new LocalApiClient.HttpResult(404, "no such function")))
                .hasMessageContaining("releaseplan.time: no such function");
    }

    @Test
    void aPlanThatCreatesAnotherNumberIsNoFigure() {
        assertThat(PlanTimes.millis("2500000 25")).isEqualTo(2.5);
        assertThatThrownBy(() -> PlanTimes.millis("2500000 24")).hasMessageContaining("2500000 24");
        assertThatThrownBy(() -> PlanTimes.millis(null)).hasMessageContaining("not a plan");
    }
}
