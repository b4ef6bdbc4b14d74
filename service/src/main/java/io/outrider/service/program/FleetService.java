package io.outrider.service.program;

import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.outrider.service.accounts.LoginLimit;
import io.outrider.service.http.AccountRoutes;
import io.outrider.service.http.Authenticator;
import io.outrider.service.http.DeviceRoutes;
import io.outrider.service.http.DocumentRoutes;
import io.outrider.service.http.HttpServer;
import io.outrider.service.http.OpenApiDocument;
import io.outrider.service.http.OperationRoutes;
import io.outrider.service.http.Routes;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running service: the composition root of all parts. */
final class FleetService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FleetService.class);

    private final ServiceSettings settings;

    /** Parts that are open, the last one first; closed in this order. */
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final List<Routes> routes = new ArrayList<>();
    private ServiceCore core;
    private HttpServer http;

    private FleetService(ServiceSettings settings) {
        this.settings = settings;
    }

    /** Starts all parts; what had been started is closed again if one fails. */
    static FleetService start(ServiceSettings settings, Clock clock) throws IOException {
        FleetService service = new FleetService(settings);
        try {
            service.open(clock);
            return service;
        } catch (IOException | RuntimeException e) {
            service.close();
            throw e;
        }
    }

    private void open(Clock clock) throws IOException {
        part(metrics::close);
        part(DataFolder.locked(settings.data()));
        core = part(ServiceCore.open(settings, clock));
        openHttp(clock);
    }

    private void openHttp(Clock clock) {
        OpenApiDocument document = OpenApiDocument.load();
        Authenticator authenticator = new Authenticator(core.accounts());
        JvmMemoryMetrics memory = new JvmMemoryMetrics();
        memory.bindTo(metrics);
        routes.add(new AccountRoutes(core.accounts(), authenticator, new LoginLimit(clock), document));
        routes.add(new DeviceRoutes(core.devices(), authenticator, document));
        routes.add(new DocumentRoutes(document));
        routes.add(new OperationRoutes(
                this::problems,
                metrics,
                OperationRoutes.Readers.valueOf(settings.http().metrics().toUpperCase(Locale.ROOT))));
        http = part(new HttpServer(
                        new InetSocketAddress(
                                settings.http().address(), settings.http().port()),
                        routes)
                .start());
    }

    private Map<String, String> problems() {
        Map<String, String> problems = new TreeMap<>();
        try {
            core.database().read().useHandle(handle -> handle.execute("SELECT 1"));
        } catch (RuntimeException e) {
            problems.put("database", "does not answer");
        }
        return problems;
    }

    private <T extends AutoCloseable> T part(T opened) {
        parts.push(opened);
        return opened;
    }

    ServiceCore core() {
        return core;
    }

    String url() {
        return settings.http().publicUrl(http.port());
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            AutoCloseable part = parts.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.error("{} could not be closed", part.getClass().getSimpleName(), e);
            }
        }
    }
}
