package io.outrider.agent.operator.api;

import io.outrider.api.Health;
import io.outrider.api.Metric;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Encoder of metrics in the Prometheus text format, version 0.0.4. */
final class PrometheusText {
    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final String PREFIX = "outrider_";

    private PrometheusText() {}

    static String text(Collection<Health> healths) {
        Map<String, List<Metric>> byName = new TreeMap<>();
        for (Health health : healths) {
            for (Metric metric : health.metrics()) {
                byName.computeIfAbsent(metric.name(), each -> new ArrayList<>()).add(metric);
            }
        }
        StringBuilder text = new StringBuilder();
        byName.forEach((name, metrics) -> append(text, PREFIX + name, metrics));
        return text.toString();
    }

    private static void append(StringBuilder text, String name, List<Metric> metrics) {
        Metric first = metrics.get(0);
        String kind = first.kind().name().toLowerCase(Locale.ROOT);
        text.append("# HELP ").append(name).append(' ');
        text.append(first.help().replace("\\", "\\\\").replace("\n", "\\n"));
        text.append("\n# TYPE ").append(name).append(' ').append(kind).append('\n');
        for (Metric metric : metrics) {
            text.append(name).append(labels(metric.labels())).append(' ');
            text.append(number(metric.value())).append('\n');
        }
    }

    private static String labels(Map<String, String> labels) {
        if (labels.isEmpty()) {
            return "";
        }
        return labels.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + "\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String number(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
