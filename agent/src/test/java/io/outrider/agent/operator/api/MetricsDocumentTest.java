package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.process.ProcessMetrics;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsDocumentTest {
    @Test
    void everyMetricOfTheProcessAndTheLocalApiIsDocumented(@TempDir Path directory) throws Exception {
        MetricsDocument document = new MetricsDocument();
        try (LocalUnit unit = new LocalUnit(directory, LocalUnit.OPEN)) {
            Curl.run(unit.url() + "/status");
            List<Health> reported = List.of(unit.api().health(), new ProcessMetrics(Ticker.system()).health());
            document.assertDocuments(reported);
            Set<String> names = new TreeSet<>();
            reported.forEach(health -> health.metrics().forEach(metric -> names.add(metric.name())));
            Set<String> documented = new TreeSet<>(document.rows().keySet());
            documented.removeIf(
                    name -> name.matches(
                            "(link|jobs|can|docker|power|gnss|clock|settings|triggers|loggers|buffer|upload|watchdog)_.*|loggers"));
            assertThat(names).as("no documented metric is missing").isEqualTo(documented);
        }
    }

    @Test
    void everyThresholdHasAnAction() throws Exception {
        assertThat(new MetricsDocument().rows())
                .hasSizeGreaterThan(35)
                .allSatisfy((name, cells) -> assertThat(
                                cells.get(1).equals("–") || !cells.get(2).equals("–"))
                        .as(name)
                        .isTrue());
    }

    @Test
    void anUndocumentedMetricIsDetected() throws Exception {
        MetricsDocument document = new MetricsDocument();
        Health unknown = new Health(Map.of(), List.of(Metric.gauge("surprise", "nobody knows", 1)), List.of());
        assertThatThrownBy(() -> document.assertDocuments(List.of(unknown))).isInstanceOf(AssertionError.class);
        Health misnamed = new Health(Map.of(), List.of(Metric.gauge("jobs_accepted_total", "no", 1)), List.of());
        assertThatThrownBy(() -> document.assertDocuments(List.of(misnamed))).isInstanceOf(AssertionError.class);
    }
}
