package io.outrider.agent.vehicle.state;

import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.Map;

/**
 * State of one part of the vehicle, which reports changes, with its age and missed answers. A single miss is ignored, as
 * buses lose frames. Not thread-safe.
 */
final class StateChannel {
    static final String STALE_REASON = "nothing has been read for ten minutes";
    private static final long STALE = Duration.ofMinutes(10).toNanos();
    private static final int ENOUGH = 2;

    private final String group;
    private final Listener listener;
    private final Ticker ticker;
    private String state; // null while unknown
    private long last; // valid once answeredBefore, as Long.MIN_VALUE would overflow
    private boolean answeredBefore;
    private int misses;

    @FunctionalInterface
    interface Listener {
        void changed(String group, String state, Map<String, Object> data);
    }

    StateChannel(String group, Listener listener, Ticker ticker) {
        this.group = group;
        this.listener = listener;
        this.ticker = ticker;
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
            publish(next, data);
        }
    }

    void set(String next, String reason) {
        set(next, Map.of("reason", reason));
    }

    /** Reports the state even if it is unchanged. */
    void publish(String next, Map<String, Object> data) {
        state = next;
        listener.changed(group, next, data);
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
