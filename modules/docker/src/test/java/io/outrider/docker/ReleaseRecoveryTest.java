package io.outrider.docker;

import static io.outrider.docker.ReleaseManagerTest.project;
import static io.outrider.docker.ReleaseManagerTest.releases;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.docker.apply.ReleaseStore;
import io.outrider.docker.apply.StepListener;
import io.outrider.docker.engine.ContainerState;
import io.outrider.docker.engine.Engine.EngineInfo;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.functions.StubEngine;
import io.outrider.docker.release.Releases;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that had no end, and the thread that takes them back, without an engine. */
class ReleaseRecoveryTest {
    @TempDir
    private Path data;

    private ReleaseManager manager;

    /** Engine with one container, stopped by the run of {@link #leaveRun}, that does not start. */
    private static class StoppedEngine extends StubEngine {
        final AtomicBoolean starts = new AtomicBoolean();
        final AtomicBoolean faulty = new AtomicBoolean(); // in its next answer

        @Override
        public EngineInfo info() {
            answer();
            return new EngineInfo("stub", "1", "linux", "amd64", "", "");
        }

        @Override
        public List<EngineContainer> containers() throws InterruptedException {
            answer();
            ContainerState state =
                    new ContainerState(starts.get() ? "running" : "exited", starts.get(), 0, null, 0, "");
            JsonNode none = ReleaseUnit.JSON.createObjectNode();
            return List.of(new EngineContainer(
                    "c1", "old", "app:1", "sha256:1", Map.of(), state, RestartPolicy.NO, none, none));
        }

        private void answer() {
            if (faulty.getAndSet(false)) {
                throw new IllegalStateException();
            }
        }

        @Override
        public List<EngineImage> images() {
            return List.of();
        }

        @Override
        public void restartPolicy(String id, RestartPolicy policy) {
            // as it is
        }
    }

    /** A run of the project has stopped the container, and was cut off. */
    private void leaveRun(String project) throws Exception {
        Files.writeString(data.resolve(project + ".journal"), """
                {"@type":"RunJournalEntry$Begun","run":"r","release":{"name":"%s","version":"2","version_hash":"hash-2",\
                "containers":[],"fallback":[],"initial":[]}}
                {"@type":"RunJournalEntry$Stopped","id":"c1","name":"old","policy":{"name":"no","retries":0},"ran":true}
                """.formatted(project));
    }

    @Test
    @Announces("release of fleet failed: .*it is pulled with the next attempt \\(PULL_FAILED\\)")
    void aProjectThatCannotBeTakenBackHoldsUpNoOther() throws Exception {
        manager = ReleaseManagerTest.manager(data, new StoppedEngine());
        leaveRun("side");
        Releases desired = releases(project("fleet", "1"));
        manager.desire(desired);
        assertThat(manager.change(desired.projects().get(0), desired, StepListener.NONE)
                        .failure()
                        .code())
                .as("its own failure")
                .isEqualTo("PULL_FAILED");
        assertThat(manager.isRecovered()).isFalse();
        assertThat(data.resolve("side.journal")).exists();
    }

    @Test
    @Announces("fault in the way back of .*a.journal")
    void aJournalWithAFaultHoldsUpNoOther() throws Exception {
        StoppedEngine engine = new StoppedEngine();
        engine.faulty.set(true);
        engine.starts.set(true);
        manager = ReleaseManagerTest.manager(data, engine);
        leaveRun("a");
        leaveRun("b");
        assertThat(manager.recover()).isFalse();
        assertThat(data.resolve("a.journal")).exists();
        assertThat(data.resolve("b.journal")).doesNotExist();
        assertThat(manager.recover()).isTrue();
    }

    @Test
    void aRunThatIsCancelledAndNotTakenBackIsNotForgotten() throws Exception {
        manager = ReleaseManagerTest.manager(data, new StoppedEngine() {
            @Override
            public List<EngineContainer> containers() throws InterruptedException {
                leave();
                throw new InterruptedException();
            }

            private void leave() {
                try {
                    leaveRun("fleet");
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        });
        Releases desired = releases(project("fleet", "1"));
        manager.desire(desired);
        assertThat(manager.recover()).isTrue();
        assertThatThrownBy(() -> manager.change(desired.projects().get(0), desired, StepListener.NONE))
                .isInstanceOf(InterruptedException.class);
        assertThat(manager.isRecovered()).isFalse();
    }

    @Test
    void theContainersOfAProjectThatIsToBeTakenBackAreNotChangedByHand() throws Exception {
        StoppedEngine engine = new StoppedEngine();
        manager = ReleaseManagerTest.manager(data, engine);
        manager.desire(releases(project("fleet", "1"), project("side", "1")));
        EngineContainer own = ReleaseManagerTest.old("fleet", "1");
        assertThat(manager.isChanging(own)).isFalse();
        leaveRun("fleet");
        assertThat(manager.isChanging(own)).isTrue();
        assertThat(manager.isChanging(ReleaseManagerTest.old("side", "1"))).isFalse();
        engine.starts.set(true);
        assertThat(manager.recover()).isTrue();
        assertThat(manager.isChanging(own)).isFalse();
    }

    private ReleaseWorker work(StubEngine engine) {
        PullBudget budget = new PullBudget(data.resolve("pulled"), 0, () -> 0, Clock.systemUTC());
        PullWindow window = new PullWindow("any", List.of(), data, budget);
        ReleaseWorker worker = new ReleaseWorker(
                manager, engine, new ReleaseStore(data.resolve("releases")), window, Clock.systemUTC(), () -> {});
        worker.start();
        return worker;
    }

    @Test
    void theWorkerGoesOnAndTriesTheWayBackAgainMeanwhile() throws Exception {
        StoppedEngine engine = new StoppedEngine();
        manager = ReleaseManagerTest.manager(data, engine);
        leaveRun("side");
        try (ReleaseWorker worker = work(engine)) {
            Await.until("the round goes on", () -> worker.engine() != null);
            assertThat(worker.failure()).isNull();
            assertThat(manager.isRecovered()).isFalse();
            engine.starts.set(true);
            Await.until("it is taken back", manager::isRecovered);
        }
        assertThat(data.resolve("side.journal")).doesNotExist();
    }

    @Test
    @Announces("the round of releases failed")
    void aFaultOfARoundIsAProblemOfTheUnit() throws Exception {
        StoppedEngine engine = new StoppedEngine();
        engine.faulty.set(true);
        manager = ReleaseManagerTest.manager(data, engine);
        try (ReleaseWorker worker = work(engine)) {
            Await.until("it is seen", () -> worker.failure() != null);
        }
    }
}
