package io.outrider.agent.local;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.outrider.agent.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The local API, serving from the moment it is made until it is closed. */
public final class LocalApi implements Health.Source, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalApi.class);

    private final HttpServer server;
    private final Threads threads;
    private final Requests requests = new Requests();
    private final ObjectMapper mapper = Json.mapper();
    private final Deadline deadline;
    private final Execution execution;
    private final Following following;
    private final Posting posting;
    private final Routes routes;
    private final Unit unit;
    private final LocalSettings settings;
    private final Path tokenFile;

    /** How often silent clients are written to, and how long they may take to read; how long the disk may take. */
    record Pace(long callNanos, long streamNanos, long writeNanos, long diskNanos) {
        static final Pace USUAL = new Pace(
                TimeUnit.MILLISECONDS.toNanos(500),
                TimeUnit.SECONDS.toNanos(15),
                TimeUnit.SECONDS.toNanos(30),
                TimeUnit.SECONDS.toNanos(3));
    }

    /**
     * Opens the port.
     *
     * @param directory the daemon's own, where the token is kept unless the settings say otherwise
     * @throws Failure if the port is taken, or the token cannot be kept
     */
    public LocalApi(LocalSettings settings, Path directory, Unit unit, Clock clock) throws Failure {
        this(settings, directory, unit, clock, Pace.USUAL);
    }

    LocalApi(LocalSettings settings, Path directory, Unit unit, Clock clock, Pace pace) throws Failure {
        this.settings = settings;
        this.unit = unit;
        this.tokenFile = settings.tokenIn(directory);
        Gate gate = new Gate(settings.open() ? null : Token.in(tokenFile), settings.open());
        ServerLimits.set();
        this.server = bind(settings);
        this.threads = new Threads(Execution.MOST, Following.MOST);
        this.deadline = new Deadline(threads.timer(), pace.writeNanos());
        this.execution =
                new Execution(unit.calls(), new Body(mapper, unit.functions()), threads.callers(), pace.callNanos());
        this.following = new Following(unit.broadcast(), mapper, pace.streamNanos());
        this.posting =
                new Posting(unit.records(), new RecordsBody(new RecordTypes(unit.functions())), pace.diskNanos());
        this.routes = new Routes(unit, gate, new StatusPage(unit, clock), execution, following, posting);
        server.createContext("/", this::serve);
        server.setExecutor(threads.handlers());
        server.start();
        LOG.info("local API on {}", address());
    }

    private static HttpServer bind(LocalSettings settings) throws Failure {
        try {
            return HttpServer.create(
                    new InetSocketAddress(InetAddress.getByName(settings.address()), settings.port()), 64);
        } catch (BindException e) {
            throw new Failure(
                    Failure.Actor.OPERATOR,
                    "PORT_TAKEN",
                    "the local API cannot have port " + settings.port() + " of " + settings.address() + " ("
                            + e.getMessage() + "): end what has it (ss -ltnp 'sport = :" + settings.port()
                            + "' tells), or set another with [local] port",
                    e);
        } catch (IOException e) {
            throw new Failure(
                    Failure.Actor.OPERATOR,
                    "PORT_FAILED",
                    "the local API cannot listen on port " + settings.port() + " of " + settings.address() + ": " + e,
                    e);
        }
    }

    private void serve(HttpExchange exchange) {
        Request request = new Request(exchange, mapper, deadline, requests::note);
        try {
            try {
                routes.serve(request);
            } catch (Refusal e) {
                request.refuse(e);
            } catch (RuntimeException | StackOverflowError e) {
                LOG.error("local API, {}: a fault in outrider; please report it", request.path(), e);
                request.refuse(
                        new Refusal(500, Failure.Actor.AGENT, "FAULT", "a fault in outrider; please report it: " + e));
            }
        } catch (IOException | IllegalStateException e) { // the latter: a fault behind the beginning of an answer
            LOG.debug("local API, {}: the client has gone: {}", request.path(), e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the daemon stops
        } finally {
            exchange.close();
        }
    }

    /** The port in use. */
    public int port() {
        return server.getAddress().getPort();
    }

    private String address() {
        return settings.address() + " port " + port();
    }

    @Override
    public Health health() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("address", address());
        facts.put("token", settings.open() ? "none is asked for" : tokenFile.toString());
        List<Metric> metrics = new ArrayList<>(requests.metrics());
        metrics.add(Metric.gauge("local_calls_running", "Calls over the local API now", execution.running()));
        metrics.add(Metric.gauge("local_stream_clients", "Clients of /stream now", following.clients()));
        metrics.add(Metric.counter(
                "local_stream_dropped_total",
                "Events that slow clients of /stream missed",
                unit.broadcast().dropped()));
        metrics.addAll(posting.metrics());
        return new Health(facts, metrics, List.of());
    }

    /** Ends what is being served; jobs that were waited for are cancelled. */
    @Override
    public void close() {
        threads.stop();
        server.stop(0);
        threads.await();
    }
}
