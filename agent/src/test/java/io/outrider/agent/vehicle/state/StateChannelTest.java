package io.outrider.agent.vehicle.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.clock.SimulatedTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StateChannelTest {
    private static final long TEN_SECONDS = Duration.ofSeconds(10).toNanos();

    private final SimulatedTime time = new SimulatedTime();
    private final StateChannel channel = new StateChannel("engine", (group, state, data) -> {}, time.ticker());

    @Test
    void twoConsecutiveMissesCountAndAllAfterThem() {
        assertThat(channel.miss()).isFalse();
        assertThat(channel.miss()).isTrue();
        assertThat(channel.miss()).isTrue();
        channel.answered();
        assertThat(channel.miss()).as("an answer begins the count anew").isFalse();
    }

    @Test
    void withoutAnAnswerItIsSilentForever() {
        assertThat(channel.isSilentFor(Long.MAX_VALUE)).isTrue();
        assertThat(channel.isStale()).isTrue();
    }

    @Test
    void silenceCountsFromTheLastAnswer() {
        channel.answered();
        time.pass(Duration.ofSeconds(9));
        channel.answered();
        time.pass(Duration.ofSeconds(9));
        assertThat(channel.isSilentFor(TEN_SECONDS)).isFalse();
        time.pass(Duration.ofSeconds(1));
        assertThat(channel.isSilentFor(TEN_SECONDS)).isTrue();
    }

    @Test
    void itIsStaleAfterTenMinutesExactly() {
        channel.answered();
        time.pass(Duration.ofSeconds(599));
        assertThat(channel.isStale()).isFalse();
        time.pass(Duration.ofSeconds(1));
        assertThat(channel.isStale()).isTrue();
    }
}
