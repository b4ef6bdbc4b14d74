package io.outrider.docker.apply;

import static io.outrider.docker.apply.ModelUnitFixture.project;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.Project;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class ProjectReportsTest {
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicInteger now = new AtomicInteger();
    private final ProjectReports reports = new ProjectReports(
            new Clock() {
                @Override
                public ZoneId getZone() {
                    return ZoneOffset.UTC;
                }

                @Override
                public Clock withZone(ZoneId zone) {
                    return this;
                }

                @Override
                public Instant instant() {
                    return Instant.ofEpochSecond(now.get());
                }
            },
            changes::incrementAndGet);
    private final Project two = project("2", List.of());

    private Map<String, Object> only() {
        return reports.projects().get(0);
    }

    @Test
    void aFailureIsLoggedOnceUntilItIsAnother() {
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(ProjectReports.class);
        seen.start();
        logger.addAppender(seen);
        try {
            reports.limit(Map.of("p", "hash3"));
            for (Project each : List.of(project("3", List.of()), two)) {
                reports.failed(each, new Failure(DockerErrors.PORT_IN_USE, "port 1 is in use"), List.of(), true);
            }
            reports.failed(
                    project("3", List.of()),
                    new Failure(DockerErrors.PORT_IN_USE, "port 1 is in use"),
                    List.of(),
                    true);
            reports.failed(
                    project("3", List.of()), new Failure(DockerErrors.ENGINE_SLOW, "no answer"), List.of(), true);
        } finally {
            logger.detachAppender(seen);
        }
        assertThat(seen.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .as("the second of a release that is desired no more")
                .containsExactly(
                        "release of p failed: port 1 is in use (PORT_IN_USE)",
                        "release of p failed: port 1 is in use (PORT_IN_USE)",
                        "release of p failed: no answer (ENGINE_SLOW)");
        assertThat(reports.isIn(two, ReleasePhase.FAILED)).isTrue();
        assertThat(reports.isIn(two, ReleasePhase.APPLIED)).isFalse();
    }

    @Test
    void thePhasesAreStampedWhenTheyBegin() {
        reports.phase(two, ReleasePhase.RECEIVED, null);
        now.set(5);
        reports.pulling(two, "app:1", 1, 10, null);
        now.set(7);
        reports.pulling(two, "app:1", 5, 10, null);
        assertThat(only())
                .containsEntry("name", "p")
                .containsEntry("version", "2")
                .containsEntry("version_hash", "hash2")
                .containsEntry("state", "pulling")
                .containsEntry("since", "1970-01-01T00:00:05Z")
                .containsEntry("progress", Map.of("image", "app:1", "done", 5L, "total", 10L));
        assertThat(changes).hasValue(3);
    }

    @Test
    void whatDoesNotChangeIsNotReportedAgain() {
        reports.phase(two, ReleasePhase.WAITING, "the vehicle is in use");
        now.set(9);
        reports.phase(two, ReleasePhase.WAITING, "the vehicle is in use");
        assertThat(changes).hasValue(1);
        reports.phase(two, ReleasePhase.WAITING, null);
        assertThat(changes).hasValue(2);
        assertThat(only()).doesNotContainKey("reason").containsEntry("since", "1970-01-01T00:00:00Z");
    }

    @Test
    void theVerdictLastsAndTheErrorEndsWithTheNextPhase() {
        reports.checked(two, Map.of("bytes", 7));
        reports.failed(two, new Failure(DockerErrors.PULL_FAILED, "no"), List.of("line"), true);
        assertThat(only())
                .containsEntry("check", Map.of("bytes", 7))
                .containsEntry(
                        "error",
                        Map.of("code", "PULL_FAILED", "message", "no", "logs", List.of("line"), "restored", true));
        reports.phase(two, ReleasePhase.APPLYING, null);
        assertThat(only()).containsKey("check").doesNotContainKeys("error", "progress");
    }

    @Test
    void anotherReleaseBeginsAnotherReport() {
        reports.checked(two, "verdict");
        now.set(3);
        reports.phase(project("3", List.of()), ReleasePhase.CHECKED, null);
        assertThat(only())
                .containsEntry("version", "3")
                .containsEntry("since", "1970-01-01T00:00:03Z")
                .doesNotContainKey("check");
    }

    @Test
    void containersHaveStateImageAndDigest(@TempDir Path folder) throws Exception {
        ModelUnitFixture unit = new ModelUnitFixture(folder).withReleaseOne();
        unit.engine.containers.remove(unit.engine.named("web-1").id());
        reports.phase(unit.one, ReleasePhase.APPLIED, null);
        reports.containers(unit.one, unit.applier.observe(ModelUnitFixture.releases(unit.one), Map.of()));
        assertThat(only().get("containers"))
                .isEqualTo(List.of(
                        Map.of("name", "app", "state", "running", "image", "r.io/app:1", "digest", "sha256:d1"),
                        Map.of("name", "web-1", "state", "absent", "image", "r.io/web:1"),
                        Map.of("name", "log", "state", "running", "image", "r.io/app:1", "digest", "sha256:d1")));
        assertThat(only()).containsEntry("state", "applied");
    }

    @Test
    void aReleaseThatIsNotDesiredAnyMoreIsNotReported() {
        Project older = new Project("a", "1", "h1", List.of(), List.of(), List.of());
        Project newer = new Project("a", "2", "h2", List.of(), List.of(), List.of());
        reports.limit(Map.of("a", "h2"));
        reports.failed(newer, new Failure(DockerErrors.POLICY_FORBIDS, "no"), List.of(), true);
        reports.phase(older, ReleasePhase.APPLIED, null);
        assertThat(only()).containsEntry("version", "2").containsEntry("state", "failed");
        assertThat(changes).hasValue(1);
        Project other = new Project("b", "1", "h1", List.of(), List.of(), List.of());
        reports.phase(other, ReleasePhase.APPLIED, null);
        assertThat(reports.projects()).as("one that nothing is known of").hasSize(2);
    }

    @Test
    void projectsAreInOrderAndThoseThatLeftAreForgotten() throws Exception {
        for (String name : List.of("b", "a", "c")) {
            reports.phase(new Project(name, "1", "h", List.of(), List.of(), List.of()), ReleasePhase.RECEIVED, null);
        }
        reports.limit(Map.of("a", "h", "c", "h"));
        assertThat(reports.projects()).extracting(each -> each.get("name")).containsExactly("a", "c");
        assertThat(changes).hasValue(4);
        reports.limit(Map.of("a", "h", "c", "h"));
        assertThat(changes).hasValue(4);
        ObjectMapper json = JsonMapper.builder().build();
        assertThat(json.writeValueAsString(reports.projects())).contains("\"state\":\"received\"");
    }
}
