package io.outrider.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StayAwakeTest {
    @Test
    void stayAwakeHoldsATimer() throws Exception {
        try (PowerUnit unit = new PowerUnit()) {
            assertThat(unit.stayAwake(3600, "workshop")).asString().endsWith("1:00:00 left: workshop");
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
            assertThat(unit.summary()).endsWith("6:40 left: second");
            unit.stayAwake(0, null);
            assertThat(unit.context.inhibitors().active()).isEmpty();
            assertThat(unit.summary()).startsWith("idle in 5:00");
        }
    }

    @Test
    void stayAwakeStopsASequence() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        try (PowerUnit unit = new PowerUnit()) {
            unit.on("state.sls", kwarg -> {
                begun.countDown();
                released.await();
                return Map.of();
            });
            unit.pass(300);
            begun.await();
            unit.stayAwake(900, "workshop");
            released.countDown();
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
