package io.outrider.agent.vehicle.state;

import io.outrider.api.Ticker;
import java.time.Duration;

/** Counter of missed answers and their duration. A single miss is ignored, as buses lose frames. Not thread-safe. */
final class MissCounter {
    static final String STALE_REASON = "nothing has been read for ten minutes";
    private static final long STALE = Duration.ofMinutes(10).toNanos();
    private static final int ENOUGH = 2;

    private final Ticker ticker;
    private long last; // valid once answeredBefore, as Long.MIN_VALUE would overflow
    private boolean answeredBefore;
    private int misses;

    MissCounter(Ticker ticker) {
        this.ticker = ticker;
    }

    void answered() {
        last = ticker.nanos();
        answeredBefore = true;
        misses = 0;
    }

    /** @return whether there have been two in a row */
    boolean miss() {
        misses = Math.min(misses + 1, ENOUGH);
        return misses == ENOUGH;
    }

    /** Counts from the last answer; true if there was none. */
    boolean isSilentFor(long nanos) {
        return !answeredBefore || ticker.nanos() - last >= nanos;
    }

    boolean isStale() {
        return isSilentFor(STALE);
    }
}
