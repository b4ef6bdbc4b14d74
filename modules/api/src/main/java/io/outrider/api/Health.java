package io.outrider.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a part of the unit is, for {@code outrider status} and for Prometheus.
 *
 * @param facts what an operator asks first, as JSON has it, in the order to show; few
 * @param problems one sentence each, saying what to do; empty when all is well
 */
public record Health(Map<String, Object> facts, List<Metric> metrics, List<String> problems) {
    public static final Health NOTHING = new Health(Map.of(), List.of(), List.of());

    public Health {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        metrics = List.copyOf(metrics);
        problems = List.copyOf(problems);
    }

    /** A part that can tell. Any thread; must not block. */
    @FunctionalInterface
    public interface Source {
        Health health();
    }
}
