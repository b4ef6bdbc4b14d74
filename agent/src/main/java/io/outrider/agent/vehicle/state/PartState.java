package io.outrider.agent.vehicle.state;

import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.Map;

/**
 * State of one part of the vehicle, which reports changes. Its active state is lost with the second failed reading in a
 * row, as buses lose single frames, and without readings for ten minutes. Not thread-safe.
 */
abstract class PartState {
    private static final String STALE_REASON = "nothing has been read for ten minutes";
    private static final long STALE = Duration.ofMinutes(10).toNanos();
    private static final int ENOUGH = 2;

    private final String group;
    private final String active;
    private final PartListener listener;
    private final Ticker ticker;
    private String state; // null while unknown
    private Long last; // ticker time of the last answer; null before the first
    private int misses;

    @FunctionalInterface
    interface PartListener {
        void changed(String group, String state, Map<String, Object> data);
    }

    /** @param active the state that can be lost; null for any but unknown */
    PartState(String group, String active, PartListener listener, Ticker ticker) {
        this.group = group;
        this.active = active;
        this.listener = listener;
        this.ticker = ticker;
    }

    /** Reports the loss of the active state at once; another state may become known. */
    abstract void lost(String reason);

    void failed(String reason) {
        if (miss() || !isActive()) {
            lost(reason);
        }
    }

    void check() {
        if (isStale() && isActive()) {
            lost(STALE_REASON);
        }
    }

    boolean isActive() {
        return active == null ? isKnown() : is(active);
    }

    boolean is(String state) {
        return state.equals(this.state);
    }

    boolean isKnown() {
        return state != null;
    }

    /** @param data of the event; other data with the same state is no change */
    void set(String next, Map<String, Object> data) {
        if (!next.equals(state)) {
            state = next;
            listener.changed(group, next, data);
        }
    }

    void set(String next, String reason) {
        set(next, Map.of("reason", reason));
    }

    void answered() {
        last = ticker.nanos();
        misses = 0;
    }

    /** @return whether there have been two in a row */
    boolean miss() {
        misses = Math.min(misses + 1, ENOUGH);
        return misses == ENOUGH;
    }

    /** Counts from the last answer; true if there was none. */
    boolean isSilentFor(long nanos) {
        return last == null || ticker.nanos() - last >= nanos;
    }

    boolean isStale() {
        return isSilentFor(STALE);
    }
}
