package io.outrider.obd;

/** Polling modes for a silent bus. */
public enum SilentBus {
    /**
     * Polls once after power-on, and once a minute while another source reports the vehicle in use; goes on while
     * answers come. For vehicles with unasked traffic, and for those behind a gateway.
     */
    PROBE,
    /** No polling until there is activity. */
    WAIT,
    /** Polls as on an active bus. */
    ASK
}
