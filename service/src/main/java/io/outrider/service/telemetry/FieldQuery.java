package io.outrider.service.telemetry;

import java.time.Duration;
import java.time.Instant;

/**
 * Query of one field of an account's device.
 *
 * @param kind {@code float}, {@code long}, {@code string} or {@code geo_point}
 * @param from inclusive
 * @param to exclusive; null for the end of time
 * @param aggregation NONE returns the values themselves
 * @param interval null without aggregation
 * @param size most values, the newest; without aggregation only
 */
public record FieldQuery(
        long account,
        String deviceId,
        String field,
        String kind,
        Instant from,
        Instant to,
        Aggregation aggregation,
        Duration interval,
        int size) {
    /** Method by which values of an interval become one. */
    public enum Aggregation {
        AVG,
        MIN,
        MAX,
        SUM,
        NONE
    }
}
