package io.outrider.docker.apply;

import static io.outrider.docker.apply.ModelUnitFixture.project;
import static io.outrider.docker.apply.ModelUnitFixture.releases;
import static io.outrider.docker.apply.ModelUnitFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import io.outrider.testkit.Announces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

final class ReleaseApplierTest extends RunningReleaseFixture {
    @Test
    void aReleaseIsAppliedAndASecondTimeNothingIsTouched() throws Exception {
        RunResult result = unit.change(unit.two);
        assertThat(result.failure()).isNull();
        assertThat(unit.runsAllOf(unit.two, before)).isTrue();
        assertThat(unit.snapshot()).containsEntry("log", before.get("log")).containsEntry("data", "none");
        assertThat(unit.phase()).isEqualTo("applied");
        assertThat(result.steps()).allMatch(step -> step.failure() == null);
        assertThat(result.steps().get(result.steps().size() - 1).step()).isInstanceOf(ReleaseStep.DeleteFolder.class);

        Map<String, String> after = unit.snapshot();
        engine.calls.clear();
        assertThat(unit.change(unit.two).steps()).isEmpty();
        assertThat(engine.calls).containsOnly("containers", "images");
        assertThat(unit.snapshot()).isEqualTo(after);
    }

    @Test
    void betweenTheFirstStopAndTheLastStartTheEngineIsAskedForNothingElse() throws Exception {
        unit.change(unit.two);
        int first = engine.calls.indexOf(engine.calls.stream()
                .filter(call -> call.startsWith("stop"))
                .findFirst()
                .orElseThrow());
        List<String> calls = new ArrayList<>(engine.calls.subList(first, engine.calls.size()));
        calls.subList(calls.indexOf("container app"), calls.size()).clear();
        assertThat(calls).hasSize(5).allMatch(call -> call.startsWith("stop") || call.startsWith("start"));
    }

    @Test
    void theListenerSeesEachStepAndTheReportTheProbation() throws Exception {
        List<String> seen = new ArrayList<>();
        unit.applier.change(unit.two, releases(unit.two), new StepListener() {
            @Override
            public void started(ReleaseStep step) {
                if (step instanceof ReleaseStep.CreateContainer || step instanceof ReleaseStep.Prove) {
                    seen.add(step.getClass().getSimpleName() + " " + unit.phase());
                }
            }

            @Override
            public void ended(ReleaseStepResult result) {
                if (result.step() instanceof ReleaseStep.Prove) {
                    seen.add("took " + result.took().toSeconds());
                }
            }
        });
        assertThat(seen)
                .containsExactly("CreateContainer applying", "CreateContainer applying", "Prove probation", "took 10");
    }

    @Test
    void aContainerThatEndsIsReportedWithItsLastLinesAndWithoutItsSecrets() throws Exception {
        engine.behaviours.put("r.io/web:2", new ModelEngine.Behaviour("exited", 3, null, 0));
        engine.log.addAll(List.of("connecting with hunter2", "refused"));
        RunResult result = unit.change(unit.two);
        assertThat(result.failure().code()).isEqualTo("CONTAINER_EXITED");
        assertThat(result.logs()).containsExactly("connecting with ***", "refused");
        assertThat(unit.snapshot()).isEqualTo(before);
        assertThat(unit.reports.projects().get(0).get("error").toString())
                .contains("CONTAINER_EXITED", "connecting with ***", "restored=true");
    }

    @Test
    void aReleaseThatFailedThreeTimesIsSuspendedUntilItIsWantedByHandOrANewOneComes() throws Exception {
        engine.behaviours.put("r.io/web:2", new ModelEngine.Behaviour("exited", 3, null, 0));
        for (int i = 0; i < 3; i++) {
            assertThat(unit.store.suspension(unit.two)).isEmpty();
            unit.change(unit.two);
        }
        unit.restart();
        assertThat(unit.store.suspension(unit.two))
                .get()
                .extracting(Failure::code)
                .isEqualTo("RELEASE_SUSPENDED");
        assertThat(unit.store.suspension(project("3", List.of()))).isEmpty();
        unit.store.resume("p");
        assertThat(unit.store.suspension(unit.two)).isEmpty();
    }

