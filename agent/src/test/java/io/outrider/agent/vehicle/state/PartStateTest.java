package io.outrider.agent.vehicle.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.clock.SimulatedTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PartStateTest {
    private static final long TEN_SECONDS = Duration.ofSeconds(10).toNanos();

    private final SimulatedTime time = new SimulatedTime();
    private final PartState part = new RotationState("engine", (group, state, data) -> {}, time.ticker());

    @Test
    void twoConsecutiveMissesCountAndAllAfterThem() {
        assertThat(part.miss()).isFalse();
        assertThat(part.miss()).isTrue();
        assertThat(part.miss()).isTrue();
        part.answered();
        assertThat(part.miss()).as("an answer begins the count anew").isFalse();
    }

    @Test
    void withoutAnAnswerItIsSilentForever() {
        assertThat(part.isSilentFor(Long.MAX_VALUE)).isTrue();
        assertThat(part.isStale()).isTrue();
    }

    @Test
    void silenceCountsFromTheLastAnswer() {
        part.answered();
        time.pass(Duration.ofSeconds(9));
        part.answered();
        time.pass(Duration.ofSeconds(9));
        assertThat(part.isSilentFor(TEN_SECONDS)).isFalse();
        time.pass(Duration.ofSeconds(1));
        assertThat(part.isSilentFor(TEN_SECONDS)).isTrue();
    }

    @Test
    void itIsStaleAfterTenMinutesExactly() {
        part.answered();
        time.pass(Duration.ofSeconds(599));
        assertThat(part.isStale()).isFalse();
        time.pass(Duration.ofSeconds(1));
        assertThat(part.isStale()).isTrue();
    }
}
