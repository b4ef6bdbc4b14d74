package io.outrider.wire;

import io.outrider.api.Reading;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Telemetry record: values of the unit at one time. See docs/wire.md.
 *
 * @param type such as {@code obd.rpm}; the record's {@code @t}
 * @param fields of JSON types without null, NaN and infinities; never {@code @t}, {@code @ts} or {@code @tq}
 */
public record TelemetryRecord(String type, Timestamp at, Map<String, Object> fields, Priority priority) {
    public TelemetryRecord {
        Objects.requireNonNull(type);
        Objects.requireNonNull(at);
        Objects.requireNonNull(priority);
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    public TelemetryRecord at(Timestamp timestamp) {
        return new TelemetryRecord(type, timestamp, fields, priority);
    }

    /** Row that leaves the unit. */
    public Map<String, Object> row() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("@t", type);
        row.put("@ts", Reading.text(at.instant()) + "Z");
        if (!at.trusted()) {
            row.put("@tq", "unknown");
        }
        fields.forEach(row::put); // not putAll, which wraps each entry of an unmodifiable map
        return row;
    }
}
