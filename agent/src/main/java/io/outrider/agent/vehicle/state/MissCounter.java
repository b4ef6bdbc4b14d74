package io.outrider.agent.vehicle.state;

import io.outrider.api.Ticker;
import java.time.Duration;

/** How long something has not been heard of. One lost answer is none: buses lose frames. Not for threads. */
final class MissCounter {
    static final String STALE_REASON = "nothing has been read for ten minutes";
    private static final long STALE = Duration.ofMinutes(10).toNanos();
    private static final int ENOUGH = 2;

    private final Ticker ticker;
    private long last; // of Long.MIN_VALUE nothing could be subtracted
    private boolean heard;
    private int misses;

    MissCounter(Ticker ticker) {
        this.ticker = ticker;
    }

    void answered() {
        last = ticker.nanos();
        heard = true;
        misses = 0;
    }

    /** @return whether there have been enough of them */
    boolean another() {
        misses = Math.min(misses + 1, ENOUGH);
        return misses == ENOUGH;
    }

    /** Since the last answer; for ever if there was none. */
    boolean isSilentFor(long nanos) {
        return !heard || ticker.nanos() - last >= nanos;
    }

    boolean isStale() {
        return isSilentFor(STALE);
    }
}
