package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.docker.engine.ContainerState;
import io.outrider.docker.engine.EngineContainer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Containers from before a change: those that it keeps, and those that its way back starts again. */
final class KeptContainersTest extends RunningReleaseFixture {
    private static final ModelEngine.Behaviour EXITS = new ModelEngine.Behaviour("exited", 4, null, 0);

    private void become(String name, ContainerState state) {
        try {
            EngineContainer container = engine.named(name);
            engine.put(container, name, state, container.restart());
        } catch (Failure e) {
            throw new AssertionError(e);
        }
    }

    private static ContainerState running(String health, int restarts) {
        return new ContainerState("running", true, 0, health, restarts, "");
    }

    private String error() {
        return unit.reports.projects().get(0).get("error").toString();
    }

    @Test
    void aKeptContainerThatTheNewOnesBreakFailsTheRelease() throws Exception {
        engine.onStart = () -> become("log", ModelEngine.state("exited", 5));
        RunResult result = unit.change(unit.two);
        assertThat(result.failure().code()).isEqualTo("CONTAINER_EXITED");
        assertThat(result.failure()).hasMessageContaining("log ended with 5");
        engine.onStart = () -> {};
        become("log", running(null, 0));
        assertThat(unit.snapshot()).isEqualTo(before);
    }

    @Test
    void aKeptContainerThatRestartsFailsTheReleaseAndEarlierRestartsDoNot() throws Exception {
        become("log", running("unhealthy", 3));
        engine.onStart = () -> become("log", running("unhealthy", 4));
        assertThat(unit.change(unit.two).failure().code()).isEqualTo("CONTAINER_RESTARTS");
        engine.onStart = () -> {};
        assertThat(unit.change(unit.two).failure()).isNull();
    }

    @Test
    void aRestoredContainerThatEndsAtOnceIsReportedAsNotRestoredWithItsLines() throws Exception {
        engine.behaviours.put("r.io/web:2", EXITS);
        engine.behaviours.put("r.io/web:1", EXITS);
        engine.log.add("no data for hunter2");
        RunResult result = unit.change(unit.two);
        assertThat(result.failure().code()).isEqualTo("CONTAINER_EXITED");
        assertThat(result.failure()).hasMessageContaining("web-2 ended").hasMessageContaining("; web-1 from before");
        assertThat(result.logs()).containsExactly("no data for ***");
        assertThat(error()).contains("restored=false", "web-1");
        assertThat(engine.calls.get(engine.calls.size() - 1))
                .isEqualTo("logs " + engine.named("web-1").id());
        assertThat(folder.resolve("journals")).as("nothing else can be done").isEmptyDirectory();
    }

    @Test
    void soIsOneAfterAPowerCut() throws Exception {
        engine.onStart = () -> {
            throw new AssertionError("power cut");
        };
        try {
            unit.change(unit.two);
        } catch (AssertionError e) {
            engine.onStart = () -> {};
        }
        engine.behaviours.put("r.io/app:1", EXITS);
        unit.restart();
        assertThat(unit.applier.recover()).isTrue();
        assertThat(error()).contains("RELEASE_INTERRUPTED", "restored=false", "app from before");
    }

    @Test
    void aContainerThatDoesNotStartIsReportedWithItsLines() throws Exception {
        engine.refused.add("start id7");
        engine.log.add("exec format error");
        RunResult result = unit.change(unit.two);
        assertThat(result.failure().code()).isEqualTo("START_FAILED");
        assertThat(result.logs()).isEqualTo(List.of("exec format error"));
        assertThat(unit.snapshot()).isEqualTo(before);
    }
}
