package io.outrider.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VehicleUseTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "engine/running, engine running since 14:00, engine stopped at 14:01",
        "motor/running, motor running since 14:00, motor stopped at 14:01",
        "position/moving, vehicle moving since 14:00, vehicle stood still at 14:01"
    })
    void eachStrongSignCountsAfterItHasLastedAndNamesItsEnd(String condition, String during, String after)
            throws Failure {
        try (PowerUnit unit = new PowerUnit()) {
            unit.condition(condition, true);
            unit.pass(5);
            assertThat(unit.status()).containsEntry("in_use", false);
            unit.pass(1);
            assertThat(unit.status()).containsEntry("in_use", true).containsEntry("use", during);
            unit.pass(60);
            unit.condition(condition, false);
            unit.pass(12);
            assertThat(unit.status()).containsEntry("in_use", false).containsEntry("use", after);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"communication/established", "battery/charging", "battery/overcharging"})
    void aSupportingSignCountsAfterItHasLasted(String condition) throws Failure {
        try (PowerUnit unit = new PowerUnit()) {
            unit.condition(condition, true);
            unit.pass(5);
            assertThat(unit.status()).containsEntry("in_use", false);
            unit.pass(2);
            assertThat(unit.status()).containsEntry("in_use", true);
        }
    }

    @Test
    void oneWrongAnswerClearsNoTimerAndHoldsTheSleepOnlyWhileItStands() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.condition("engine/running", true);
            unit.pass(4);
            unit.condition("engine/running", false);
            unit.pass(294);
            unit.condition("engine/running", true);
            unit.pass(4);
            assertThat(unit.calls).as("the timer is due since 2 s").doesNotContain("state.sls");
            assertThat(unit.timer()).containsOnlyKeys("_sleep_timer/inactivity_fallback");
            unit.condition("engine/running", false);
            unit.tick();
            unit.reach("idle");
        }
    }

    @Test
    void aSupportingSignThatFlickersDoesNotCount() throws Failure {
        try (PowerUnit unit = new PowerUnit()) {
            for (int i = 0; i < 20; i++) {
                unit.condition("battery/charging", i % 2 == 0);
                unit.pass(3);
            }
            assertThat(unit.tags()).doesNotContain("system/sleep_timer/inactivity_fallback/cleared");
            assertThat(unit.summary()).endsWith("no use seen since 14:00");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"engine/stopped", "motor/stopped"})
    void aSupportingSignDoesNotCountOnceEngineOrMotorHasStopped(String stopped) throws Failure {
        try (PowerUnit unit = new PowerUnit()) {
            unit.condition(stopped, true);
            unit.condition("communication/established", true);
            unit.pass(30);
            assertThat(unit.status()).containsEntry("in_use", false);
        }
    }

    @Test
    void anElectricVehicleWithoutRevolutionsIsInUseWhileItCommunicates() throws Failure {
        try (PowerUnit unit = new PowerUnit()) {
            unit.condition("engine/not_running", true);
            unit.condition("communication/established", true);
            unit.pass(10);
            assertThat(unit.summary()).isEqualTo("awake: vehicle communicating since 14:00");
            unit.condition("communication/established", false);
            unit.condition("communication/disconnected", true);
            unit.pass(12);
            assertThat(unit.timer()).containsOnlyKeys("_sleep_timer/event_driven");
            assertThat(unit.data("system/sleep_timer/event_driven/added"))
                    .containsEntry("reason", "communication_ended");
        }
    }

    @Test
    void aShortPauseDoesNotEndTheUse() throws Failure {
        try (PowerUnit unit = new PowerUnit()) {
            unit.engine(true);
            unit.pass(6);
            unit.engine(false);
            unit.pass(9);
            unit.engine(true);
            unit.pass(5);
            assertThat(unit.status()).containsEntry("in_use", true);
            assertThat(unit.tags()).doesNotContain("system/sleep_timer/event_driven/added");
        }
    }

    @Test
    void oneSignTakesOverFromAnother() throws Failure {
        try (PowerUnit unit = new PowerUnit()) {
            unit.engine(true);
            unit.pass(60);
            unit.engine(false);
            unit.condition("position/moving", true);
            unit.pass(60);
            assertThat(unit.summary()).isEqualTo("awake: vehicle moving since 14:01");
        }
    }

    @Test
    void theIgnitionLineDecidesWhateverSupportingSignsSay() throws Exception {
        Path line = Files.writeString(folder.resolve("value"), "0\n");
        try (PowerUnit unit = new PowerUnit("ignition_file", line.toString())) {
            unit.condition("communication/established", true);
            unit.pass(10);
            assertThat(unit.status()).containsEntry("in_use", false);
            Files.writeString(line, "1\n");
            unit.tick();
            assertThat(unit.summary()).isEqualTo("awake: ignition on since 14:00");
            Files.writeString(line, "0\n");
            unit.pass(61);
            assertThat(unit.summary()).endsWith("ignition off at 14:00");
        }
    }

    @Test
    void anInvertedIgnitionLineIsOnAtZero() throws Exception {
        Path line = Files.writeString(folder.resolve("value"), "0");
        try (PowerUnit unit = new PowerUnit("ignition_file", line.toString(), "ignition_inverted", true)) {
            assertThat(unit.status()).containsEntry("in_use", true);
        }
    }

    @Test
    void anIgnitionLineThatCannotBeReadIsUnknown() throws Exception {
        try (PowerUnit unit =
                new PowerUnit("ignition_file", folder.resolve("absent").toString())) {
            unit.condition("communication/established", true);
            unit.pass(10);
            assertThat(unit.summary()).isEqualTo("awake: vehicle communicating since 14:00");
        }
    }

    @Test
    void aShakenUnitIsInUseUntilItIsSteady() throws Failure {
        try (PowerUnit unit = new PowerUnit()) {
            unit.context.events().publish("vehicle/motion/jolting", Map.of());
            unit.pass(7);
            assertThat(unit.summary()).isEqualTo("awake: unit shaken since 14:00");
            unit.context.events().publish("vehicle/motion/steady", Map.of());
            unit.pass(12);
            assertThat(unit.status()).containsEntry("in_use", false).containsEntry("use", "unit at rest at 14:00");
        }
    }

    @Test
    void aMovementWithoutItsEndCountsForTenMinutesAtMost() throws Failure {
        try (PowerUnit unit = new PowerUnit()) {
            unit.context.events().publish("vehicle/motion/shaking", Map.of());
            unit.pass(599);
            assertThat(unit.status()).containsEntry("in_use", true);
            unit.pass(20);
            assertThat(unit.status()).containsEntry("in_use", false);
        }
    }

    @Test
    void theSignsAreSettings() throws Failure {
        try (PowerUnit unit = new PowerUnit("in_use", List.of("battery/discharging"), "supporting", List.of())) {
            unit.engine(true);
            unit.condition("communication/established", true);
            unit.pass(20);
            assertThat(unit.status()).containsEntry("in_use", false);
            unit.condition("battery/discharging", true);
            unit.pass(6);
            assertThat(unit.summary()).isEqualTo("awake: battery/discharging since 14:00");
            unit.condition("battery/discharging", false);
            unit.pass(12);
            assertThat(unit.status()).containsEntry("use", "battery/discharging ended at 14:00");
        }
    }

    @Test
    void theStatusHasAllThatIsKnownOfTheVehicle() throws Failure {
        try (PowerUnit unit = new PowerUnit()) {
            assertThat(unit.status().get("vehicle")).isEqualTo(Map.of());
            unit.condition("engine/running", true);
            unit.condition("battery/charging", true);
            unit.condition("position/standstill", true);
            unit.context.events().publish("vehicle/battery/nominal_voltage/autodetected", Map.of("nominal", 12));
            assertThat(unit.status().get("vehicle"))
                    .isEqualTo(Map.of(
                            "engine", "running",
                            "battery", "charging",
                            "position", "standstill",
                            "battery/nominal_voltage", "autodetected"));
        }
    }
}
