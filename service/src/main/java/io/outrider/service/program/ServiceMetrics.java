package io.outrider.service.program;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.telemetry.TelemetryWriter;
import java.util.Map;
import java.util.function.Supplier;

/** Metrics of the service; docs/service.md lists them. Those of the database are of the last reading, and the same at each instance. */
final class ServiceMetrics {
    private static final String COUNTS = Database.statement("program/counts");

    private final Database database;
    private volatile Map<String, Object> counts;

    /** @param linked whether the broker is connected */
    ServiceMetrics(MeterRegistry metrics, Database database, TelemetryWriter writer, Supplier<Boolean> linked) {
        this.database = database;
        read();
        counts.keySet().forEach(name -> gauge(metrics, name, () -> (Number) counts.getOrDefault(name, Double.NaN)));
        gauge(metrics, "outrider_ingest_queued_bytes", writer::queuedBytes);
        gauge(metrics, "outrider_ingest_records", writer.counts().records()::get);
        gauge(metrics, "outrider_ingest_records_refused", writer.counts().refused()::get);
        gauge(metrics, "outrider_ingest_batches_failed", writer.counts().failed()::get);
        gauge(metrics, "outrider_broker_connected", () -> linked.get() ? 1 : 0);
    }

    static void gauge(MeterRegistry metrics, String name, Supplier<Number> value) {
        Gauge.builder(name, value).register(metrics);
    }

    /** Reads the numbers of the database, for which a scrape would wait. Where it does not answer there are none. */
    void read() {
        String bytes = database.kind() == DatabaseUrl.Kind.SQLITE
                ? "page_count * page_size FROM pragma_page_count(), pragma_page_size()"
                : "pg_database_size(current_database())";
        Map<String, Object> now = Map.of();
        try {
            now = database.read()
                    .withHandle(handle -> handle.createQuery(COUNTS)
                            .define("bytes", bytes)
                            .mapToMap()
                            .one());
        } finally {
            counts = now;
        }
    }
}
