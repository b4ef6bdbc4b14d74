package io.outrider.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Inhibitors.Inhibition;
import io.outrider.testkit.TestContext;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Time for which pulls hold an idle unit awake. */
class PullInhibitorTest {
    private long now = 5;
    private final TestContext context = new TestContext().withTicker(() -> now);
    private final PullInhibitor pulls = new PullInhibitor(context.inhibitors(), () -> now, Duration.ofMinutes(30));

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private List<Duration> held() {
        return context.inhibitors().active().stream().map(Inhibition::remaining).toList();
    }

    @Test
    void allPullsOfADayShareTheLimit() {
        try (var first = pulls.inhibit("pull of app 1.2")) {
            assertThat(context.inhibitors().active())
                    .extracting(Inhibition::reason)
                    .containsExactly("pull of app 1.2");
            assertThat(held()).containsExactly(Duration.ofMinutes(30));
            pass(Duration.ofMinutes(20));
        }
        pass(Duration.ofHours(1));
        try (var second = pulls.inhibit("pull of app 1.2")) {
            assertThat(held()).containsExactly(Duration.ofMinutes(10));
            pass(Duration.ofMinutes(11));
            assertThat(held()).as("it goes on, and the unit may sleep").isEmpty();
        }
        pass(Duration.ofMinutes(1));
        try (var third = pulls.inhibit("pull of app 1.2")) {
            assertThat(held()).isEmpty();
        }
        assertThat(held()).isEmpty();
        pass(Duration.ofHours(23));
        try (var nextDay = pulls.inhibit("pull of app 1.2")) {
            assertThat(held()).containsExactly(Duration.ofMinutes(30));
        }
    }

    @Test
    void theUnitIsHeldAwakeFromOneStepToTheNextOnly() {
        pulls.inhibit("pull of app 1.2").close();
        assertThat(held()).containsExactly(Duration.ofSeconds(5));
        pass(Duration.ofSeconds(5));
        assertThat(held()).isEmpty();
    }

    @Test
    void withALimitOfZeroPullsHoldNothingAwake() {
        PullInhibitor none = new PullInhibitor(context.inhibitors(), () -> now, Duration.ZERO);
        none.inhibit("pull of app 1.2").close();
        assertThat(held()).isEmpty();
    }
}
