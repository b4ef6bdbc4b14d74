package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.errors.DockerErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** Every fault at every call of the engine. */
final class ReleaseFaultsTest {
    /** End of the daemon in the middle of a call. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static final ModelEngine.Fault KILL = () -> {
        throw new Killed();
    };
    private static final ModelEngine.Fault ENGINE_FAILS = () -> {
        throw new Failure(DockerErrors.ENGINE_FAILED, "the engine has a fault");
    };
    private static final ModelEngine.Fault ENGINE_GONE = () -> {
        throw new Failure(DockerErrors.ENGINE_ABSENT, "no engine answers");
    };
    private static final ModelEngine.Fault INTERRUPT = () -> {
        throw new InterruptedException();
    };

    /** In memory: these tests force thousands of files to the disk. */
    static final class SharedMemory implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            return Files.createTempDirectory(Path.of("/dev/shm"), "release-faults");
        }
    }

    @TempDir(factory = SharedMemory.class)
    Path folder;

    private ModelUnitFixture unit(int number, boolean late) throws Exception {
        return new ModelUnitFixture(Files.createDirectory(folder.resolve(number + "-" + late))).withReleaseOne();
    }

    private interface FaultCase {
        /** @return false if the fault was not reached: there are no more calls */
        boolean run(int call, boolean late) throws Exception;
    }

    /** @return number of calls that were tried */
    private static int everywhere(FaultCase faultCase) throws Exception {
        int call = 0;
        while (faultCase.run(call, false) & faultCase.run(call, true)) {
            call++;
        }
        return call;
    }

    private static void endsAllNew(ModelUnitFixture unit, Map<String, String> before) throws Exception {
        unit.engine.noFault();
        while (!unit.applier.recover()) {
            assertThat(unit.engine.calls).hasSizeLessThan(1000);
        }
        assertThat(unit.change(unit.two).failure()).isNull();
        assertThat(unit.runsAllOf(unit.two, before)).as("%s", unit.snapshot()).isTrue();
        assertThat(unit.folder.resolve("journals")).isEmptyDirectory();
    }

    @Test
    void anErrorAtAnyCallEndsAllOldAndTheNextAttemptAllNew() throws Exception {
        int calls = everywhere((call, late) -> {
            ModelUnitFixture unit = unit(call, late);
            Map<String, String> before = unit.snapshot();
            unit.engine.fault(call, 1, late, ENGINE_FAILS);
            RunResult result = unit.change(unit.two);
            boolean reached = unit.engine.reached();
            if (result.failure() != null) {
                assertThat(unit.snapshot()).as("call %s %s", call, late).isEqualTo(before);
                assertThat(unit.phase()).isEqualTo("failed");
                assertThat(unit.folder.resolve("journals")).isEmptyDirectory();
            } else {
                assertThat(unit.store.applied().getOrDefault("p", "")).isEqualTo("hash2");
                assertThat(unit.phase()).isEqualTo("applied");
            }
            endsAllNew(unit, before);
            return reached;
        });
        assertThat(calls).isGreaterThan(20);
    }

    @Test
    void anInterruptAtAnyCallEndsAllOldOrAllNew() throws Exception {
        everywhere((call, late) -> {
            ModelUnitFixture unit = unit(call, late);
            Map<String, String> before = unit.snapshot();
            unit.engine.fault(call, 1, late, INTERRUPT);
            boolean interrupted = false;
            try {
                unit.change(unit.two);
                interrupted = Thread.interrupted();
                assertThat(unit.store.applied().getOrDefault("p", "")).isEqualTo("hash2");
            } catch (InterruptedException e) {
                interrupted = true;
                assertThat(unit.snapshot()).as("call %s %s", call, late).isEqualTo(before);
                assertThat(unit.phase()).isEqualTo("waiting");
            }
            boolean reached = unit.engine.reached();
            assertThat(interrupted).isEqualTo(reached);
            endsAllNew(unit, before);
            return reached;
        });
    }

    @Test
    void aKillAtAnyCallIsTakenBackOrFinishedByTheNextStart() throws Exception {
        everywhere((call, late) -> {
            ModelUnitFixture unit = unit(call, late);
            Map<String, String> before = unit.snapshot();
            boolean reached = killed(unit, call, late);
            unit.restart();
            unit.engine.noFault();
            assertThat(unit.applier.recover()).isTrue();
            if (unit.store.applied().getOrDefault("p", "").equals("hash1")) {
                assertThat(unit.snapshot()).as("call %s %s", call, late).isEqualTo(before);
            } else {
                assertThat(unit.runsAllOf(unit.two, before))
                        .as("call %s %s", call, late)
                        .isTrue();
            }
            endsAllNew(unit, before);
            return reached;
        });
    }

    @Test
    void aKillInTheRecoveryFromAKillIsRecoveredFrom() throws Exception {
        for (int first = 4; first < 24; first += 6) {
            int kill = first;
            int number = 100 * first;
            everywhere((call, late) -> {
                ModelUnitFixture unit = unit(number + call, late);
                Map<String, String> before = unit.snapshot();
                killed(unit, kill, late);
                unit.restart();
                unit.engine.fault(call, 1, late, KILL);
                boolean reached = false;
                try {
                    unit.applier.recover();
                } catch (Killed e) {
                    reached = true;
                }
                unit.restart();
                unit.engine.noFault();
                assertThat(unit.applier.recover()).isTrue();
                if (unit.store.applied().getOrDefault("p", "").equals("hash1")) {
                    assertThat(unit.snapshot()).as("kills %s %s", kill, call).isEqualTo(before);
                }
                endsAllNew(unit, before);
                return reached;
            });
        }
    }

    private static boolean killed(ModelUnitFixture unit, int call, boolean late) throws InterruptedException {
        unit.engine.fault(call, 1, late, KILL);
        try {
            unit.change(unit.two);
            return false;
        } catch (Killed e) {
            return true;
        }
    }

    @Test
    void theWayBackWaitsForAnEngineThatRestarts() throws Exception {
        everywhere((call, late) -> {
            ModelUnitFixture unit = unit(call, late);
            Map<String, String> before = unit.snapshot();
            unit.engine.fault(call, 20, late, ENGINE_GONE);
            RunResult result = unit.change(unit.two);
            boolean reached = unit.engine.reached();
            if (result.failure() != null) {
                assertThat(unit.snapshot()).as("call %s %s", call, late).isEqualTo(before);
                assertThat(result.failure().code()).isEqualTo("ENGINE_ABSENT");
            }
            endsAllNew(unit, before);
            return reached;
        });
    }

    @Test
    void anEngineThatStaysAwayIsReportedAndTheWayBackIsTakenLater() throws Exception {
        ModelUnitFixture unit = unit(1, true);
        Map<String, String> before = unit.snapshot();
        unit.engine.fault(12, 100_000, false, ENGINE_GONE);
        RunResult result = unit.change(unit.two);
        assertThat(result.failure().code()).isEqualTo("WAY_BACK_FAILED");
        assertThat(unit.reports.projects().get(0).get("error").toString()).contains("restored=false");
        assertThat(unit.applier.recover()).isFalse();
        assertThat(unit.change(unit.two).failure().code()).isEqualTo("WAY_BACK_FAILED");
        unit.engine.noFault();
        assertThat(unit.applier.recover()).isTrue();
        assertThat(unit.snapshot()).isEqualTo(before);
        assertThat(unit.reports.projects().get(0).get("error").toString())
                .contains("RELEASE_INTERRUPTED", "restored=true");
    }

    @Test
    void oneContainerThatCannotBeRestoredDoesNotKeepTheOthersFromRunning() throws Exception {
        ModelUnitFixture unit = unit(1, true);
        unit.engine.refused.add("start " + unit.engine.named("web-1").id());
        unit.engine.behaviours.put("r.io/app:2", new ModelEngine.Behaviour("exited", 1, null, 0));
        assertThat(unit.change(unit.two).failure().code()).isEqualTo("WAY_BACK_FAILED");
        assertThat(unit.snapshot().get("web-1")).contains(" exited ");
        assertThat(unit.snapshot().get("app")).endsWith(" running unless-stopped r.io/app:1");
        assertThat(unit.snapshot().get("legacy-2")).contains(" running always ");
        unit.restart();
        unit.engine.refused.clear();
        assertThat(unit.applier.recover()).isTrue();
        assertThat(unit.snapshot().get("web-1")).contains(" running unless-stopped ");
    }

    @Test
    void oneContainerThatCannotBeStoppedDoesNotKeepTheOthersFromRunning() throws Exception {
        ModelUnitFixture unit = unit(1, true);
        String web = unit.engine.named("web-1").id();
        unit.engine.refused.add("stop " + web);
        assertThat(unit.change(unit.two).failure().code()).isEqualTo("WAY_BACK_FAILED");
        Path journal = unit.folder.resolve("journals/p.journal");
        long size = Files.size(journal);
        for (int i = 0; i < 3; i++) {
            assertThat(unit.snapshot().get("app")).endsWith(" running unless-stopped r.io/app:1");
            assertThat(unit.snapshot().get("legacy-2")).contains(" running always ");
            assertThat(unit.snapshot()).doesNotContainKey("web-2");
            unit.engine.calls.clear();
            assertThat(unit.applier.recover()).isFalse();
            assertThat(unit.engine.calls.stream().filter(call -> call.startsWith("stop ")))
                    .as("the others are not stopped again")
                    .containsExactly("stop " + web);
        }
        assertThat(journal).hasSize(size);
        unit.engine.refused.clear();
        assertThat(unit.applier.recover()).isTrue();
        assertThat(unit.snapshot().get("web-1")).contains(" running unless-stopped ");
    }

    @Test
    void theFirstOfSeveralFailedStopsIsReportedByTheNameOfItsContainer() throws Exception {
        ModelUnitFixture unit = unit(1, true);
        for (String name : List.of("app", "web-1")) {
            unit.engine.refused.add("stop " + unit.engine.named(name).id());
        }
        String first = "the engine fails: stop legacy-2";
        unit.engine.refused.add("stop " + unit.engine.named("legacy-2").id());
        assertThat(unit.change(unit.two).failure()).hasMessageContainingAll(first + ";", first + "; it is tried again");
        unit.restart();
        assertThat(unit.applier.recover()).isFalse();
        assertThat(unit.reports.projects().get(0).get("error").toString()).contains(first + "; it is tried again");
        unit.engine.refused.clear();
        assertThat(unit.applier.recover()).isTrue();
    }

    @Test
    void containersOfAReleaseThatAnEngineLeftStoppedRunAfterTheWayBackAndOthersStayStopped() throws Exception {
        ModelUnitFixture unit = unit(1, true);
        for (String name : List.of("app", "web-1", "legacy-2")) {
            EngineContainer c = unit.engine.named(name);
            unit.engine.put(c, name, ModelEngine.state("exited", 0), c.restart());
        }
        unit.engine.behaviours.put("r.io/web:2", new ModelEngine.Behaviour("exited", 1, null, 0));
        assertThat(unit.change(unit.two).failure().code()).isEqualTo("CONTAINER_EXITED");
        assertThat(unit.snapshot().get("app")).endsWith(" running unless-stopped r.io/app:1");
        assertThat(unit.snapshot().get("web-1")).endsWith(" running unless-stopped r.io/web:1");
        assertThat(unit.snapshot().get("legacy-2")).as("no release's").contains(" exited always ");
    }
}
