package io.outrider.can;

import io.outrider.api.Ticker;

/** Remembers when somebody else was last heard. Any thread; costs a reading of the clock. */
final class ActivityMonitor {
    private final Ticker ticker;
    private volatile long at;
    private volatile boolean heard;

    ActivityMonitor(Ticker ticker) {
        this.ticker = ticker;
    }

    void hear() {
        at = ticker.nanos();
        heard = true;
    }

    /** Since somebody was heard; {@link Long#MAX_VALUE} if nobody was yet. */
    long silenceNanos() {
        return heard ? Math.max(0, ticker.nanos() - at) : Long.MAX_VALUE;
    }
}
