package io.outrider.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Module;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.TestContext;
import java.lang.reflect.RecordComponent;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the functions, the settings and the factory. */
class PowerFunctionsTest {
    private static void assertRefused(ThrowingCallable call, ErrorCode code, String text) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Failure.class, e -> assertThat(e.is(code)).isTrue())
                .hasMessageContaining(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"power.sleep", "power.hibernate", "power.reboot"})
    void nothingHappensWithoutConfirmation(String function) throws Exception {
        List<String> command = List.of("/bin/true");
        try (PowerUnit unit = new PowerUnit("sleep_command", command, "reboot_command", command)) {
            assertRefused(() -> unit.sleep(function), PowerErrors.NOT_CONFIRMED, "confirm: has to be true");
            assertThat(unit.state()).isEqualTo("awake");
        }
    }

    @ParameterizedTest
    @CsvSource({"power.hibernate, hibernate_command or sleep_command", "power.reboot, reboot_command"})
    void aMissingCommandIsNamed(String function, String key) throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertRefused(
                    () -> unit.sleep(function, "confirm", true), PowerErrors.NO_POWER_COMMAND, "set [power] " + key);
        }
    }

    @Test
    void sleepWithoutACommandMakesTheUnitIdle() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertThat(unit.sleep("power.sleep", "confirm", true, "interval", 60, "reason", "test"))
                    .hasToString("{result=true, comment=The unit becomes idle after all that is pending; it has no"
                            + " [power] sleep_command, interval=60, delay=10, reason=test}");
            unit.reach("idle");
            assertThat(unit.summary()).isEqualTo("idle since 14:00: asked for: test");
            assertThat(unit.data("system/power/sleep")).containsEntry("reason", "test");
        }
    }

    @Test
    void sleepWithoutIntervalIsWithoutEnd() throws Exception {
        try (PowerUnit unit = new PowerUnit("sleep_command", List.of("/bin/true"))) {
            assertThat(unit.sleep("power.sleep", "confirm", true)).asString().contains("The command is run after");
            unit.reach("idle");
            assertThat(unit.power()).containsExactly("system/power/hibernate");
        }
    }

    @Test
    void aRestartSkipsStatesAndLeavesTheUnitAwake() throws Exception {
        try (PowerUnit unit = new PowerUnit("reboot_command", List.of("/bin/true"))) {
            unit.sleep("power.reboot", "confirm", true, "reason", "update", "delay", 0);
            unit.reach("awake");
            assertThat(unit.power()).containsExactly("system/power/reboot");
            assertThat(unit.data("system/power/reboot")).containsEntry("reason", "update");
            assertThat(unit.calls).doesNotContain("state.sls");
        }
    }

    @Test
    void sleepIsRefusedWhileTheVehicleIsInUse() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.engine(true);
            unit.pass(6);
            assertRefused(
                    () -> unit.sleep("power.sleep", "confirm", true),
                    PowerErrors.VEHICLE_IN_USE,
                    "engine running since 14:00");
        }
    }

    @Test
    void sleepIsRefusedWhileSomethingInhibitsIt() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.hold("docker", "a release", 190);
            assertRefused(
                    () -> unit.sleep("power.sleep", "confirm", true),
                    PowerErrors.SLEEP_INHIBITED,
                    "held by a release, 3:10 left");
        }
    }

    @Test
    void forceOverridesUseAndInhibitors() throws Exception {
        try (PowerUnit unit = new PowerUnit("sleep_command", List.of("/bin/true"))) {
            unit.engine(true);
            unit.pass(6);
            unit.hold("docker", "a release", 6000);
            unit.sleep("power.sleep", "confirm", true, "force", true, "interval", 60);
            Await.until("sleep is announced", () -> unit.power().contains("system/power/sleep"));
            assertThat(unit.calls).contains("state.sls");
        }
    }

    @Test
    void aSecondSleepIsRefused() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        try (PowerUnit unit = new PowerUnit()) {
            unit.on("state.sls", kwarg -> {
                released.await();
                return Map.of();
            });
            unit.sleep("power.sleep", "confirm", true);
            assertRefused(
                    () -> unit.sleep("power.sleep", "confirm", true),
                    PowerErrors.SLEEP_RUNNING,
                    "power.sleep_timer clear=*");
            released.countDown();
            unit.reach("idle");
        }
    }

    @Test
    void theStatusWorksWhereTheUptimeIsForbidden() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertThat(unit.status().get("rpi")).hasToString("{uptime={seconds=4711}}");
            unit.on("status.uptime", kwarg -> {
                throw new Failure(PowerErrors.NOT_CONFIRMED, "forbidden");
            });
            assertThat(unit.status().get("rpi")).hasToString("{uptime={}}");
            assertThat(unit.status())
                    .containsOnlyKeys(
                            "rpi",
                            "vehicle",
                            "summary",
                            "state",
                            "in_use",
                            "use",
                            "next_timer",
                            "next_timer_s",
                            "inhibitors",
                            "last_sequence");
        }
    }

    @ParameterizedTest
    @CsvSource({"interval, -1", "interval, 2592001", "delay, 601", "delay, -1"})
    void numbersOutOfRangeAreRefused(String argument, int value) throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertThatThrownBy(() -> unit.sleep("power.sleep", argument, value)).hasMessageStartingWith(argument);
            assertThatThrownBy(() -> unit.timer(argument, value)).hasMessageStartingWith(argument);
        }
    }

    @Test
    void aLongReasonIsRefused() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertThatThrownBy(() -> unit.stayAwake(1, "x".repeat(201)))
                    .hasMessage("reason: takes 200 characters at most");
        }
    }

    static Stream<Object[]> wrong() {
        return Stream.of(
                new Object[] {"in_use", List.of("engine")},
                new Object[] {"supporting", List.of("Engine/Running")},
                new Object[] {"ignition_file", "gpio17"},
                new Object[] {"start_s", 3601},
                new Object[] {"stop_s", -1},
                new Object[] {"event_driven_period", 604801},
                new Object[] {"event_driven_interval", -1},
                new Object[] {"inactivity_after_sleep_period", -1},
                new Object[] {"inactivity_fallback_period", -1},
                new Object[] {"inactivity_interval", 2592001},
                new Object[] {"delay", 601},
                new Object[] {"suppress", List.of("* * * * *")},
                new Object[] {"suppress", List.of("* * * * | 60")},
                new Object[] {"suppress", List.of("* * * * * | 0")},
                new Object[] {"suppress", List.of("* * * * * | 86401")},
                new Object[] {"suppress", List.of("* * * * * | x")},
                new Object[] {"suppress", Collections.nCopies(51, "* * * * * | 60")},
                new Object[] {"pending_s", 0},
                new Object[] {"upload_s", 601},
                new Object[] {"idle_s", 9},
                new Object[] {"sleep_command", List.of("poweroff")},
                new Object[] {"hibernate_command", List.of("")},
                new Object[] {"reboot_command", List.of("reboot", "-f")});
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aWrongSettingIsNamed(String key, Object value) {
        assertThatThrownBy(
                        () -> new TestContext().withSettings(Map.of(key, value)).settings(PowerSettings.class))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith(key + ": ");
    }

    @Test
    void aCronTimeThatIsWrongIsQuoted() {
        assertThatThrownBy(() -> SuppressWindow.parse("suppress", "61 * * * * | 60"))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessage("suppress: '61 * * * * | 60' has '61', which is no list, range or step of 0 to 59");
    }

    @Test
    void everySettingAndErrorIsExplained() {
        ModuleFactory factory = new PowerFactory();
        for (RecordComponent each : factory.settings().getRecordComponents()) {
            assertThat(each.getAccessor()
                            .getAnnotation(JsonPropertyDescription.class)
                            .value())
                    .as(each.getName())
                    .hasSizeBetween(10, 100);
        }
        assertThat(factory.errors())
                .extracting(ErrorCode::name)
                .doesNotHaveDuplicates()
                .hasSize(5);
    }

    @Test
    void theServiceLoaderFindsTheModuleAndItOpensWithoutSettings() throws Exception {
        ModuleFactory factory =
                ServiceLoader.load(ModuleFactory.class).findFirst().orElseThrow();
        assertThat(factory.name()).isEqualTo("power");
        TestContext context = new TestContext();
        try (Module module = factory.open(context)) {
            assertThat(module.functions())
                    .extracting(each -> each.name())
                    .containsExactlyElementsOf(
                            factory.signatures().stream().map(Signature::name).toList());
            assertThat(module.health()).isNotEqualTo(Health.NOTHING);
            context.runTasks();
        }
    }

    @Test
    void aProgramIsRunWithItsArgumentsAndNoShell() throws Exception {
        assertThat(SystemCommand.of(List.of("/bin/sh", "-c", "exit {interval}; $(reboot)"), 0)
                        .argv())
                .containsExactly("/bin/sh", "-c", "exit 0; $(reboot)");
        assertThat(new SystemCommand(List.of("/usr/bin/test", "$(echo a)", "=", "a"))
                        .run(60_000_000_000L, System::nanoTime))
                .startsWith("/usr/bin/test ended with 1");
    }

    @Test
    void aProgramThatIsMissingOrHangsIsNamed() throws Exception {
        assertThat(new SystemCommand(List.of("/no/such/program")).run(1, System::nanoTime))
                .isEqualTo("/no/such/program cannot be started; see that it exists and may be run");
        assertThat(new SystemCommand(List.of("/bin/sleep", "100")).run(1, System::nanoTime))
                .isEqualTo("/bin/sleep did not end within 0 s");
    }

    @Test
    @Announces("power: /no/such/program cannot be started")
    void aMissingProgramIsAProblemOfTheModule() throws Exception {
        try (PowerUnit unit = new PowerUnit("sleep_command", List.of("/no/such/program"))) {
            unit.pass(300);
            unit.reach("idle");
            assertThat(unit.module().health().problems()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0:00", "-5, 0:00", "1, 0:01", "190, 3:10", "3599, 59:59", "3600, 1:00:00", "90061, 25:01:01"})
    void lengthsAreMinutesOrHours(long seconds, String text) {
        assertThat(PowerStatus.span(VehicleUse.seconds(seconds))).isEqualTo(text);
    }
}
