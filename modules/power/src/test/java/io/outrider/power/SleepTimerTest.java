package io.outrider.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SleepTimerTest {
    @Test
    void theFallbackTimerRunsFromTheStart() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertThat(unit.timer()).containsOnlyKeys("_sleep_timer/inactivity_fallback");
            unit.pass(10);
            assertThat(unit.summary()).isEqualTo("idle in 4:50: no use seen since 14:00");
            unit.pass(290);
            unit.reach("idle");
            assertThat(unit.summary()).startsWith("idle since 14:05: no use seen since 14:00");
        }
    }

    @Test
    void theEndOfADriveStartsTheEventDrivenTimerFromTheMomentTheEngineStopped() throws Exception {
        try (PowerUnit unit = new PowerUnit("sleep_command", List.of("/bin/true")).drive()) {
            assertThat(unit.timer()).containsOnlyKeys("_sleep_timer/event_driven");
            assertThat(unit.summary()).isEqualTo("asleep in 29:50: engine stopped at 14:01");
            assertThat(unit.data("system/sleep_timer/event_driven/added"))
                    .containsEntry("reason", "engine_stopped")
                    .containsEntry("period", 1800)
                    .containsEntry("interval", 3600)
                    .containsEntry("delay", 10);
        }
    }

    @Test
    void aDriveClearsAllTimers() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.timer("add", "mine", "period", 100);
            unit.engine(true);
            unit.pass(6);
            assertThat(unit.timer()).isEmpty();
            assertThat(unit.tags())
                    .contains(
                            "system/sleep_timer/mine/added",
                            "system/sleep_timer/mine/cleared",
                            "system/sleep_timer/inactivity_fallback/cleared");
            assertThat(unit.summary()).isEqualTo("awake: engine running since 14:00");
        }
    }

    @Test
    void noTimerIsAddedWhileTheVehicleIsInUse() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.engine(true);
            unit.pass(6);
            assertThatThrownBy(() -> unit.timer("add", "mine"))
                    .isInstanceOfSatisfying(
                            Failure.class,
                            e -> assertThat(e.is(PowerErrors.VEHICLE_IN_USE)).isTrue())
                    .hasMessageContaining("engine running since 14:00");
        }
    }

    @Test
    void theListingHasAutoPisShape() throws Exception {
        try (PowerUnit unit = new PowerUnit("inactivity_fallback_period", 0)) {
            unit.pass(5);
            Map<String, Object> entry =
                    PowerUnit.map(unit.timer("add", "mine", "period", 100, "interval", 50, "delay", 7, "reason", "test")
                            .get("_sleep_timer/mine"));
            assertThat(entry)
                    .containsOnlyKeys(
                            "function",
                            "name",
                            "seconds",
                            "enabled",
                            "job_args",
                            "job_kwargs",
                            "metadata",
                            "maxrunning",
                            "return_job",
                            "jid_include",
                            "_stamp")
                    .containsEntry("function", "power.sleep")
                    .containsEntry("name", "_sleep_timer/mine")
                    .containsEntry("seconds", 100);
            assertThat(entry.get("job_kwargs")).hasToString("{delay=7, reason=test, interval=50, confirm=true}");
            assertThat(entry.get("metadata"))
                    .hasToString("{created=2026-01-05T14:00:05.000000, expires=2026-01-05T14:01:45.000000,"
                            + " transient=true, revision=2}");
        }
    }

    @Test
    void refreshBeginsThePeriodAnew() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.pass(200);
            unit.timer("refresh", "inactivity_fallback");
            unit.pass(200);
            assertThat(unit.summary()).startsWith("idle in 1:40");
            unit.timer("refresh", "*");
            assertThat(unit.summary()).startsWith("idle in 5:00");
        }
    }

    @Test
    void clearRemovesOneTimerOrAll() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.timer("add", "one");
            unit.timer("add", "two");
            assertThat(unit.timer("clear", "_sleep_timer/one"))
                    .containsOnlyKeys("_sleep_timer/inactivity_fallback", "_sleep_timer/two");
            assertThat(unit.timer("clear", "*")).isEmpty();
            unit.pass(2000);
            assertThat(unit.summary()).isEqualTo("awake: no sleep timer runs; no use seen since 14:00");
        }
    }

    @Test
    void clearAndAddInOneCallReplaceTheTimers() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertThat(unit.timer("clear", "*", "add", "abrp", "period", 900, "reason", "abrp"))
                    .containsOnlyKeys("_sleep_timer/abrp");
            assertThat(unit.summary()).isEqualTo("idle in 15:00: abrp");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"clear", "refresh"})
    void anUnknownNameIsRefused(String argument) throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertThatThrownBy(() -> unit.timer(argument, "none"))
                    .hasMessage(argument + ": there is no sleep timer of this name; power.sleep_timer lists them");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "with blank", "ü"})
    void aNameThatIsNoWordOfAnEventIsRefused(String name) throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertThatThrownBy(() -> unit.timer("add", name))
                    .hasMessage("add: takes up to 64 letters, digits, _, - and .");
        }
    }

    @Test
    void theNumberOfTimersIsLimited() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            for (int i = 1; i < 64; i++) {
                unit.timer("add", "t" + i);
            }
            assertThat(unit.timer("add", "t1")).hasSize(64);
            assertThatThrownBy(() -> unit.timer("add", "t64"))
                    .isInstanceOfSatisfying(
                            Failure.class,
                            e -> assertThat(e.is(CommonErrors.BUSY)).isTrue());
        }
    }

    @Test
    void theDeprecatedEnableAddsOrClears() throws Exception {
        try (PowerUnit unit = new PowerUnit("inactivity_fallback_period", 0)) {
            assertThat(unit.timer("enable", true)).containsOnlyKeys("_sleep_timer/sleep_timer");
            assertThat(unit.timer("enable", false)).isEmpty();
        }
    }

    @Test
    void aBypassedTimerHasNoEffectAndBeginsAnew() throws Exception {
        try (PowerUnit unit = new PowerUnit("bypass", true)) {
            unit.pass(301);
            assertThat(unit.summary()).isEqualTo("awake: [power] bypass is true; no use seen since 14:00");
            assertThat(unit.timer()).hasSize(1);
            assertThat(unit.calls).doesNotContain("state.sls");
        }
    }

    @Test
    void aTimerInASuppressedWindowIsPostponedToItsEnd() throws Exception {
        try (PowerUnit unit = new PowerUnit("suppress", List.of("4 14 * * * | 600"))) {
            unit.pass(300);
            assertThat(unit.data("system/sleep_timer/inactivity_fallback/postponed"))
                    .containsEntry("seconds", 540L);
            assertThat(unit.state()).isEqualTo("awake");
            unit.pass(539);
            assertThat(unit.calls).doesNotContain("state.sls");
            unit.pass(1);
            unit.reach("idle");
        }
    }

    @Test
    void aSleepThatOverlapsASuppressedWindowEndsAMinuteBeforeIt() throws Exception {
        try (PowerUnit unit = new PowerUnit("suppress", List.of("35 14 * * 1-5 | 600"))) {
            unit.pass(300);
            unit.reach("idle");
            assertThat(unit.data("system/sleep_timer/inactivity_fallback/reduced"))
                    .containsEntry("interval", 1740)
                    .containsEntry("was", 21600);
            assertThat(unit.data("system/power/sleep")).containsEntry("interval", 1740);
        }
    }

    @Test
    void aSleepThatWouldBeTooShortIsPostponedToTheWindow() throws Exception {
        try (PowerUnit unit = new PowerUnit("suppress", List.of("6 14 * * * | 600"))) {
            unit.pass(300);
            assertThat(unit.data("system/sleep_timer/inactivity_fallback/postponed"))
                    .containsEntry("seconds", 60L);
            unit.pass(60);
            assertThat(unit.data("system/sleep_timer/inactivity_fallback/postponed"))
                    .containsEntry("seconds", 600L);
            unit.pass(600);
            unit.reach("idle");
        }
    }

    @Test
    void aJumpOfTheWallClockDoesNotMoveATimer() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.clockOffset = Duration.ofDays(400);
            unit.pass(299);
            assertThat(unit.state()).isEqualTo("awake");
            unit.pass(1);
            unit.reach("idle");
        }
    }

    @Test
    void aPeriodOfZeroMeansNoTimer() throws Exception {
        try (PowerUnit unit = new PowerUnit("event_driven_period", 0, "inactivity_fallback_period", 0).drive()) {
            assertThat(unit.timer()).isEmpty();
        }
    }
}
