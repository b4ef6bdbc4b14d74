package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.Project;
import io.outrider.testkit.RecordedEvents;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseEventsTest {
    private static final Project APP = new Project("app", "2", "h2", List.of(), List.of(), List.of());
    private static final Failure EXITED = new Failure(DockerErrors.CONTAINER_EXITED, "app-2 ended with 7");

    @TempDir
    private Path folder;

    private final RecordedEvents events = new RecordedEvents();
    private ReleaseStore store;
    private ProjectReports reports;

    @BeforeEach
    void open() {
        store = new ReleaseStore(folder);
        ReleaseEvents published = new ReleaseEvents(events, store);
        reports = new ProjectReports(Clock.systemUTC(), () -> published.update(reports.projects()));
    }

    private void phases(ReleasePhase... phases) {
        for (ReleasePhase each : phases) {
            reports.phase(APP, each, null);
        }
    }

    private Map<String, Object> last() {
        return events.published().get(events.published().size() - 1).data();
    }

    @Test
    void aReleaseThatWaitsIsPendingOnceAndThenUpdated() {
        phases(ReleasePhase.RECEIVED, ReleasePhase.CHECKED);
        assertThat(events.tags()).isEmpty();
        reports.phase(APP, ReleasePhase.WAITING, "for its images");
        reports.phase(APP, ReleasePhase.WAITING, "until the vehicle is idle");
        assertThat(events.tags()).containsExactly("system/release/pending");
        assertThat(last()).isEqualTo(Map.of("name", "app", "version", "2", "version_hash", "h2"));
        phases(ReleasePhase.APPLYING, ReleasePhase.PROBATION, ReleasePhase.APPLIED);
        assertThat(events.tags()).containsExactly("system/release/pending", "system/release/updated");
    }

    @Test
    void aReleaseThatIsAppliedAlreadyIsNoUpdate() {
        phases(ReleasePhase.RECEIVED, ReleasePhase.CHECKED, ReleasePhase.APPLIED);
        assertThat(events.tags()).isEmpty();
    }

    @Test
    void aChangeThatWasCancelledIsNotPendingAtOnce() {
        phases(ReleasePhase.APPLYING, ReleasePhase.WAITING);
        assertThat(events.tags()).as("it would be begun again without a pause").isEmpty();
    }

    @Test
    void eachFailureIsPublishedAndTheOneThatSuspendsTheReleaseAlsoAsThat() throws Exception {
        for (int i = 0; i < 3; i++) {
            phases(ReleasePhase.APPLYING);
            store.failed(APP);
            reports.failed(APP, EXITED, List.of(), true);
        }
        assertThat(events.tags())
                .containsExactly(
                        "system/release/failed",
                        "system/release/failed",
                        "system/release/failed",
                        "system/release/suspended");
        assertThat(events.published().get(0).data())
                .containsEntry("code", "CONTAINER_EXITED")
                .containsEntry("message", "app-2 ended with 7");
        assertThat(last()).containsEntry("code", "RELEASE_SUSPENDED");
    }

    @Test
    void aReleaseThatIsSuspendedFromBeforeHasNotFailedAnew() throws Exception {
        for (int i = 0; i < 3; i++) {
            store.failed(APP);
        }
        phases(ReleasePhase.RECEIVED);
        reports.failed(APP, store.suspension(APP).orElseThrow(), List.of(), true);
        assertThat(events.tags()).containsExactly("system/release/suspended");
    }
}
