package io.outrider.docker;

import static io.outrider.docker.ReleaseUnit.container;
import static io.outrider.docker.ReleaseUnit.project;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Step;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.DockerRegistry;
import io.outrider.testkit.TestImage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of the steps of a run by state.sls: as they were done, each with its own time. */
class StepResultsTest {
    @TempDir
    private Path files;

    @TempDir
    private Path data;

    private DockerDaemon daemon;
    private DockerRegistry registry;
    private ReleaseUnit unit;

    @BeforeEach
    void start() throws Exception {
        daemon = DockerDaemon.open();
        registry = DockerRegistry.withPassword(files);
        for (int i = 1; i <= 3; i++) {
            registry.push(TestImage.running("team/app:" + i));
        }
        unit = new ReleaseUnit(data, daemon.socket(), Map.of("pull", "idle"));
    }

    @AfterEach
    void stop() {
        unit.close();
        registry.close();
        daemon.close();
    }

    /** Steps of the release with this image. */
    private List<Step> steps(int tag) throws Exception {
        Map<String, Object> own = Map.of(
                "name",
                "own",
                "url",
                registry.url(),
                "username",
                DockerRegistry.USER,
                "password",
                DockerRegistry.PASSWORD);
        Map<String, Object> app = container("app", registry.host() + "/team/app:" + tag);
        unit.apply(Map.of(
                "projects",
                List.of(project("fleet", "1.0." + tag, app)),
                "registries",
                List.of(own),
                "whitelist",
                List.of()));
        return unit.module.states().get(0).plan().steps();
    }

    /** Comments by function and name; of one without changes, after a minus. */
    private Map<String, String> apply(List<Step> steps) throws Exception {
        Map<String, String> comments = new LinkedHashMap<>();
        for (Step each : steps) {
            Step.Report report = each.check();
            report = report.changes().isEmpty() ? report : each.apply(unit.call());
            comments.put(
                    each.function() + " " + each.name(), (report.changes().isEmpty() ? "- " : "") + report.comment());
        }
        return comments;
    }

    @Test
    void aStepThatSomebodyElseHasDoneMeanwhileHadNothingToDo() throws Exception {
        apply(steps(1));
        List<Step> steps = steps(2);
        daemon.call("DELETE", "/containers/fleet-app-1.0.1?force=1", "");
        Map<String, String> comments = apply(steps);
        assertThat(comments)
                .containsEntry("stopped fleet-app-1.0.1", "- there is nothing to do")
                .containsEntry("absent fleet-app-1.0.1", "- there is nothing to do")
                .containsEntry("running fleet-app-1.0.2", "start fleet-app-1.0.2")
                .containsEntry("succeed_without_changes docker:fleet@1.0.2", "- fleet@1.0.2 is applied");
    }

    @Test
    void eachStepHasItsOwnTime() throws Exception {
        List<Step> steps = steps(1);
        apply(steps);
        Map<String, Step.Timing> timings = new LinkedHashMap<>();
        steps.stream()
                .filter(each -> each.module().equals("docker_container"))
                .forEach(each -> timings.put(each.function(), each.timing()));
        assertThat(timings).containsOnlyKeys("created", "running", "proven");
        assertThat(timings.get("proven").took()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(timings.get("created").took()).isPositive();
        assertThat(timings.get("created").started())
                .isBefore(timings.get("running").started());
        assertThat(timings.get("running").started())
                .isBefore(timings.get("proven").started());
    }

    @Test
    void aCleanUpThatFailedSaysSoAndTheReleaseIsApplied() throws Exception {
        apply(steps(1));
        apply(steps(2));
        List<Step> steps = steps(3);
        String old = registry.host() + "/team/app:1";
        daemon.run("other", old);
        Map<String, String> comments = apply(steps);
        assertThat(comments.get("absent " + old)).startsWith("- not done, and the release goes on without: ");
        assertThat(comments).containsEntry("running fleet-app-1.0.3", "start fleet-app-1.0.3");
    }
}
