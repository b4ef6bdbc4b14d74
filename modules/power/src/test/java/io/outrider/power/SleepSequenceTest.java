package io.outrider.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.CommonErrors;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SleepSequenceTest {
    private static final ErrorCode NO_UPLOAD = new ErrorCode("NO_UPLOAD", Failure.Actor.OPERATOR, "", "");

    private static final int LONG = 1_000_000_000; // as a sequence that waits moves the ticker

    @TempDir
    Path folder;

    private static Map<String, Object> steps(PowerUnit unit) {
        return PowerUnit.map(PowerUnit.map(unit.status().get("last_sequence")).get("steps"));
    }

    /** Script that writes its arguments to the file. */
    private List<String> command(Path file, String... arguments) {
        java.util.ArrayList<String> argv =
                new java.util.ArrayList<>(List.of("/bin/sh", "-c", "echo \"$@\" > " + file, "sh"));
        argv.addAll(List.of(arguments));
        return argv;
    }

    @Test
    void theStepsComeInTheirOrder() throws Exception {
        Path ran = folder.resolve("ran");
        try (PowerUnit unit = new PowerUnit("sleep_command", command(ran, "{interval}s", "mem")).drive()) {
            unit.pass(1800);
            unit.reach("idle");
            assertThat(unit.calls).containsSubsequence("state.sls", "cloud.upload", "status.uptime");
            assertThat(unit.data("system/power/sleep"))
                    .containsEntry("delay", 10)
                    .containsEntry("interval", 3600)
                    .containsEntry("reason", "engine_stopped")
                    .containsEntry("uptime", 4711);
            assertThat(Files.readString(ran)).isEqualTo("3600s mem\n");
            assertThat(steps(unit).keySet())
                    .containsExactly(
                            "runs pending states",
                            "uploads records",
                            "announces it",
                            "waits before the command",
                            "runs the command");
        }
    }

    @Test
    void theCommandIsRunAfterTheDelay() throws Exception {
        try (PowerUnit unit = new PowerUnit("inactivity_fallback_period", 0, "delay", 30)) {
            unit.timer("add", "now", "period", 1);
            long before = unit.ticker.slept();
            unit.pass(1);
            unit.reach("idle");
            assertThat(unit.ticker.slept() - before).isEqualTo(VehicleUse.seconds(30));
        }
    }

    @Test
    void aSleepWithoutEndIsAnnouncedAsHibernate() throws Exception {
        Path ran = folder.resolve("ran");
        try (PowerUnit unit = new PowerUnit("hibernate_command", command(ran, "deep"))) {
            unit.timer("add", "now", "period", 1, "interval", 0);
            unit.pass(1);
            unit.reach("idle");
            assertThat(unit.power()).containsExactly("system/power/hibernate");
            assertThat(Files.readString(ran)).isEqualTo("deep\n");
        }
    }

    @Test
    void aJobThatBeginsAtAnyTimeBeforeTheCommandIsAwaited() throws Exception {
        Path ran = folder.resolve("ran");
        try (PowerUnit unit = new PowerUnit("sleep_command", command(ran))) {
            AtomicReference<Inhibitors.Handle> job = new AtomicReference<>();
            unit.context.events().listen((tag, data) -> {
                if (tag.equals("system/power/sleep")) {
                    job.set(unit.hold("jobs", "job obd.dump", LONG));
                }
            });
            unit.pass(300);
            Await.until("the sequence waits", () -> unit.summary().contains("held by job obd.dump"));
            assertThat(unit.summary())
                    .startsWith("going to sleep: waits, held by job obd.dump, ")
                    .endsWith(" left; no use seen since 14:00");
            assertThat(ran).doesNotExist();
            job.get().close();
            unit.reach("idle");
            assertThat(ran).exists();
        }
    }

    @Test
    void aSleepThatIsAskedForWaitsForTheJobThatAskedForIt() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            Inhibitors.Handle job = unit.hold("jobs", "job state.sls", LONG);
            unit.sleep("power.sleep", "confirm", true);
            Await.until("the sequence waits", () -> unit.summary().contains("held by job state.sls"));
            assertThat(unit.calls).doesNotContain("state.sls");
            job.close();
            unit.reach("idle");
        }
    }

    @Test
    void aCommandGoesOnWhenTheModuleIsClosed() throws Exception {
        Path begun = folder.resolve("begun");
        Path closed = folder.resolve("closed");
        Path ended = folder.resolve("ended");
        String script = "touch " + begun + "; while ! test -e " + closed + "; do sleep 0.01; done; touch " + ended;
        try (PowerUnit unit = new PowerUnit("sleep_command", List.of("/bin/sh", "-c", script))) {
            unit.pass(300);
            Await.until("the command runs", () -> Files.exists(begun));
        }
        Files.createFile(closed);
        Await.until("it has ended by itself", () -> Files.exists(ended));
    }

    @Test
    @Announces("power: state.sls pending failed: no disk")
    void aFailedStepDoesNotStopTheRest() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.on("state.sls", kwarg -> {
                throw new Failure(CommonErrors.FAULT, "no disk");
            });
            unit.on("cloud.upload", kwarg -> {
                throw new Failure(NO_UPLOAD, "records go nowhere");
            });
            unit.pass(300);
            unit.reach("idle");
            assertThat(steps(unit))
                    .containsEntry("runs pending states", "failed: no disk")
                    .containsEntry("uploads records", "no upload is set up");
        }
    }

    @Test
    void failedStatesAndRecordsThatWaitAreCounted() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.on("state.sls", kwarg -> {
                assertThat(kwarg).hasToString("{mods=[pending]}");
                return Map.of("a", Map.of("result", true), "b", Map.of("result", false));
            });
            unit.on("cloud.upload", kwarg -> Map.of("waiting", 12));
            unit.pass(300);
            unit.reach("idle");
            assertThat(steps(unit))
                    .containsEntry("runs pending states", "1 of 2 steps failed")
                    .containsEntry("uploads records", "12 records wait still");
        }
    }

    @Test
    void aVehicleThatStartsStopsTheSequenceAfterThePendingStates() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            PowerUnit.HeldCall held = unit.hold("state.sls");
            unit.pass(300);
            held.begun();
            assertThat(unit.summary()).startsWith("going to sleep: runs pending states, 10:00 left; no use seen");
            unit.engine(true);
            unit.pass(30);
            held.release();
            unit.reach("in_use");
            assertThat(held.isInterrupted).isFalse();
            assertThat(unit.calls).doesNotContain("cloud.upload");
            assertThat(unit.power()).isEmpty();
            assertThat(unit.timer()).isEmpty();
        }
    }

    @Test
    void theNextStepWaitsWhileASignOfUseIsThereThatHasNotLastedYet() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            PowerUnit.HeldCall held = unit.hold("state.sls");
            unit.pass(300);
            held.begun();
            unit.engine(true);
            unit.tick();
            long before = unit.ticker.slept();
            held.release();
            Await.until("the next step waits", () -> unit.ticker.slept() - before > VehicleUse.seconds(1));
            assertThat(unit.calls).doesNotContain("cloud.upload");
            unit.engine(false);
            unit.reach("idle");
            assertThat(unit.power()).containsExactly("system/power/sleep");
        }
    }

    @Test
    void aSleepThatWasAnnouncedIsTakenBack() throws Exception {
        Path ran = folder.resolve("ran");
        try (PowerUnit unit = new PowerUnit("sleep_command", command(ran))) {
            PowerUnit.HeldCall held = unit.new HeldCall();
            unit.context.events().listen((tag, data) -> {
                if (tag.equals("system/power/sleep")) {
                    try {
                        held.call();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            unit.pass(300);
            held.begun();
            unit.engine(true);
            unit.tick();
            held.release();
            unit.reach("in_use");
            assertThat(unit.power()).containsExactly("system/power/sleep", "system/power/recover");
            assertThat(unit.data("system/power/recover")).containsEntry("reason", "engine running since 14:05");
            assertThat(ran).doesNotExist();
        }
    }

    @Test
    @Announces("power: state.sls pending failed: state.sls did not end in time and was cancelled")
    void pendingStatesAreCancelledAtTheirLimit() throws Exception {
        try (PowerUnit unit = new PowerUnit("pending_s", 120)) {
            hang(unit, "state.sls");
            unit.pass(119);
            assertThat(unit.state()).isEqualTo("going_to_sleep");
            unit.pass(2);
            unit.reach("idle");
            assertThat(steps(unit))
                    .containsEntry("runs pending states", "failed: state.sls did not end in time and was cancelled");
        }
    }

    @Test
    @Announces("power: state.sls pending failed: state.sls did not end in time and was cancelled")
    void statesThatInhibitSleepHaveTheTimeOfTheirInhibition() throws Exception {
        try (PowerUnit unit = new PowerUnit("pending_s", 120)) {
            hang(unit, "state.sls");
            unit.hold("docker", "release app 4", 900);
            unit.pass(899);
            assertThat(unit.state()).isEqualTo("going_to_sleep");
            unit.pass(2);
            unit.reach("idle");
        }
    }

    @Test
    @Announces("power: cloud.upload failed: cloud.upload did not end in time and was cancelled")
    void anUploadThatHangsIsCancelledAtItsLimit() throws Exception {
        try (PowerUnit unit = new PowerUnit("upload_s", 30)) {
            hang(unit, "cloud.upload");
            unit.hold("docker", "does not matter here", 31);
            unit.pass(62);
            unit.reach("idle");
        }
    }

    /** Lets a function hang, and lets time pass until it is called. */
    private static void hang(PowerUnit unit, String function) {
        PowerUnit.HeldCall held = unit.hold(function);
        unit.pass(300);
        held.begun();
    }

    @Test
    void theNextStepWaitsWhileSomethingInhibitsSleep() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.on("state.sls", kwarg -> {
                unit.hold("docker", "probation of app", 45);
                return Map.of();
            });
            unit.pass(300);
            unit.reach("idle");
            assertThat(unit.ticker.slept()).isGreaterThanOrEqualTo(VehicleUse.seconds(55));
        }
    }

    @Test
    @Announces("power: /bin/false ended with 1; run it by hand to see why")
    void aCommandThatFailsIsAProblemAndIsTriedAgain() throws Exception {
        try (PowerUnit unit = new PowerUnit("sleep_command", List.of("/bin/false"), "inactivity_fallback_period", 60)) {
            unit.pass(60);
            unit.reach("idle");
            assertThat(unit.module().health().problems())
                    .containsExactly("The unit could not be put to sleep: /bin/false ended with 1; run it by hand to"
                            + " see why.");
            assertThat(unit.timer()).containsOnlyKeys("_sleep_timer/inactivity_after_sleep");
            unit.pass(301);
            Await.until("a second attempt", () -> {
                unit.tick();
                return unit.power().size() == 2;
            });
        }
    }

    @Test
    @Announces("power: /bin/false ended with 1; run it by hand to see why")
    void aCommandThatFailsIsTriedAgainAlsoWithoutATimerAfterSleep() throws Exception {
        try (PowerUnit unit =
                new PowerUnit("sleep_command", List.of("/bin/false"), "inactivity_after_sleep_period", 0)) {
            unit.pass(300);
            unit.reach("idle");
            unit.pass(301);
            Await.until("a second attempt", () -> {
                unit.tick();
                return unit.power().size() == 2;
            });
        }
    }

    @Test
    void aSleepCommandWithoutEffectIsRunAgain() throws Exception {
        try (PowerUnit unit = new PowerUnit(
                "sleep_command",
                List.of("/bin/true"),
                "inactivity_fallback_period",
                60,
                "inactivity_after_sleep_period",
                10)) {
            unit.pass(60);
            unit.reach("idle");
            unit.pass(299);
            assertThat(unit.power()).as("the machine may still go down").hasSize(1);
            unit.pass(2);
            Await.until("a second attempt", () -> {
                unit.tick();
                return unit.power().size() == 2;
            });
        }
    }

    @Test
    void aUnitThatARestartCommandDidNotEndGoesToSleep() throws Exception {
        try (PowerUnit unit = new PowerUnit("reboot_command", List.of("/bin/true"))) {
            unit.sleep("power.reboot", "confirm", true);
            unit.reach("awake");
            assertThat(unit.timer()).containsOnlyKeys("_sleep_timer/inactivity_after_sleep");
            unit.pass(301);
            unit.reach("idle");
            assertThat(unit.power()).containsExactly("system/power/reboot", "system/power/sleep");
        }
    }

    @Test
    void aSleepThatBeginsAfterItsCommandIsNotTriedAgainAtOnce() throws Exception {
        try (PowerUnit unit = new PowerUnit("sleep_command", List.of("/bin/true"))) {
            unit.pass(300);
            unit.reach("idle");
            unit.suspend(3600);
            unit.pass(299);
            assertThat(unit.power()).containsExactly("system/power/sleep", "system/power/on");
        }
    }

    @Test
    void anIdleUnitWithoutACommandHasNoTimer() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.pass(300);
            unit.reach("idle");
            assertThat(unit.timer()).isEmpty();
        }
    }

    @Test
    void aSuspendDuringTheCommandLeavesTheUnitAwake() throws Exception {
        Path begun = folder.resolve("begun");
        Path woken = folder.resolve("woken");
        String script = "touch " + begun + "; while ! test -e " + woken + "; do sleep 0.01; done";
        try (PowerUnit unit = new PowerUnit("sleep_command", List.of("/bin/sh", "-c", script))) {
            unit.pass(300);
            Await.until("the command runs", () -> Files.exists(begun));
            unit.suspend(3600);
            Files.createFile(woken);
            unit.reach("awake");
            assertThat(unit.power()).containsExactly("system/power/sleep", "system/power/on");
            assertThat(unit.timer()).containsOnlyKeys("_sleep_timer/inactivity_after_sleep");
        }
    }

    @Test
    void closingTheModuleEndsTheSequence() throws Exception {
        PowerUnit unit = new PowerUnit();
        hang(unit, "state.sls");
        unit.close();
        assertThat(unit.power()).isEmpty();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(each -> each.getName().equals("power-sleep") && each.isAlive());
    }
}
