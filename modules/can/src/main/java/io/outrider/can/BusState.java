package io.outrider.can;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * State and counters of a bus.
 *
 * @param condition of the controller, from its error frames, or down
 * @param dropped frames that the kernel (or a full queue) dropped before one of our ports read them, since start
 * @param received frames read by our ports since start; one frame read by two ports counts twice
 */
public record BusState(Condition condition, long dropped, long errorFrames, long sent, long received) {
    /** Fault confinement states of the controller (ISO 11898-1), and down. */
    public enum Condition {
        /** Normal operation. */
        @JsonProperty("error_active")
        ERROR_ACTIVE,
        /** An error counter is above 96: wrong bit rate, wiring, or no other node. */
        @JsonProperty("warning")
        WARNING,
        /** An error counter is above 127. */
        @JsonProperty("passive")
        PASSIVE,
        /** The controller has disconnected from the bus. */
        @JsonProperty("bus_off")
        BUS_OFF,
        /** The interface is down or not there. */
        @JsonProperty("down")
        DOWN
    }
}
