package io.outrider.docker;

import io.outrider.api.Inhibitors;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Handle;
import io.outrider.api.Ticker;
import java.time.Duration;

/** Inhibitor of sleep while the idle unit pulls images, for a limited time in 24 hours of this process. Any thread. */
final class PullInhibitor {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration NEXT_STEP = Duration.ofSeconds(5); // pending states are not cut between two steps

    private final Inhibitors inhibitors;
    private final Ticker ticker;
    private final Duration most;
    private Duration used = Duration.ZERO; // guarded by this
    private long began; // of the 24 hours, guarded by this

    PullInhibitor(Inhibitors inhibitors, Ticker ticker, Duration most) {
        this.inhibitors = inhibitors;
        this.ticker = ticker;
        this.most = most;
    }

    /** Inhibits until the handle is closed or the time is used up; a pull without progress ends itself. */
    synchronized Handle inhibit(String reason) {
        long now = ticker.nanos();
        if (used.isZero() || now - began >= DAY.toNanos()) {
            used = Duration.ZERO;
            began = now;
        }
        Duration left = most.minus(used);
        if (left.isNegative() || left.isZero()) {
            return () -> {};
        }
        Handle handle = inhibitors.inhibit(Activity.SLEEP, reason, left);
        return () -> {
            handle.close();
            add(Duration.ofNanos(ticker.nanos() - now));
            inhibitors.inhibit(Activity.SLEEP, reason, NEXT_STEP);
        };
    }

    private synchronized void add(Duration time) {
        used = used.plus(time);
    }
}
