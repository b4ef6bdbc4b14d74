package io.outrider.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Health of one component, for {@code outrider status} and for Prometheus.
 *
 * @param facts the few most important values as JSON, in display order
 * @param problems one sentence each with its remedy; empty if healthy
 */
public record Health(Map<String, Object> facts, List<Metric> metrics, List<String> problems) {
    public static final Health NOTHING = new Health(Map.of(), List.of(), List.of());

    public Health {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        metrics = List.copyOf(metrics);
        problems = List.copyOf(problems);
    }

    /** Component that reports its health. Any thread; must not block. */
    @FunctionalInterface
    public interface Source {
        Health health();
    }
}
