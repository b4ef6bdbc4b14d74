package io.outrider.obd;

import io.outrider.api.Events;
import java.util.Locale;
import java.util.Map;

/**
 * Events of the unit's connection to the vehicle's bus, with AutoPi's tags. A state counts once seen twice in a row, so
 * that a starting bus or a lost frame causes none. One thread.
 */
final class BusEvents {
    private final Events events;
    private ConnectionState lastSeen;
    private ConnectionState published;

    private enum ConnectionState {
        NOT_CONNECTED,
        /** The interface is up, but no frame has been received since. */
        INTERFACE_CONNECTED,
        BUS_CONNECTED,
        /** Frames were received before, but not lately. */
        BUS_DISCONNECTED
    }

    BusEvents(Events events) {
        this.events = events;
    }

    /** Evaluates the state; called about every 10 s. */
    void update(boolean up, boolean active, Map<String, Object> details) {
        ConnectionState now = state(up, active);
        boolean isStable = now == lastSeen;
        lastSeen = now;
        if (!isStable || now == published) {
            return;
        }
        published = now;
        events.publish("system/obd/" + now.name().toLowerCase(Locale.ROOT), details);
    }

    private ConnectionState state(boolean up, boolean active) {
        if (!up) {
            return ConnectionState.NOT_CONNECTED;
        }
        if (active) {
            return ConnectionState.BUS_CONNECTED;
        }
        boolean wasActive = published == ConnectionState.BUS_CONNECTED || published == ConnectionState.BUS_DISCONNECTED;
        return wasActive ? ConnectionState.BUS_DISCONNECTED : ConnectionState.INTERFACE_CONNECTED;
    }
}
