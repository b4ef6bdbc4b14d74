package io.outrider.agent.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.testkit.ManualTicker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMetricsTest {
    private final ManualTicker ticker = new ManualTicker();

    private static Map<String, Double> values(Health health) {
        return health.metrics().stream().collect(Collectors.toMap(Metric::name, Metric::value));
    }

    @Test
    void theKernelsMetricsOfThisProcessAreReported() {
        ProcessMetrics vitals = new ProcessMetrics(ticker);
        ticker.advance(90_000_000_000L);
        Map<String, Double> values = values(vitals.health());
        assertThat(values.get("process_resident_memory_bytes")).isBetween(2e7, 4e9);
        assertThat(values.get("process_threads")).isBetween(2.0, 500.0);
        assertThat(values.get("process_open_fds")).isBetween(3.0, 5000.0);
        assertThat(values.get("process_cpu_seconds_total")).isPositive();
        assertThat(values.get("process_start_time_seconds")).isBetween(1.6e9, System.currentTimeMillis() / 1e3);
        assertThat(values).containsEntry("process_uptime_seconds", 90.0).containsEntry("build_info", 1.0);
        assertThat(values.get("heap_used_bytes")).isLessThan(values.get("heap_max_bytes"));
        assertThat(vitals.health().facts()).containsEntry("uptime_seconds", 90L);
    }

    @Test
    void unavailableMetricsAreAbsent(@TempDir Path proc) throws Exception {
        assertThat(values(new ProcessMetrics(ticker, proc).health()))
                .containsKey("heap_used_bytes")
                .doesNotContainKeys("process_resident_memory_bytes", "process_open_fds", "process_threads");
        Files.writeString(proc.resolve("status"), "VmRSS:\tmuch kB\nnonsense\nThreads:\t7\n");
        assertThat(values(new ProcessMetrics(ticker, proc).health()))
                .containsEntry("process_threads", 7.0)
                .doesNotContainKey("process_resident_memory_bytes");
    }
}
