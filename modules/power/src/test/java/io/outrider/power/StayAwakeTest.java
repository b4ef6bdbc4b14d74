package io.outrider.power;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StayAwakeTest {
    @Test
    void stayAwakeHoldsATimer() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertThat(unit.stayAwake(3600, "workshop"))
                    .asString()
                    .endsWith("held by operator: workshop, 1:00:00 left");
            unit.pass(3599);
            assertThat(unit.state()).isEqualTo("awake");
            unit.pass(1);
            unit.reach("idle");
        }
    }

    @Test
    void theLatestStayAwakeCountsAndZeroEndsIt() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.stayAwake(3600, "first");
            unit.stayAwake(400, "second");
            assertThat(unit.context.inhibitors().active()).hasSize(1);
            assertThat(unit.summary()).startsWith("awake: held by operator: second, 6:40 left");
            unit.stayAwake(0, null);
            assertThat(unit.context.inhibitors().active()).isEmpty();
            assertThat(unit.summary()).startsWith("idle in 5:00");
        }
    }

    @Test
    void stayAwakeStopsASequence() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            PowerUnit.HeldCall held = unit.hold("state.sls");
            unit.pass(300);
            held.begun();
            unit.stayAwake(900, "workshop");
            held.release();
            unit.reach("awake");
            assertThat(unit.power()).isEmpty();
            assertThat(unit.timer()).containsOnlyKeys("_sleep_timer/inactivity_after_sleep");
        }
    }

    @Test
    void stayAwakeEndsIdleness() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            unit.pass(300);
            unit.reach("idle");
            unit.stayAwake(900, "workshop");
            assertThat(unit.state()).isEqualTo("awake");
            assertThat(unit.data("system/power/recover")).containsEntry("reason", "power.stay_awake: workshop");
            unit.pass(899);
            assertThat(unit.state()).isEqualTo("awake");
            unit.pass(1);
            unit.reach("idle");
        }
    }
}