    @Test
    void aFailureBeforeTheFirstStopIsTriedWithoutLimit() throws Exception {
        engine.refused.addAll(
                List.of("create web-2", "policy " + engine.named("app").id() + " no"));
        for (int i = 0; i < 5; i++) {
            assertThat(unit.change(unit.two).failure().code()).isEqualTo("ENGINE_FAILED");
            engine.refused.remove("create web-2");
        }
        assertThat(unit.store.suspension(unit.two)).isEmpty();
    }

    @Test
    void anyFailureAfterTheFirstStopIsCounted() throws Exception {
        int stop = firstCall("stop");
        for (ErrorCode code : List.of(DockerErrors.ENGINE_SLOW, DockerErrors.ENGINE_FAILED, DockerErrors.ENGINE_DISK)) {
            assertThat(unit.store.suspension(unit.two)).isEmpty();
            engine.fault(stop, 1, false, () -> {
                throw new Failure(code, "no");
            });
            assertThat(unit.change(unit.two).failure().code()).isEqualTo(code.name());
            assertThat(unit.snapshot()).isEqualTo(before);
        }
        assertThat(unit.store.suspension(unit.two)).isPresent();
    }

    @Test
    void aFailureWhoseWayBackFailsTooIsCounted() throws Exception {
        engine.behaviours.put("r.io/web:2", new ModelEngine.Behaviour("exited", 3, null, 0));
        String start = "start " + engine.named("web-1").id();
        for (int i = 0; i < 3; i++) {
            engine.refused.add(start);
            assertThat(unit.change(unit.two).failure().code()).isEqualTo("WAY_BACK_FAILED");
            engine.refused.clear();
            assertThat(unit.applier.recover()).isTrue();
        }
        assertThat(unit.store.suspension(unit.two)).isPresent();
    }

    @Test
    void aStartThatTheEngineRefusesIsAFailureOfTheContainer() throws Exception {
        engine.refused.add("start id7");
        RunResult result = unit.change(unit.two);
        assertThat(result.failure().code()).isEqualTo("START_FAILED");
        assertThat(result.failure().getMessage()).contains("does not start");
        assertThat(unit.snapshot()).isEqualTo(before);
    }

    @Test
    void noSecretOfAContainerIsInTheEnginesWords() throws Exception {
        for (String call : List.of("create", "start")) {
            engine.fault(firstCall(call), 1, false, () -> {
                throw new Failure(DockerErrors.ENGINE_REFUSED, "exec: hunter2: not found");
            });
            RunResult result = unit.change(unit.two);
            assertThat(result.failure().getMessage())
                    .as(call)
                    .contains("not found")
                    .doesNotContain("hunter2");
            assertThat(unit.reports.projects().toString()).doesNotContain("hunter2");
        }
    }

    @Test
    void aStopThatWasInterruptedEndsBeforeTheContainerIsStartedAgain() throws Exception {
        int stop = firstCall("stop");
        engine.fault(stop, 1, false, () -> {
            throw new InterruptedException();
        });
        engine.calls.clear();
        assertThatThrownBy(() -> unit.change(unit.two)).isInstanceOf(InterruptedException.class);
        String id = engine.calls.get(stop).substring("stop ".length());
        assertThat(engine.calls.subList(stop + 1, engine.calls.size()))
                .containsSubsequence("stop " + id, "start " + id);
        assertThat(unit.snapshot()).isEqualTo(before);
    }

    /** Index of the first such call of a change to release 2. */
    private int firstCall(String kind) throws Exception {
        ModelUnitFixture other =
                new ModelUnitFixture(Files.createDirectory(folder.resolve("other-" + kind))).withReleaseOne();
        other.change(other.two);
        return (int) other.engine.calls.stream()
                .takeWhile(call -> !call.startsWith(kind))
                .count();
    }

    @Test
    void anInterruptBeforeTheFirstStepTouchesNothing() throws Exception {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> unit.change(unit.two)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(unit.snapshot()).isEqualTo(before);
    }

