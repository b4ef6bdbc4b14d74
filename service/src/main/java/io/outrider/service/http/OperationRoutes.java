package io.outrider.service.http;

import io.javalin.http.Context;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * State of the service for operators: {@code /health}, 503 if a part does not work, and {@code /metrics} for Prometheus.
 *
 * @param problems a sentence for each part that does not work; called by requests
 */
public record OperationRoutes(Supplier<Map<String, String>> problems, PrometheusMeterRegistry metrics, Readers readers)
        implements Routes {
    /** Who may read the metrics. */
    public enum Readers {
        LOOPBACK,
        ALL,
        OFF
    }

    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        routes.get("/health", this::health);
        routes.get("/metrics", this::metrics);
    }

    private void health(Context request) {
        Map<String, String> broken = new TreeMap<>(problems.get());
        request.status(broken.isEmpty() ? 200 : 503)
                .json(new TreeMap<>(Map.of("healthy", broken.isEmpty(), "problems", broken)));
    }

    private void metrics(Context request) {
        boolean allowed = readers == Readers.ALL
                || readers == Readers.LOOPBACK
                        && request.header("X-Forwarded-For") == null
                        && ClientAddress.isLoopback(request.ip());
        if (!allowed) {
            throw Problem.of(ProblemCode.FORBIDDEN, "metrics are for the service's own machine; see [http] metrics");
        }
        request.result(metrics.scrape()).contentType("text/plain; version=0.0.4; charset=utf-8");
    }
}
