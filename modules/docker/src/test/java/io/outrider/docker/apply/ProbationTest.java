package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.docker.engine.ContainerState;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.testkit.ManualTicker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProbationTest {
    @TempDir
    Path folder;

    private ModelEngine engine;
    private ManualTicker ticker;
    private final Map<String, ContainerState> before = new HashMap<>();

    @BeforeEach
    void releaseOneRuns() throws Exception {
        ModelUnitFixture unit = new ModelUnitFixture(folder).withReleaseOne();
        engine = unit.engine;
        ticker = new ManualTicker();
    }

    private void become(String status, int exitCode, String health, int restarts) throws Exception {
        EngineContainer c = engine.named("app");
        boolean running = status.equals("running");
        engine.put(c, "app", new ContainerState(status, running, exitCode, health, restarts, ""), c.restart());
    }

    private String verdict(String... names) throws Exception {
        Probation.Rejection rejection = new Probation(
                        engine, ticker, Duration.ofSeconds(10), Duration.ofSeconds(60), before)
                .watch(List.of(names));
        return rejection == null ? "passed" : rejection.code().name();
    }

    private long seconds() {
        return Duration.ofNanos(ticker.nanos()).toSeconds();
    }

    @Test
    void containersThatRunPassWhenTheTimeIsOver() throws Exception {
        assertThat(verdict("app", "web-1", "log")).isEqualTo("passed");
        assertThat(seconds()).isEqualTo(10);
        assertThat(engine.calls).hasSizeLessThan(70);
    }

    @Test
    void eachWayToFailHasItsCode() throws Exception {
        become("exited", 1, null, 0);
        assertThat(verdict("app")).isEqualTo("CONTAINER_EXITED");
        become("exited", 0, null, 0);
        assertThat(verdict("app")).isEqualTo("CONTAINER_EXITED");
        become("restarting", 1, null, 0);
        assertThat(verdict("app")).isEqualTo("CONTAINER_RESTARTS");
        become("running", 0, null, 1);
        assertThat(verdict("app")).isEqualTo("CONTAINER_RESTARTS");
        become("running", 0, "unhealthy", 0);
        assertThat(verdict("app")).isEqualTo("CONTAINER_UNHEALTHY");
        assertThat(verdict("absent")).isEqualTo("CONTAINER_EXITED");
        assertThat(seconds()).isZero();
    }

    @Test
    void theSentenceNamesTheLogLinesWhereThereAreSome() {
        Probation.Rejection rejection =
                new Probation.Rejection("app", DockerErrors.CONTAINER_EXITED, "app ended with 7", null);
        assertThat(rejection.failure(List.of("no config")))
                .hasMessage("app ended with 7; its last log lines are in the report");
        assertThat(rejection.failure(List.of())).hasMessage("app ended with 7; it has no log lines");
        assertThat(new Probation.Rejection("app", DockerErrors.CONTAINER_EXITED, "app is gone", "release it anew")
                        .failure(List.of("a line")))
                .hasMessage("app is gone; release it anew");
    }

    @Test
    void aKeptContainerThatCrashedInALoopBeforeCrashesOn() throws Exception {
        before.put("app", new ContainerState("running", true, 0, null, 57, ""));
        become("running", 0, null, 58);
        assertThat(verdict("app")).isEqualTo("passed");
        before.put("app", new ContainerState("restarting", true, 1, null, 1, ""));
        assertThat(verdict("app")).isEqualTo("passed");
        before.put("app", new ContainerState("running", true, 0, null, 1, ""));
        become("running", 0, null, 2);
        assertThat(verdict("app")).as("it ran well before").isEqualTo("CONTAINER_RESTARTS");
    }

    @Test
    void aTaskWithThePolicyOnFailureThatEndsWithZeroPasses() throws Exception {
        EngineContainer task = ModelUnitFixture.containerWithPolicy(engine, "task", "on-failure");
        engine.put(task, "task", ModelEngine.state("exited", 0), task.restart());
        assertThat(verdict("task")).isEqualTo("passed");
        engine.put(task, "task", ModelEngine.state("exited", 2), task.restart());
        assertThat(verdict("task")).isEqualTo("CONTAINER_EXITED");
    }

    @Test
    void aContainerWithAHealthCheckGetsLongerAndMustBecomeHealthy() throws Exception {
        become("running", 0, "starting", 0);
        assertThat(verdict("app", "log")).isEqualTo("CONTAINER_UNHEALTHY");
        assertThat(seconds()).isEqualTo(60);
        become("running", 0, "healthy", 0);
        assertThat(verdict("app", "log")).isEqualTo("passed");
        assertThat(seconds()).isEqualTo(70);
    }

    @Test
    void anEndWithinTheTimeIsSeen() throws Exception {
        engine.fault(6, 1, true, () -> {
            EngineContainer c = engine.containers.values().stream()
                    .filter(each -> each.name().equals("app"))
                    .findFirst()
                    .orElseThrow();
            engine.put(c, "app", ModelEngine.state("exited", 9), c.restart());
        });
        assertThat(verdict("app")).isEqualTo("CONTAINER_EXITED");
        assertThat(seconds()).isEqualTo(3);
    }

    @Test
    void manyContainersAreAskedFewTimesASecond() throws Exception {
        engine.calls.clear();
        String[] names = IntStream.range(0, 50).mapToObj(i -> "app").toArray(String[]::new);
        assertThat(verdict(names)).isEqualTo("passed");
        assertThat(engine.calls.size()).isLessThanOrEqualTo(100);
    }
}