    @Test
    void aChangeWithoutItsImagesTouchesNothingAndAPullBringsThem() throws Exception {
        Project four = project("4", List.of(), spec("app", "app", "4"));
        assertThat(unit.change(four).failure().code()).isEqualTo("PULL_FAILED");
        assertThat(unit.snapshot()).isEqualTo(before);

        engine.registry.put("r.io/app:4", ModelEngine.imageOf("r.io/app:4", "4"));
        Releases releases = releases(four);
        ReleasePlan plan = unit.applier.plan(four, releases, unit.applier.observe(releases, Map.of()));
        List<String> progress = new ArrayList<>();
        for (ReleaseStep step : plan.prepare()) {
            unit.applier.prepare(
                    four,
                    step,
                    (done, total) -> progress.add(
                            done + "/" + total + unit.reports.projects().get(0).get("progress")));
        }
        assertThat(progress).hasSize(1).first().asString().contains("50/100{", "done=50");
        assertThat(unit.store.owned()).containsExactlyInAnyOrder("r.io/app:4", "r.io/app@sha256:d4");
        assertThat(unit.change(four).failure()).isNull();
        assertThat(unit.runsAllOf(four, before)).isTrue();
    }

    @Test
    void anImageThatCannotBePulledFailsUnlessItIsAFallbacks() throws Exception {
        ReleaseStep needed = new ReleaseStep.PullImage(spec("x", "x", "1").image(), null, false);
        ReleaseStep optional = new ReleaseStep.PullImage(spec("x", "x", "1").image(), null, true);
        assertThatThrownBy(() -> unit.applier.prepare(unit.two, needed, (done, total) -> {}))
                .isInstanceOf(Failure.class);
        unit.applier.prepare(unit.two, optional, (done, total) -> {});
        assertThat(engine.calls.stream().filter("pull r.io/x:1"::equals)).hasSize(2);
    }

    @Test
    void aSymbolicLinkInAPurgedPathIsRefusedBeforeAnythingIsTouched() throws Exception {
        Files.move(folder.resolve("data"), folder.resolve("elsewhere"));
        Files.createDirectory(folder.resolve("data"));
        Files.createSymbolicLink(folder.resolve("data/app"), folder.resolve("elsewhere/app"));
        engine.calls.clear();
        assertThat(unit.change(unit.two).failure().code()).isEqualTo("PURGE_FORBIDDEN");
        assertThat(engine.calls).containsOnly("containers", "images");
        assertThat(folder.resolve("elsewhere/app/file")).exists();
    }

