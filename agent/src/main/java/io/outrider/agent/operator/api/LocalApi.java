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

/** The local API, serving from the moment it is made until it is closed. */
public final class LocalApi implements Health.Source, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalApi.class);

    /** A request comes in one piece as a rule; whoever needs longer is stuck, or means harm. */
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
    private final WriteTimeout deadline;
    private final ExecuteEndpoint execution;
    private final StreamEndpoint following;
    private final RecordsEndpoint posting;
    private final HttpRoutes routes;
    private final DaemonFacade unit;
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
    public LocalApi(LocalSettings settings, Path directory, DaemonFacade unit, Clock clock) throws Failure {
        this(settings, directory, unit, clock, Pace.USUAL);
    }

    LocalApi(LocalSettings settings, Path directory, DaemonFacade unit, Clock clock, Pace pace) throws Failure {
        this.settings = settings;
        this.unit = unit;
        this.tokenFile = settings.tokenIn(directory);
        AccessControl gate = new AccessControl(settings.open() ? null : AccessToken.in(tokenFile), settings.open());
        ServerSocketChannel server = LocalListeners.port(settings);
        this.port = server.socket().getLocalPort();
        this.threads = new HttpThreads(ExecuteEndpoint.MOST, StreamEndpoint.MOST);
        this.deadline = new WriteTimeout(threads.timer(), pace.writeNanos());
        this.execution = new ExecuteEndpoint(
                unit.calls(), new ExecuteRequest(mapper, unit.functions()), threads.callers(), pace.callNanos());
        this.following = new StreamEndpoint(unit.broadcast(), mapper, pace.streamNanos());
        this.posting = new RecordsEndpoint(
                unit.records(), new RecordsBody(new RecordTypes(unit.functions())), pace.diskNanos());
        this.routes =
                new HttpRoutes(unit, gate, this::self, new StatusEndpoint(unit, clock), execution, following, posting);
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
        return whole(200, Map.of(), Map.of("unit_id", unit.id().get()), head.isHead());
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

    /** The port in use. */
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
        metrics.add(Metric.gauge("local_calls_running", "Calls over the local API now", execution.running()));
        metrics.add(Metric.gauge("local_connections", "Connections to the local API now", reactor.connections()));
        metrics.add(Metric.counter(
                "local_connections_shed_total",
                "Connections that were closed before a request had come over them, for it took too long or others needed"
                        + " the place",
                reactor.shed()));
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
            LOG.debug("local API: {} stays", socket, e);
        }
    }

    /** Lets requests in and has them served. */
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
                    connection.head, connection.body, connection.channel, mapper, deadline, requests::note);
            try {
                try {
                    connection.admission.endpoint().serve(request);
                } catch (HttpError e) {
                    request.refuse(e);
                } catch (RuntimeException | StackOverflowError e) {
                    LOG.error("local API, {}: a fault in outrider; please report it", request.path(), e);
                    request.refuse(new HttpError(
                            500,
                            Failure.Actor.AGENT,
                            "FAULT",
                            "a fault in outrider; please report it with what the log has of it"));
                }
            } catch (IOException | IllegalStateException e) { // the latter: a fault behind the beginning of an answer
                LOG.debug("local API, {}: the client has gone: {}", request.path(), e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the daemon stops
            }
        }
    }
}
