package io.outrider.agent.vehicle.state;

import io.outrider.agent.runtime.events.EventBus;
import java.util.Map;

/**
 * Whether the unit is on the vehicle's bus, under the incumbent's tags. What is seen counts when it is seen twice in a row,
 * so that neither a bus that is just starting nor one that has lost a frame is told. One thread.
 */
public final class BusEvents {
    private final EventBus occurrences;
    private State seen;
    private State told;

    /** The last parts of the tags. */
    private enum State {
        NOT_CONNECTED("not_connected"),
        /** The interface is up, and nobody was heard since it is. */
        INTERFACE_CONNECTED("interface_connected"),
        BUS_CONNECTED("bus_connected"),
        /** Somebody was heard, and nobody is any more. */
        BUS_DISCONNECTED("bus_disconnected");

        private final String word;

        State(String word) {
            this.word = word;
        }
    }

    public BusEvents(EventBus occurrences) {
        this.occurrences = occurrences;
    }

    /**
     * To be called every ten seconds or so.
     *
     * @param up whether the interface is there and up
     * @param heard whether somebody was heard lately
     * @param known what else is known of the bus
     */
    public void look(boolean up, boolean heard, Map<String, Object> known) {
        State now = state(up, heard);
        boolean again = now == seen;
        seen = now;
        if (!again || now == told) {
            return;
        }
        told = now;
        occurrences.publish("system/obd/" + now.word, known);
    }

    private State state(boolean up, boolean heard) {
        if (!up) {
            return State.NOT_CONNECTED;
        }
        if (heard) {
            return State.BUS_CONNECTED;
        }
        boolean wasHeard = told == State.BUS_CONNECTED || told == State.BUS_DISCONNECTED;
        return wasHeard ? State.BUS_DISCONNECTED : State.INTERFACE_CONNECTED;
    }
}
