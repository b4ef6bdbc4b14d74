package io.outrider.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.Await;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Model test of the control of sleep: random vehicles, inhibitors, calls and suspends; invariants after each of them. */
class PowerModelTest {
    private static final int ACTIONS = 60;

    private static final List<String> CONDITIONS = List.of(
            "engine/running",
            "motor/running",
            "position/moving",
            "communication/established",
            "battery/charging",
            "battery/critical_level",
            "engine/stopped");

    private final StringBuilder history = new StringBuilder();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233})
    void theStateFollowsFromVehicleBatteryAndTimers(long seed) throws Exception {
        Random random = new Random(seed);
        try (PowerUnit unit = new PowerUnit("idle_s", 400)) {
            for (int i = 0; i < ACTIONS; i++) {
                act(unit, random);
                settle(unit);
                check(unit);
            }
            endsIdleWithoutUse(unit);
        }
    }

    private void act(PowerUnit unit, Random random) throws Exception {
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> {
                String condition = CONDITIONS.get(random.nextInt(CONDITIONS.size()));
                boolean holds = random.nextBoolean();
                history.append(condition).append('=').append(holds).append(' ');
                unit.condition(condition, holds);
                unit.tick();
            }
            case 3 -> {
                int seconds = 1 + random.nextInt(600);
                history.append("hold ").append(seconds).append(' ');
                unit.hold("docker", "a release", seconds);
            }
            case 4 -> {
                int seconds = random.nextInt(300);
                history.append("stay ").append(seconds).append(' ');
                unit.stayAwake(seconds, "test");
            }
            case 5 -> {
                int seconds = 3 + random.nextInt(3000);
                history.append("suspend ").append(seconds).append(' ');
                unit.suspend(seconds);
            }
            default -> {
                int seconds = random.nextInt(900);
                history.append("pass ").append(seconds).append(' ');
                unit.pass(seconds);
            }
        }
    }

    /** Waits until a tick finds no sequence under way and starts none, and the present signs have had the time to count. */
    private static void settle(PowerUnit unit) {
        unit.pass(6);
        Await.until("the sequence ends", () -> {
            boolean wasQuiet = isQuiet();
            unit.pass(1);
            return wasQuiet && isQuiet();
        });
    }

    private static boolean isQuiet() {
        return Thread.getAllStackTraces().keySet().stream()
                .noneMatch(each -> each.getName().equals("power-sleep"));
    }

    private void check(PowerUnit unit) {
        boolean isCritical = unit.context.conditions().hold(List.of("battery/critical_level"));
        boolean isDriven = CONDITIONS.subList(0, 3).stream()
                .anyMatch(each -> unit.context.conditions().hold(List.of(each)));
        String state = unit.state();
        if (isCritical) {
            assertThat(state).as("%s", history).isEqualTo("idle");
        } else if (isDriven) {
            assertThat(state).as("%s", history).isEqualTo("in_use");
            assertThat(unit.status().get("next_timer")).as("%s", history).isNull();
        } else if (state.equals("awake")) {
            assertThat(unit.status().get("next_timer")).as("%s", history).isNotNull();
        }
        List<String> power = unit.power();
        String last = power.isEmpty() ? "" : power.get(power.size() - 1);
        boolean isAnnounced = last.equals("system/power/sleep") || last.equals("system/power/hibernate");
        assertThat(isAnnounced).as("%s: %s after %s", history, state, last).isEqualTo(state.equals("idle"));
    }

    private void endsIdleWithoutUse(PowerUnit unit) {
        CONDITIONS.forEach(each -> unit.condition(each, false));
        unit.pass(4_000);
        Await.until("the unit is idle after " + history + ": " + unit.summary(), () -> {
            unit.pass(10);
            return unit.state().equals("idle");
        });
    }
}
