package io.outrider.can;

import io.outrider.api.Ticker;

/** Timestamp of the last activity of other nodes. Any thread. */
final class ActivityMonitor {
    private final Ticker ticker;
    private volatile long at;
    private volatile boolean active;

    ActivityMonitor(Ticker ticker) {
        this.ticker = ticker;
    }

    void recordActivity() {
        at = ticker.nanos();
        active = true;
    }

    /** Time since the last activity; {@link Long#MAX_VALUE} if there was none yet. */
    long silenceNanos() {
        return active ? Math.max(0, ticker.nanos() - at) : Long.MAX_VALUE;
    }
}
