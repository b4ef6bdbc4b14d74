package io.outrider.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Inhibition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PowerStatusTest {
    private static final SleepTimer TIMER =
            new SleepTimer("event_driven", 1800, 3600, 10, "engine_stopped", Instant.EPOCH, 0);

    private static PowerStatus status(
            boolean inUse, boolean bypass, String sleeping, String idle, SleepTimer timer, Inhibition... held) {
        return new PowerStatus(
                inUse,
                inUse ? "engine running since 13:20" : "engine stopped at 14:02",
                "asleep",
                bypass,
                sleeping,
                idle,
                timer,
                VehicleUse.seconds(760),
                "engine stopped at 14:02",
                List.of(held));
    }

    private static Inhibition held(String owner, int seconds, String reason) {
        return new Inhibition(owner, Activity.SLEEP, reason, Duration.ofMinutes(2), Duration.ofSeconds(seconds));
    }

    @Test
    void theNextTimerIsShownWithItsCause() {
        PowerStatus status = status(false, false, null, null, TIMER);
        assertThat(status.summary()).isEqualTo("asleep in 12:40: engine stopped at 14:02");
        assertThat(status.state()).isEqualTo("awake");
        assertThat(status.members())
                .containsEntry("next_timer_s", 760L)
                .hasEntrySatisfying(
                        "next_timer",
                        timer -> assertThat(timer)
                                .hasToString(
                                        "{name=event_driven, period=1800, interval=3600, delay=10, reason=engine_stopped}"));
    }

    @Test
    void useComesBeforeTimersAndInhibitors() {
        PowerStatus status = status(true, false, null, null, TIMER, held("docker", 5000, "a release"));
        assertThat(status.summary()).isEqualTo("awake: engine running since 13:20");
        assertThat(status.state()).isEqualTo("in_use");
    }

    @Test
    void theLeaseOfAPersonIsTheOperators() {
        assertThat(status(false, false, null, null, TIMER, held("power", 3550, "operator: workshop"))
                        .summary())
                .isEqualTo("awake: held by operator: workshop, 59:10 left");
    }

    @Test
    void aSequenceComesBeforeAllButIdleness() {
        assertThat(status(true, false, "going to sleep: uploads records", null, TIMER)
                        .state())
                .isEqualTo("going_to_sleep");
        PowerStatus idle = status(false, false, "runs pending states, 9:59 left", "since 14:32: battery low", null);
        assertThat(idle.summary()).isEqualTo("idle since 14:32: battery low; runs pending states, 9:59 left");
        assertThat(idle.state()).isEqualTo("idle");
    }

    @Test
    void aUnitWithoutTimersSaysSo() {
        PowerStatus status = status(false, true, null, null, null);
        assertThat(status.summary()).isEqualTo("awake: no sleep timer runs; engine stopped at 14:02");
        assertThat(status.members()).containsEntry("next_timer", null).containsEntry("next_timer_s", null);
    }

    @Test
    void aBypassIsNamed() {
        assertThat(status(false, true, null, null, TIMER).summary())
                .isEqualTo("awake: [power] bypass is true; engine stopped at 14:02");
    }
}
