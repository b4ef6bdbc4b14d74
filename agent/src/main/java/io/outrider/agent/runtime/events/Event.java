package io.outrider.agent.runtime.events;

import io.outrider.api.EventFormat;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Event of the vehicle or the unit.
 *
 * @param tag as AutoPi names it, such as {@code vehicle/engine/running}
 * @param data details, of JSON's types
 * @throws IllegalArgumentException if the tag or the data has not the format that {@link EventFormat} checks
 */
public record Event(String tag, Map<String, Object> data, Timestamp at) {
    public Event {
        EventFormat.check(tag, data);
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }

    /** Record of type {@code event.} and the tag without its last part. */
    public TelemetryRecord record() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("@tag", tag);
        data.forEach((key, value) -> {
            if (value != null && !key.startsWith("@")) { // reserved for the record's header
                fields.put(key, value);
            }
        });
        String type = "event." + tag.substring(0, tag.lastIndexOf('/')).replace('/', '.');
        return new TelemetryRecord(type, at.inMilliseconds(), fields, Priority.HIGH);
    }
}
