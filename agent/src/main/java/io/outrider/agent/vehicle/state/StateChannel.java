package io.outrider.agent.vehicle.state;

import java.util.Map;

/** State of one part of the vehicle, which reports changes; the owner tracks its age. Not thread-safe. */
final class StateChannel {
    private final String group;
    private final Listener listener;
    private String state; // null while unknown

    @FunctionalInterface
    interface Listener {
        void changed(String group, String state, Map<String, Object> data);
    }

    StateChannel(String group, Listener listener) {
        this.group = group;
        this.listener = listener;
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

    /** Reports the state even if it is unchanged. */
    void publish(String next, Map<String, Object> data) {
        state = next;
        listener.changed(group, next, data);
    }
}