    @Test
    void dataThatTheNewContainerWroteGoesAndTheOldComesBack() throws Exception {
        engine.behaviours.put("r.io/web:2", new ModelEngine.Behaviour("running", 0, "unhealthy", 0));
        engine.onStart = () -> {
            try {
                Files.createDirectories(unit.purged);
                Files.writeString(unit.purged.resolve("file"), "new");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        Failure failure = unit.change(unit.two).failure();
        assertThat(failure.code()).isEqualTo("CONTAINER_UNHEALTHY");
        assertThat(failure).as("without log").hasMessageEndingWith("fails; it has no log lines");
        engine.onStart = () -> {};
        assertThat(unit.snapshot()).containsEntry("aside", "false");
        assertThat(engine.named("web-1").state().running()).isTrue();
    }

    @Test
    void aProjectThatIsNoLongerDesiredIsRemovedAndForgotten() throws Exception {
        Project gone = new Project("p", "", "", List.of(), List.of(), List.of());
        assertThat(unit.applier.change(gone, releases(), StepListener.NONE).failure())
                .isNull();
        assertThat(engine.containers.values()).extracting("name").containsOnly("other", "legacy-2");
        assertThat(unit.store.applied()).isEmpty();
        assertThat(unit.applier.change(gone, releases(), StepListener.NONE).steps())
                .isEmpty();
    }

    @Test
    void aSecondChangeWaitsForTheEndOfTheFirst() throws Exception {
        List<Object> failures = new CopyOnWriteArrayList<>();
        Thread other = new Thread(() -> {
            try {
                failures.add(String.valueOf(unit.change(unit.one).failure()));
            } catch (InterruptedException e) {
                failures.add(e);
            }
        });
        unit.applier.change(unit.two, releases(unit.two), new StepListener() {
            @Override
            public void started(ReleaseStep step) {
                if (step instanceof ReleaseStep.Prove) {
                    other.start();
                }
            }

            @Override
            public void ended(ReleaseStepResult result) {
                failures.add(String.valueOf(result.failure()));
            }
        });
        other.join();
        assertThat(failures).containsOnly("null").hasSizeGreaterThan(10);
        assertThat(unit.store.applied().getOrDefault("p", "")).isEqualTo("hash1");
    }

    @Test
    void aDamagedJournalIsReportedAndSetAsideAndTheReleaseAppliedAnew() throws Exception {
        Path journal = folder.resolve("journals/p.journal");
        Files.createDirectories(journal.getParent());
        Files.writeString(journal, "{\"begin\":\n{}\n");
        assertThat(unit.applier.recover()).isFalse();
        assertThat(folder.resolve("journals/p.journal.damaged")).exists();
        assertThat(unit.snapshot()).isEqualTo(before);
        assertThat(unit.applier.recover()).isTrue();
        assertThat(unit.change(unit.two).failure()).isNull();
    }

    @Test
    void aCommitThatTheStoreDoesNotKnowYetIsFinishedByTheNextStart() throws Exception {
        engine.fault(firstCall("remove"), 1, false, () -> {
            throw new AssertionError("power cut");
        });
        assertThatThrownBy(() -> unit.change(unit.two)).hasMessage("power cut");
        Files.delete(folder.resolve("store/p.project.json"));
        unit.restart();
        assertThat(unit.applier.recover()).isTrue();
        assertThat(unit.runsAllOf(unit.two, before)).as("%s", unit.snapshot()).isTrue();
        assertThat(unit.phase()).isEqualTo("applied");
    }

    @Test
    void aDiskThatCannotBeWrittenIsReportedBeforeAnythingIsTouched() throws Exception {
        Files.move(folder.resolve("journals"), folder.resolve("elsewhere"));
        Files.writeString(folder.resolve("journals"), "a file");
        assertThat(unit.change(unit.two).failure().code()).isEqualTo("RELEASE_DISK");
        assertThat(unit.snapshot()).isEqualTo(before);
    }

    @Test
    void aCleanUpThatFailsMakesNoReleaseFail() throws Exception {
        ObjectNode body = spec("left", "app", "1").config().deepCopy();
        for (String policy : List.of("always", "no")) { // with the first there is something to commit
            body.withObject("/HostConfig/RestartPolicy").put("Name", policy);
            String id = engine.create("left", body);
            engine.refused.add("remove " + id);
            assertThat(unit.change(unit.one).failure()).isNull();
            assertThat(unit.phase()).isEqualTo("applied");
            assertThat(unit.applier.recover()).isEqualTo(policy.equals("no"));
            engine.refused.clear();
            assertThat(unit.applier.recover()).isTrue();
            unit.change(unit.one);
            assertThat(engine.containers).doesNotContainKey(id);
        }
    }

    @Test
    @Announces("fault in a release of p")
    void aFaultOfTheProgramIsTakenBackToo() throws Exception {
        engine.onStart = () -> {
            engine.onStart = () -> {};
            throw new IllegalStateException("a bug");
        };
        RunResult result = unit.change(unit.two);
        assertThat(result.failure().code()).isEqualTo("FAULT");
        assertThat(result.failure().getMessage()).doesNotContain("Exception", "a bug");
        assertThat(unit.snapshot()).isEqualTo(before);
    }

    @Test
    void aRunHasAnIdThatNoContainerHasThoughTheClockStandsStill() throws Exception {
        unit.change(unit.two);
        unit.change(project("3", List.of(), spec("app", "app", "3"), spec("log", "app", "1")));
        assertThat(engine.containers.values().stream().map(c -> c.labels().get("io.outrider.run")))
                .doesNotHaveDuplicates();
    }
}
