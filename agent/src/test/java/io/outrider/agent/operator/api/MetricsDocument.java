package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Health;
import io.outrider.api.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Content of {@code docs/metrics.md}, compared with reported metrics in tests. */
public final class MetricsDocument {
    private static final Pattern ROW =
            Pattern.compile("^\\| `outrider_(\\w+)` \\| ([^|]+) \\| ([^|]+) \\| ([^|]*) \\|$", Pattern.MULTILINE);

    /** Meaning, threshold and action by name. */
    private final Map<String, List<String>> rows = new TreeMap<>();

    public MetricsDocument() throws IOException {
        Matcher row = ROW.matcher(Files.readString(file()));
        while (row.find()) {
            List<String> cells = List.of(
                    row.group(2).strip(), row.group(3).strip(), row.group(4).strip());
            assertThat(rows.put(row.group(1), cells))
                    .as(row.group(1) + " twice")
                    .isNull();
        }
    }

    private static Path file() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("docs/metrics.md"))) {
            at = at.getParent();
            assertThat(at).as("docs/metrics.md above the working directory").isNotNull();
        }
        return at.resolve("docs/metrics.md");
    }

    Map<String, List<String>> rows() {
        return rows;
    }

    /** Documented metrics without the prefix. */
    public Set<String> names() {
        return Set.copyOf(rows.keySet());
    }

    /** Asserts that each metric is documented, and that its name, help and labels are valid for Prometheus. */
    public void assertDocuments(Collection<Health> healths) {
        for (Health health : healths) {
            for (Metric metric : health.metrics()) {
                assertThat(rows).as("docs/metrics.md").containsKey(metric.name());
                assertThat(metric.name()).matches("[a-z][a-z0-9_]*");
                assertThat(metric.help()).isNotBlank();
                assertThat(metric.labels().keySet()).allMatch(label -> label.matches("[a-z][a-z0-9_]*"));
                assertThat(metric.name().endsWith("_total"))
                        .as(metric.name() + " is a counter")
                        .isEqualTo(metric.kind() == Metric.Kind.COUNTER);
            }
        }
    }
}
