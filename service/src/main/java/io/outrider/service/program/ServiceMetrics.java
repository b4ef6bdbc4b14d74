package io.outrider.service.program;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.telemetry.TelemetryWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Metrics of the service; docs/service.md lists them. Those of the database are of the last reading, and the same at each instance. */
final class ServiceMetrics {
    /** Queries by the names of their metrics. */
    private static final Map<String, String> COUNTS = Map.of(
            "outrider_devices", "SELECT count(*) FROM device",
            "outrider_devices_online", "SELECT count(*) FROM device WHERE online = 1",
            "outrider_documents_due", "SELECT count(*) FROM device WHERE desired_due IS NOT NULL",
            "outrider_commands_waiting", "SELECT count(*) FROM job WHERE publish_at IS NOT NULL",
            "outrider_callbacks_waiting", "SELECT count(*) FROM callback WHERE due IS NOT NULL",
            "outrider_callback_requests_waiting",
                    "SELECT count(*) FROM callback_request WHERE next_attempt IS NOT NULL",
            "outrider_callback_attempts_failed", "SELECT count(*) FROM callback_attempt WHERE success = 0",
            "outrider_releases_rolling", "SELECT count(*) FROM release WHERE state = 'rolling'");

    private final Database database;
    private final Map<String, String> queries = new HashMap<>(COUNTS);
    private volatile Map<String, Number> counts = Map.of();

    /** @param linked whether the broker is connected */
    ServiceMetrics(MeterRegistry metrics, Database database, TelemetryWriter writer, Supplier<Boolean> linked) {
        this.database = database;
        queries.put(
                "outrider_database_bytes",
                database.kind() == DatabaseUrl.Kind.SQLITE
                        ? "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
                        : "SELECT pg_database_size(current_database())");
        queries.keySet().forEach(name -> gauge(metrics, name, () -> counts.getOrDefault(name, Double.NaN)));
        gauge(metrics, "outrider_ingest_queued_bytes", writer::queuedBytes);
        gauge(metrics, "outrider_ingest_records", writer.counts().records()::get);
        gauge(metrics, "outrider_ingest_records_refused", writer.counts().refused()::get);
        gauge(metrics, "outrider_ingest_batches_failed", writer.counts().failed()::get);
        gauge(metrics, "outrider_broker_connected", () -> linked.get() ? 1 : 0);
    }

    static void gauge(MeterRegistry metrics, String name, Supplier<Number> value) {
        Gauge.builder(name, value).register(metrics);
    }

    /** Reads the numbers of the database, which a scrape would wait for. Where it does not answer there are none. */
    void read() {
        Map<String, Number> now = new HashMap<>();
        try {
            database.read()
                    .useHandle(handle -> queries.forEach((name, query) -> now.put(
                            name, Database.find(handle, Long.class, query).orElseThrow())));
        } finally {
            counts = now;
        }
    }
}
