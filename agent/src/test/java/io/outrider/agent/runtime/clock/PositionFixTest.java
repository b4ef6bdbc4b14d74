package io.outrider.agent.runtime.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.wire.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class PositionFixTest {
    private final SimulatedTime time = new SimulatedTime();
    private final UnitClock clock = time.clock();

    /** A receiver reports whole seconds, with a delay. */
    private void fix(Duration off) {
        clock.fix(time.truth().plus(off).truncatedTo(ChronoUnit.SECONDS), clock.now());
        time.pass(Duration.ofSeconds(5));
    }

    private Duration error() {
        return Duration.between(time.truth(), clock.instant()).abs();
    }

    @Test
    void twoAgreeingFixesSetTheTime() {
        fix(Duration.ZERO);
        assertThat(clock.now().trusted()).as("one may be nonsense").isFalse();
        fix(Duration.ZERO);
        assertThat(clock.now().trusted()).isTrue();
        assertThat(error()).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void implausibleFixesAreNeverTrusted() {
        for (int i = 0; i < 5; i++) {
            clock.fix(Instant.parse("1980-01-06T00:00:00Z").plusSeconds(i * 5), clock.now());
            time.pass(Duration.ofSeconds(5));
            fix(Duration.ofHours(i * 7L));
        }
        assertThat(clock.now().trusted()).isFalse();
    }

    @Test
    void theSameFixTwiceIsOne() {
        Timestamp at = clock.now();
        clock.fix(time.truth(), at);
        clock.fix(time.truth(), at);
        assertThat(clock.now().trusted()).isFalse();
    }

    @Test
    void fixesDoNotMoveASynchronisedClock() {
        time.synchronise(Duration.ZERO);
        clock.check();
        fix(Duration.ofSeconds(40));
        fix(Duration.ofSeconds(40));
        assertThat(clock.instant()).as("synchronised").isEqualTo(time.truth());
        time.become(Synchronisation.SyncState.NO);
        clock.check();
        fix(Duration.ofSeconds(1));
        fix(Duration.ofSeconds(1));
        assertThat(clock.instant()).as("within what a fix is good for").isEqualTo(time.truth());
        assertThat(clock.health().facts()).containsEntry("source", "position");
    }

    @Test
    void theSystemIsFollowedAgainWhenItIsSynchronised() {
        fix(Duration.ZERO);
        fix(Duration.ZERO);
        time.synchronise(Duration.ofMillis(3));
        clock.check();
        assertThat(clock.instant()).isEqualTo(time.truth().plusMillis(3));
    }

    @Test
    void aClockWithoutAFixForNineHoursIsHeld() {
        fix(Duration.ZERO);
        fix(Duration.ZERO);
        clock.check();
        assertThat(clock.health().facts()).containsEntry("source", "position");
        time.pass(Duration.ofHours(9));
        clock.check();
        assertThat(clock.health().facts()).containsEntry("source", "held").containsEntry("trusted", true);
    }
}
