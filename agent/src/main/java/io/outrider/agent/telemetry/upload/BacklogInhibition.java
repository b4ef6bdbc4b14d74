package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.api.Inhibitors;
import io.outrider.api.Ticker;
import java.time.Duration;

/** Inhibition of sleep while a backlog is sent, for a limited time from its first batch. Guarded by the upload's lock. */
final class BacklogInhibition {
    static final Duration LIMIT = Duration.ofMinutes(10);

    private final Inhibitions inhibitions;
    private final Ticker ticker;
    private long end; // of the backlog's time
    private boolean isBegun;
    private Inhibitors.Handle handle; // null if there is none

    BacklogInhibition(Inhibitions inhibitions, Ticker ticker) {
        this.inhibitions = inhibitions;
        this.ticker = ticker;
    }

    void sending() {
        long now = ticker.nanos();
        end = isBegun ? end : now + LIMIT.toNanos();
        isBegun = true;
        if (handle == null && end - now > 0) {
            Duration left = Duration.ofNanos(end - now);
            handle = inhibitions.inhibit("upload", Inhibitors.Activity.SLEEP, "upload of a backlog", left);
        }
    }

    /** Ends it for now: the same backlog gets no more than what is left of its time. */
    void pause() {
        if (handle != null) {
            handle.close();
            handle = null;
        }
    }

    void sent() {
        pause();
        isBegun = false;
    }
}
