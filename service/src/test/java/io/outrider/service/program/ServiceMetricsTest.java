package io.outrider.service.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.telemetry.TelemetryWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Numbers of the database among the metrics, on both databases. */
@ParameterizedClass
@EnumSource
class ServiceMetricsTest {
    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    @Test
    void aScrapeWaitsForNoDatabaseAndShowsWhatTheLastReadingHad() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (ServedAccounts served = new ServedAccounts(kind, folder);
                TelemetryWriter writer = new TelemetryWriter(served.database, served.clock)) {
            ServiceMetrics metrics = new ServiceMetrics(registry, served.database, writer, () -> true);
            assertThat(registry.scrape()).contains("outrider_devices 0.0", "outrider_broker_connected 1.0");
            served.devices.create(served.account, "van-12", null, false);
            metrics.read();
            served.devices.create(served.account, "van-13", null, false);
            assertThat(registry.scrape())
                    .contains("outrider_devices 1.0", "outrider_documents_due ", "outrider_database_bytes ")
                    .doesNotContain("NaN");
            served.database.close();
            assertThatThrownBy(metrics::read).isInstanceOf(RuntimeException.class);
            assertThat(registry.scrape()).contains("outrider_devices NaN", "outrider_broker_connected 1.0");
        }
    }
}
