package io.outrider.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Inhibitors;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PowerControlTest {
    private static final List<String> COMMAND = List.of("/bin/true");

    @Test
    void aTimerThatIsDueWaitsForAnInhibitor() throws Exception {
        try (PowerUnit unit = new PowerUnit("sleep_command", COMMAND).drive()) {
            unit.hold("docker", "release app 4", 1979);
            unit.pass(1789);
            assertThat(unit.summary()).isEqualTo("awake: held by release app 4, 3:10 left");
            unit.pass(189);
            assertThat(unit.calls).doesNotContain("state.sls");
            unit.pass(1);
            unit.reach("idle");
        }
    }

    @Test
    void theInhibitorThatLastsLongestIsNamed() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.hold("docker", "a release", 600);
            unit.hold("obd", "a recording", 900);
            unit.hold("gnss", "a short one", 10);
            assertThat(unit.summary()).isEqualTo("awake: held by a recording, 15:00 left");
            assertThat(unit.status().get("inhibitors"))
                    .hasToString("[{owner=docker, reason=a release, seconds=600},"
                            + " {owner=obd, reason=a recording, seconds=900},"
                            + " {owner=gnss, reason=a short one, seconds=10}]");
        }
    }

    @Test
    void anInhibitorThatEndsBeforeTheTimerIsNamedBesideIt() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.hold("jobs", "job obd.dump", 10);
            unit.hold("jobs", "job power.status", 300); // the call that asks
            assertThat(unit.summary())
                    .isEqualTo("awake: held by job obd.dump, 0:10 left; idle in 5:00: no use seen since 14:00");
        }
    }

    @Test
    void aLowBatteryOutranksInhibitorsAndTimers() throws Exception {
        try (PowerUnit unit = new PowerUnit("sleep_command", COMMAND)) {
            unit.hold("docker", "a release", 6000);
            unit.condition("battery/critical_level", true);
            unit.tick();
            unit.reach("idle");
            assertThat(unit.calls).contains("cloud.upload").doesNotContain("state.sls");
            assertThat(unit.data("system/power/hibernate"))
                    .containsEntry("reason", "low_battery")
                    .containsEntry("interval", 0);
            assertThat(unit.ticker.slept()).isEqualTo(VehicleUse.seconds(10));
        }
    }

    @Test
    void aLowBatteryOutranksTheUseOfTheVehicle() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.engine(true);
            unit.pass(6);
            unit.condition("battery/critical_level", true);
            unit.tick();
            unit.reach("idle");
            assertThat(unit.summary()).isEqualTo("idle since 14:00: battery low");
            unit.pass(30);
            assertThat(unit.state()).isEqualTo("idle");
            unit.condition("battery/critical_level", false);
            unit.tick();
            assertThat(unit.state()).isEqualTo("in_use");
            assertThat(unit.power()).containsExactly("system/power/hibernate", "system/power/recover");
        }
    }

    @Test
    @Announces("power: state.sls pending failed: state.sls did not end in time and was cancelled")
    void aLowBatteryCutsPendingStatesShort() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            PowerUnit.HeldCall held = unit.hold("state.sls");
            unit.pass(300);
            held.begun();
            unit.hold("docker", "a release", 6000);
            unit.condition("battery/critical_level", true);
            unit.pass(11);
            unit.reach("idle");
            assertThat(unit.power()).containsExactly("system/power/hibernate");
        }
    }

    @Test
    void aLowBatteryDoesNotStartAnythingOnAnIdleUnit() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.pass(300);
            unit.reach("idle");
            unit.condition("battery/critical_level", true);
            unit.pass(2000);
            assertThat(unit.power()).containsExactly("system/power/sleep");
            assertThat(states(unit)).isEqualTo(1);
        }
    }

    @Test
    void aLowBatteryHibernatesAnIdleUnitThatHasACommandForItAndAgainIfThatHasNoEffect() throws Exception {
        try (PowerUnit unit = new PowerUnit("hibernate_command", COMMAND, "inactivity_interval", 60)) {
            unit.pass(300);
            unit.reach("idle");
            assertThat(steps(unit)).containsEntry("runs the command", "there is none: the unit is idle");
            unit.condition("battery/critical_level", true);
            unit.tick();
            Await.until(
                    "it hibernates", () -> "/bin/true done".equals(steps(unit).get("runs the command")));
            Await.until("it has ended", () -> !unit.timer().isEmpty());
            unit.pass(299);
            assertThat(unit.power()).containsExactly("system/power/sleep", "system/power/hibernate");
            unit.pass(2);
            Await.until("a second attempt", () -> {
                unit.tick();
                return unit.power().size() == 3;
            });
            assertThat(unit.power()).endsWith("system/power/hibernate");
        }
    }

    @Test
    @Announces("power: state.sls pending failed: state.sls did not end in time and was cancelled")
    void aLowBatteryCutsTheStatesOfAnIdleUnitShort() throws Exception {
        try (PowerUnit unit = new PowerUnit("hibernate_command", COMMAND, "inactivity_interval", 60)) {
            unit.pass(300);
            unit.reach("idle");
            PowerUnit.HeldCall held = unit.hold("state.sls");
            unit.pass(301);
            held.begun();
            unit.condition("battery/critical_level", true);
            unit.pass(12);
            Await.until("it hibernates", () -> {
                unit.tick();
                return unit.power().contains("system/power/hibernate");
            });
        }
    }

    private static Map<String, Object> steps(PowerUnit unit) {
        return PowerUnit.map(PowerUnit.map(unit.status().get("last_sequence")).get("steps"));
    }

    @Test
    void anIdleUnitRunsPendingStatesAgain() throws Exception {
        try (PowerUnit unit = new PowerUnit("idle_s", 100)) {
            unit.pass(300);
            unit.reach("idle");
            unit.pass(101);
            Await.until("a second run", () -> {
                unit.tick();
                return states(unit) == 2;
            });
            assertThat(unit.state()).isEqualTo("idle");
            assertThat(unit.power()).containsExactly("system/power/sleep");
        }
    }

    @Test
    void anIdleUnitTakesAPendingReleaseAtOnce() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.pass(300);
            unit.reach("idle");
            unit.context.events().publish("system/release/pending", Map.of());
            Await.until("a second run", () -> {
                unit.tick();
                return states(unit) == 2;
            });
        }
    }

    @Test
    void aReleaseThatTheSequenceHasTakenIsNotTakenAgain() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.context.events().publish("system/release/pending", Map.of());
            unit.pass(300);
            unit.reach("idle");
            unit.pass(50);
            assertThat(states(unit)).isEqualTo(1);
        }
    }

    private static long states(PowerUnit unit) {
        return unit.calls.stream().filter("state.sls"::equals).count();
    }

    @Test
    void useEndsIdleness() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.pass(300);
            unit.reach("idle");
            unit.engine(true);
            unit.pass(6);
            assertThat(unit.state()).isEqualTo("in_use");
            assertThat(unit.data("system/power/recover")).containsEntry("reason", "engine running since 14:05");
            unit.engine(false);
            unit.pass(11);
            assertThat(unit.timer()).containsOnlyKeys("_sleep_timer/event_driven");
        }
    }

    @Test
    void maintenanceIsInhibitedFromTheFirstSignOfUseToItsEnd() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertThat(maintenance(unit)).isEmpty();
            unit.condition("communication/established", true);
            unit.pass(5);
            assertThat(maintenance(unit)).as("it may flicker").isEmpty();
            unit.pass(1);
            assertThat(maintenance(unit)).containsExactly("the vehicle is in use");
            unit.condition("communication/established", false);
            unit.pass(11);
            assertThat(maintenance(unit)).isEmpty();
            unit.engine(true);
            unit.tick();
            assertThat(maintenance(unit)).containsExactly("the vehicle is in use");
        }
    }

    @Test
    void aSequenceThatIsForcedMayMaintainAVehicleInUse() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            PowerUnit.HeldCall held = unit.hold("state.sls");
            unit.engine(true);
            unit.pass(10);
            unit.sleep("power.sleep", "confirm", true, "force", true);
            held.begun();
            assertThat(maintenance(unit)).isEmpty();
            unit.tick();
            assertThat(maintenance(unit)).isEmpty();
            held.release();
            Await.until("it is inhibited again", () -> {
                unit.tick();
                return !maintenance(unit).isEmpty();
            });
        }
    }

    private static List<String> maintenance(PowerUnit unit) {
        return unit.context.inhibitors().active(Inhibitors.Activity.MAINTENANCE).stream()
                .map(Inhibitors.Inhibition::reason)
                .toList();
    }

    @Test
    void afterASuspendTheInactivityTimerRuns() throws Exception {
        try (PowerUnit unit = new PowerUnit("sleep_command", COMMAND)) {
            unit.pass(300);
            unit.reach("idle");
            unit.suspend(3600);
            assertThat(unit.state()).isEqualTo("awake");
            assertThat(unit.data("system/power/on"))
                    .containsEntry("trigger", "wake")
                    .containsEntry("asleep", 3600L);
            assertThat(unit.timer()).containsOnlyKeys("_sleep_timer/inactivity_after_sleep");
            assertThat(unit.summary()).startsWith("asleep in 5:00");
            unit.pass(300);
            unit.reach("idle");
        }
    }

    @Test
    void aTimerThatBecameDueWhileTheMachineWasSuspendedDoesNotFire() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.suspend(3600);
            assertThat(unit.calls).doesNotContain("state.sls");
            assertThat(unit.timer()).containsOnlyKeys("_sleep_timer/inactivity_after_sleep");
        }
    }

    @Test
    void aShortPauseIsNoSuspend() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.suspend(1);
            assertThat(unit.power()).isEmpty();
        }
    }

    @Test
    void theFirstStartOfABootIsPublished() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.context.events().publish("system/minion/ready", Map.of("trigger", "restart"));
            unit.tick();
            assertThat(unit.power()).isEmpty();
            unit.context.events().publish("system/minion/ready", Map.of("trigger", "boot"));
            unit.tick();
            assertThat(unit.data("system/power/on")).containsEntry("trigger", "boot");
        }
    }

    @Test
    void clearingAllTimersStopsASequenceWithoutAnother() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            PowerUnit.HeldCall held = unit.hold("state.sls");
            unit.pass(300);
            held.begun();
            unit.timer("clear", "*");
            held.release();
            unit.reach("awake");
            assertThat(unit.timer()).isEmpty();
        }
    }

    @Test
    void aSleepIsNotAnnouncedOnceTheMachineWasSuspended() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            PowerUnit.HeldCall held = unit.hold("status.uptime");
            unit.pass(300);
            held.begun();
            unit.suspend(600);
            held.release();
            unit.reach("awake");
            assertThat(unit.power()).containsExactly("system/power/on");
        }
    }

    @Test
    void theHealthHasTheSummaryAndTwoGauges() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertThat(unit.module().health().facts()).containsEntry("state", "idle in 5:00: no use seen since 14:00");
            assertThat(unit.module().health().problems()).isEmpty();
            unit.engine(true);
            unit.pass(6);
            assertThat(unit.module().health().metrics())
                    .extracting(each -> each.name() + " " + each.value())
                    .containsExactly("power_in_use 1.0", "power_idle 0.0");
        }
    }
}
