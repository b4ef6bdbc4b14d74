package io.outrider.api;

import java.util.Map;
import java.util.Objects;

/**
 * Prometheus metric.
 *
 * @param name without the prefix {@code outrider_}, in base units, counters ending in {@code _total}: {@code
 *     can_frames_received_total}
 * @param help one line
 * @param labels mostly empty; few labels with few values
 */
public record Metric(String name, Kind kind, String help, Map<String, String> labels, double value) {
    public enum Kind {
        /** Counter: only grows, from 0 at the start of the process. */
        COUNTER,
        /** Gauge: goes up and down. */
        GAUGE
    }

    public Metric {
        Objects.requireNonNull(name);
        Objects.requireNonNull(kind);
        Objects.requireNonNull(help);
        labels = Map.copyOf(labels);
    }

    public static Metric counter(String name, String help, double value) {
        return new Metric(name, Kind.COUNTER, help, Map.of(), value);
    }

    public static Metric gauge(String name, String help, double value) {
        return new Metric(name, Kind.GAUGE, help, Map.of(), value);
    }
}
