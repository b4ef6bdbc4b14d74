package io.outrider.agent.operator.stream;

import io.outrider.wire.results.Result;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Event of the unit's stream.
 *
 * @param name {@code record} or {@code job}
 * @param type the type of a record, such as {@code obd.rpm}; the state of a job
 * @param data JSON values or {@link Result}s, in display order
 */
public record StreamEvent(String name, String type, Map<String, Object> data) {
    public static final String RECORD = "record";
    public static final String JOB = "job";

    public StreamEvent {
        Objects.requireNonNull(name);
        Objects.requireNonNull(type);
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data)); // may hold null
    }

    /** Approximate bytes in memory. */
    long weight() {
        return weight(data);
    }

    private static long weight(Object value) {
        if (value instanceof Map<?, ?> map) {
            long sum = 2;
            for (Map.Entry<?, ?> each : map.entrySet()) {
                sum += weight(each.getKey()) + weight(each.getValue());
            }
            return sum;
        }
        if (value instanceof Collection<?> list) {
            long sum = 2;
            for (Object each : list) {
                sum += weight(each);
            }
            return sum;
        }
        if (value instanceof Result result) {
            return result.weight();
        }
        return value instanceof String text ? text.length() + 4L : 8;
    }
}
