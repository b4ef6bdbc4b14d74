package io.outrider.api;

import java.util.Map;

/**
 * Events of the unit and the vehicle: delivered one at a time in the order of publication, and recorded as telemetry. Any
 * thread.
 */
public interface Events {
    /**
     * Publishes an event of now.
     *
     * @param tag two parts or more, such as {@code system/obd/bus_connected}
     * @param data details, of JSON's types
     * @throws IllegalArgumentException if the tag has only one part
     */
    void publish(String tag, Map<String, Object> data);

    /** Adds a listener, which is removed when the module is closed. */
    void listen(Listener listener);

    /** Listener of events; runs on a publishing thread and must not block. */
    @FunctionalInterface
    interface Listener {
        void event(String tag, Map<String, Object> data);
    }
}
