package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Ticker;
import io.outrider.testkit.ManualTicker;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StaleFramesTest {
    private static final CanFrame FRAME = CanFrame.of(CanId.base(1));

    private static long nowMicros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }

    @Test
    void nothingIsStaleBeforeAnythingIsDiscarded() {
        assertThat(new StaleFrames(Ticker.system()).contains(FRAME.at(1L))).isFalse();
    }

    @Test
    void framesBeforeTheReferenceTimeAreStaleAndLaterOnesAreNot() {
        StaleFrames stale = new StaleFrames(Ticker.system());
        long before = nowMicros() - 1;
        stale.discardUntilNow();
        assertThat(stale.contains(FRAME.at(before))).isTrue();
        assertThat(stale.contains(FRAME.at(before - 10_000_000))).isTrue();
        assertThat(stale.contains(FRAME.at(nowMicros()))).isFalse();
        assertThat(stale.contains(FRAME.at(before)))
                .as("the kernel keeps the order")
                .isFalse();
    }

    @Test
    void aFrameWithoutATimestampIsFresh() {
        StaleFrames stale = new StaleFrames(Ticker.system());
        stale.discardUntilNow();
        assertThat(stale.contains(FRAME)).isFalse();
    }

    @Test
    void aWallClockThatJumpedMakesNothingStale() {
        ManualTicker ticker = new ManualTicker();
        StaleFrames stale = new StaleFrames(ticker);
        stale.discardUntilNow();
        ticker.advance(3_600_000_000_000L); // an hour on the monotonic clock only: the wall clock has jumped
        assertThat(stale.contains(FRAME.at(nowMicros() - 60_000_000))).isFalse();
    }
}
