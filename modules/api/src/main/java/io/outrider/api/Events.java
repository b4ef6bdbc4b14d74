package io.outrider.api;

import java.util.Map;

/**
 * Events of the unit and the vehicle: delivered one at a time in the order of publication, and recorded as telemetry. Any
 * thread.
 */
public interface Events {
    /**
     * Publishes an event of now. A record has 64 KiB of JSON at most; an event with more data reaches the listeners, and
     * its record is counted as lost.
     *
     * @param tag two words or more, such as {@code system/obd/bus_connected}: ASCII letters, digits, _, - and . with /
     *     between, 128 characters at most
     * @param data details: texts, finite numbers, booleans, null, and lists and maps of them; the record leaves out nulls
     *     and keys that begin with @
     * @throws IllegalArgumentException if the tag or the data has another format; nobody receives the event
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
