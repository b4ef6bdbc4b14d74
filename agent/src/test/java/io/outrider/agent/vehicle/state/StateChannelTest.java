package io.outrider.agent.vehicle.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.clock.SimulatedTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MissCounterTest {
    private static final long TEN_SECONDS = Duration.ofSeconds(10).toNanos();

    private final SimulatedTime time = new SimulatedTime();
    private final MissCounter misses = new MissCounter(time.ticker());

    @Test
    void twoConsecutiveMissesCountAndAllAfterThem() {
        assertThat(misses.miss()).isFalse();
        assertThat(misses.miss()).isTrue();
        assertThat(misses.miss()).isTrue();
        misses.answered();
        assertThat(misses.miss()).as("an answer begins the count anew").isFalse();
    }

    @Test
    void withoutAnAnswerItIsSilentForever() {
        assertThat(misses.isSilentFor(Long.MAX_VALUE)).isTrue();
        assertThat(misses.isStale()).isTrue();
    }

    @Test
    void silenceCountsFromTheLastAnswer() {
        misses.answered();
        time.pass(Duration.ofSeconds(9));
        misses.answered();
        time.pass(Duration.ofSeconds(9));
        assertThat(misses.isSilentFor(TEN_SECONDS)).isFalse();
        time.pass(Duration.ofSeconds(1));
        assertThat(misses.isSilentFor(TEN_SECONDS)).isTrue();
    }

    @Test
    void itIsStaleAfterTenMinutesExactly() {
        misses.answered();
        time.pass(Duration.ofSeconds(599));
        assertThat(misses.isStale()).isFalse();
        time.pass(Duration.ofSeconds(1));
        assertThat(misses.isStale()).isTrue();
    }
}
