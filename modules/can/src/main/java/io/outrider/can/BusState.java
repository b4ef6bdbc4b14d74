package io.outrider.can;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How a bus does.
 *
 * @param condition of the controller, as its error frames tell it, or down
 * @param dropped frames that the kernel (or a full queue) threw away before a port of ours read them, since start
 * @param errorFrames error frames seen since start
 * @param sent frames sent since start
 * @param received frames that ports of ours read since start, one that two ports read counted twice
 */
public record BusState(Condition condition, long dropped, long errorFrames, long sent, long received) {
    /** From healthy to gone (ISO 11898-1, fault confinement). */
    public enum Condition {
        /** Takes part normally. */
        @JsonProperty("error_active")
        ERROR_ACTIVE,
        /** An error counter is above 96: wrong bit rate, wiring, nobody else there. */
        @JsonProperty("warning")
        WARNING,
        /** An error counter is above 127. */
        @JsonProperty("passive")
        PASSIVE,
        /** The controller has taken itself off the bus. */
        @JsonProperty("bus_off")
        BUS_OFF,
        /** The interface is down or not there. */
        @JsonProperty("down")
        DOWN
    }
}
