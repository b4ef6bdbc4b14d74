package io.outrider.agent.operator.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.IoReason;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Local HTTP API; serves from its construction until it is closed. */
public final class LocalApi implements Health.Source, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalApi.class);

    /** Time limit for a request head, which normally arrives in one packet. */
    private static final long HEAD = TimeUnit.SECONDS.toNanos(5);

    private static final long BODY = TimeUnit.SECONDS.toNanos(10);
    private static final long END = TimeUnit.SECONDS.toNanos(2);
    private static final ListeningSocket.ConnectionLimits PORT =
            new ListeningSocket.ConnectionLimits(512, 64, 64, HEAD, BODY, END, 3 << 20);
    private static final ListeningSocket.ConnectionLimits SOCKET =
            new ListeningSocket.ConnectionLimits(64, 32, 32, HEAD, BODY, END, 1 << 20);

    private final int port;
    private final Path socket; // null if there is none
    private final HttpReactor reactor;
    private final HttpThreads threads;
    private final RequestCounters requests = new RequestCounters();
    private final ObjectMapper mapper = Json.mapper();
    private final WriteTimeout writeTimeout;
    private final ExecuteEndpoint executeEndpoint;
    private final StreamEndpoint streamEndpoint;
    private final RecordsEndpoint recordsEndpoint;
    private final HttpRoutes routes;
    private final DaemonFacade daemon;
    private final LocalSettings settings;
    private final Path tokenFile;

    /** Heartbeat intervals of calls and streams, and timeouts for writing to a client and for the disk. */
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
     * @param directory the daemon's own; holds the token unless the settings name another file
     * @throws Failure if the port is in use, or the token cannot be saved
     */
    public LocalApi(LocalSettings settings, Path directory, DaemonFacade daemon, Clock clock) throws Failure {
        this(settings, directory, daemon, clock, Pace.USUAL);
    }

    LocalApi(LocalSettings settings, Path directory, DaemonFacade daemon, Clock clock, Pace pace) throws Failure {
        this.settings = settings;
        this.daemon = daemon;
        this.tokenFile = settings.tokenIn(directory);
        AccessControl gate = new AccessControl(settings.open() ? null : AccessToken.in(tokenFile), settings.open());
        ServerSocketChannel server = LocalListeners.port(settings);
        this.port = server.socket().getLocalPort();
        this.threads = new HttpThreads(ExecuteEndpoint.MOST, StreamEndpoint.MOST);
        this.writeTimeout = new WriteTimeout(threads.timer(), pace.writeNanos());
        this.executeEndpoint = new ExecuteEndpoint(
                daemon.calls(), new ExecuteRequest(mapper, daemon.functions()), threads.callers(), pace.callNanos());
        this.streamEndpoint = new StreamEndpoint(daemon.broadcast(), mapper, pace.streamNanos());
        this.recordsEndpoint = new RecordsEndpoint(
                daemon.records(), new RecordsBody(new RecordTypes(daemon.functions())), pace.diskNanos());
        this.routes = new HttpRoutes(
                daemon,
                gate,
                this::self,
                new StatusEndpoint(daemon, clock),
                executeEndpoint,
                streamEndpoint,
                recordsEndpoint);
        List<ListeningSocket> listeners = new ArrayList<>(List.of(new ListeningSocket(server, PORT)));
        Path file = LocalSettings.socketIn(directory, port());
        ServerSocketChannel beside = LocalListeners.socket(file);
        this.socket = beside == null ? null : file;
        if (beside != null) {
            listeners.add(new ListeningSocket(beside, SOCKET));
        }
        this.reactor = open(listeners);
        reactor.start();
        LOG.info("local API on {}", address());
    }

    private HttpReactor open(List<ListeningSocket> listeners) throws Failure {
        try {
            return new HttpReactor(listeners, new RoutedRequests(), threads.handlers(), Ticker.system());
        } catch (IOException e) {
            listeners.forEach(each -> LocalListeners.close(each.channel));
            throw new Failure(
                    Failure.Actor.OPERATOR,
                    "PORT_FAILED",
                    "the local API cannot be served: " + IoReason.of(e) + "; look whether too many files are open",
                    e);
        }
    }

    private byte[] self(RequestHead head) {
        return whole(200, Map.of(), Map.of("unit_id", daemon.id().get()), head.isHead());
    }

    private byte[] whole(int status, Map<String, String> headers, Object value, boolean toHead) {
        requests.note(status);
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Content-type", HttpExchange.JSON);
        try {
            return ResponseHead.whole(status, all, mapper.writeValueAsBytes(value), toHead);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a map of texts is no JSON", e);
        }
    }

    /** The actual port. */
    public int port() {
        return port;
    }

    private String address() {
        return settings.address() + " port " + port();
    }

    @Override
    public Health health() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("address", address());
        facts.put("socket", socket == null ? "none" : socket.toString());
        facts.put("token", settings.open() ? "none is asked for" : tokenFile.toString());
        List<Metric> metrics = new ArrayList<>(requests.metrics());
        metrics.add(Metric.gauge("local_calls_running", "Calls over the local API now", executeEndpoint.running()));
        metrics.add(Metric.gauge("local_connections", "Connections to the local API now", reactor.connections()));
        metrics.add(Metric.counter(
                "local_connections_shed_total",
                "Connections that were closed before a request had come over them, for it took too long or others needed"
                        + " the place",
                reactor.shed()));
        metrics.add(Metric.gauge("local_stream_clients", "Clients of /stream now", streamEndpoint.clients()));
        metrics.add(Metric.counter(
                "local_stream_dropped_total",
                "Events that slow clients of /stream missed",
                daemon.broadcast().dropped()));
        metrics.addAll(recordsEndpoint.metrics());
        return new Health(facts, metrics, List.of());
    }

    /** Ends requests that are being served; jobs with a waiting client are cancelled. */
    @Override
    public void close() {
        threads.stop();
        reactor.close();
        deleteSocket();
        threads.await();
    }

    private void deleteSocket() {
        try {
            if (socket != null) {
                Files.deleteIfExists(socket);
            }
        } catch (IOException e) {
            LOG.debug("local API: cannot delete {}", socket, e);
        }
    }

    /** Handler that admits and serves requests by route. */
    private final class RoutedRequests implements HttpReactor.RequestHandler {
        @Override
        public RequestAdmission admit(RequestHead head) throws HttpError {
            return routes.admit(head);
        }

        @Override
        public byte[] refusal(HttpError refusal, boolean toHead) {
            return whole(refusal.status(), refusal.headers(), refusal.toJson(), toHead);
        }

        @Override
        public void serve(PendingConnection connection) {
            HttpExchange request = new HttpExchange(
                    connection.head, connection.body, connection.channel, mapper, writeTimeout, requests::note);
            try {
                try {
                    connection.admission.endpoint().serve(request);
                } catch (HttpError e) {
                    request.refuse(e);
                } catch (RuntimeException | StackOverflowError e) {
                    LOG.error("local API, {}: internal error; please report it", request.path(), e);
                    request.refuse(new HttpError(
                            500,
                            Failure.Actor.AGENT,
                            "FAULT",
                            "a fault in outrider; please report it with what the log has of it"));
                }
            } catch (IOException
                    | IllegalStateException e) { // IllegalStateException: an error after the start of the response
                LOG.debug("local API, {}: the client has gone: {}", request.path(), e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the daemon stops
            }
        }
    }
}
