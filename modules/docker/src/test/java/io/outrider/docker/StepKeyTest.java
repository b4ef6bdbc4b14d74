package io.outrider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Step;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.StepKey;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Registry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Steps of a run as AutoPi's users know them. */
class StepKeyTest {
    private static final ImageName IMAGE = new ImageName("r.example.com", "team/app", "1.2", null);
    private static final Registry REGISTRY = new Registry("own", "https://r.example.com", "r.example.com", "u", "p");
    private static final ContainerSpec APP = new ContainerSpec(
            "p-app-1", "app", IMAGE, List.of(), REGISTRY, List.of(), ReleaseUnit.JSON.createObjectNode());

    static List<Arguments> steps() {
        Path folder = Path.of("/data/app");
        return List.of(
                Arguments.of(new ReleaseStep.LogIn(REGISTRY), "docker registry-r.example.com-login"),
                Arguments.of(new ReleaseStep.RemoveImage("team/app:1.1", 7), "docker_image image-team/app:1.1-absent"),
                Arguments.of(
                        new ReleaseStep.PullImage(IMAGE, REGISTRY, false),
                        "docker_image image-r.example.com/team/app:1.2-present"),
                Arguments.of(
                        new ReleaseStep.RenameContainer("7", "app", "app.old"),
                        "docker_container container-app-renamed"),
                Arguments.of(new ReleaseStep.CreateContainer(APP), "docker_container container-p-app-1-created"),
                Arguments.of(new ReleaseStep.StopContainer("7", "app"), "docker_container container-app-stopped"),
                Arguments.of(new ReleaseStep.SetFolderAside(folder), "file folder-/data/app-renamed"),
                Arguments.of(new ReleaseStep.StartContainer("app"), "docker_container container-app-running"),
                Arguments.of(new ReleaseStep.Prove(List.of("a", "b")), "docker_container container-a+b-proven"),
                Arguments.of(new ReleaseStep.RemoveContainer("7", "app"), "docker_container container-app-absent"),
                Arguments.of(new ReleaseStep.DeleteFolder(folder), "file folder-/data/app-absent"));
    }

    @ParameterizedTest
    @MethodSource("steps")
    void aStepNamesItsObjectAndItsTargetState(ReleaseStep step, String expected) {
        StepKey key = step.key();
        assertThat(key.id(key.module())).isEqualTo(expected.replace(' ', '-'));
        assertThat(key.id("docker-project-p@1")).isEqualTo("docker-project-p@1-" + expected.split(" ")[1]);
        assertThat(expected).endsWith(key.name() + "-" + key.function());
    }

    @Test
    void theCommitAndTheStepsOfTheWayBackHaveNone() {
        assertThat(new ReleaseStep.Commit("p", "1", "96a7191f").key()).isNull();
        assertThat(new ReleaseStep.RestoreContainer("7", "app", RestartPolicy.NO, true).key())
                .isNull();
        assertThat(new ReleaseStep.PutFolderBack(Path.of("/data")).key()).isNull();
    }

    @Test
    void aStepHasChangesOnlyWhereItsObjectIsNotInItsTargetState() throws Exception {
        StepKey key = StepKey.container("app", "running");
        List<String> applied = new ArrayList<>();
        Step step = new PlannedStep("id", key, List.of("before"), "start app", call -> {
            applied.add(call.jid());
            return null;
        });
        assertThat(step.check().changes()).isEqualTo(Map.of("app", "start app"));
        assertThat(applied).as("checked").isEmpty();
        assertThat(step.apply(Call.detached()).changes()).isEqualTo(Map.of("app", "start app"));
        assertThat(applied).hasSize(1);
        assertThat(step.requires()).containsExactly("before");
        Step unchanged = new PlannedStep("id", key, List.of(), null, call -> "");
        assertThat(unchanged.check().changes()).isEmpty();
        assertThat(unchanged.check().comment()).isEqualTo("app is as it should be");
    }

    @Test
    void aStepThatHasNothingToDoSaysWhyAndHasNoChanges() throws Exception {
        StepKey key = StepKey.container("app", "absent");
        Step step = new PlannedStep("id", key, List.of(), "remove app", call -> "there is nothing to do");
        assertThat(step.check().changes()).isNotEmpty();
        assertThat(step.apply(Call.detached()).changes()).isEmpty();
        assertThat(step.apply(Call.detached()).comment()).isEqualTo("there is nothing to do");
        assertThat(step.timing()).isNull();
    }

    @Test
    void theMarkerOfAReleaseSucceedsWithoutChanges() throws Exception {
        StepKey marker = StepKey.marker("p@1");
        Step step = new PlannedStep("p", marker, List.of(), "p@1 is applied", call -> null);
        assertThat(step.module() + " " + step.name() + " " + step.function())
                .isEqualTo("test docker:p@1 succeed_without_changes");
        assertThat(step.check().changes())
                .as("applied, so that a failure is shown")
                .isNotEmpty();
        assertThat(step.apply(Call.detached()).changes()).isEmpty();
        assertThat(step.apply(Call.detached()).comment()).isEqualTo("p@1 is applied");
    }

    @Test
    void aReleaseThatCannotBePlannedFailsInItsMarker() {
        Failure why = new Failure(DockerErrors.PORT_IN_USE, "port 80 is in use");
        Step step = ProjectRun.failing("p@1", why);
        assertThat(step.id()).isEqualTo("docker-project-p@1-released");
        assertThat(step.function()).isEqualTo("succeed_without_changes");
        assertThatThrownBy(step::check).isSameAs(why);
        assertThat(ProjectRun.label("p", "")).isEqualTo("p");
    }
}
