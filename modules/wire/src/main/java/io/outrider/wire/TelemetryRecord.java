package io.outrider.wire;

import io.outrider.api.Reading;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * One telemetry record: what the unit knew at one moment. See wire.md, "Telemetry".
 *
 * @param type such as {@code obd.rpm}; the record's {@code @t}
 * @param fields of JSON's kinds without null, NaN and infinities; no {@code @t}, {@code @ts}, {@code @tq} among them
 */
public record TelemetryRecord(String type, Timestamp at, Map<String, Object> fields, Priority priority) {
    public TelemetryRecord {
        Objects.requireNonNull(type);
        Objects.requireNonNull(at);
        Objects.requireNonNull(priority);
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** The same of another moment. */
    public TelemetryRecord at(Timestamp other) {
        return new TelemetryRecord(type, other, fields, priority);
    }

    /** The record as it leaves the unit. */
    public Map<String, Object> row() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("@t", type);
        row.put("@ts", Reading.text(at.instant()) + "Z");
        if (!at.trusted()) {
            row.put("@tq", "unknown");
        }
        row.putAll(fields);
        return row;
    }
}
