package io.outrider.agent.operator.api;

import io.outrider.agent.operator.api.ListeningSocket.ConnectionPhase;
import io.outrider.agent.operator.errors.LocalApiErrors;
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
import java.util.concurrent.Semaphore;
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
    private static final String SOCKET = "api.sock"; // as containers see it, too
    private static final int HEAD_BYTES = 1 << 20;

    private final String address;
    private final int port;
    private final List<Path> sockets = new ArrayList<>();
    private final HttpReactor reactor;
    private final HttpThreads threads;
    private final HttpRoutes routes;
    private final Map<String, Object> facts = new LinkedHashMap<>();

    /** Heartbeat intervals of calls and streams, and timeouts for writing to a client and for the disk. */
    record Pace(long callNanos, long streamNanos, long writeNanos, long diskNanos) {
        static final Pace USUAL = new Pace(
                TimeUnit.MILLISECONDS.toNanos(500),
                TimeUnit.SECONDS.toNanos(15),
                TimeUnit.SECONDS.toNanos(30),
                TimeUnit.SECONDS.toNanos(3));
    }

    /**
     * @param directory the daemon's own; holds the token unless the settings name another file
     * @param containers folder of the socket for containers
     */
    public LocalApi(
            LocalSettings settings,
            Path directory,
            Path containers,
            ClientTokens clients,
            DaemonFacade daemon,
            Clock clock)
            throws Failure {
        this(settings, directory, containers, clients, daemon, clock, Pace.USUAL);
    }

    LocalApi(
            LocalSettings settings,
            Path directory,
            Path containers,
            ClientTokens clients,
            DaemonFacade daemon,
            Clock clock,
            Pace pace)
            throws Failure {
        Path tokenFile = settings.tokenIn(directory);
        ServerSocketChannel server = LocalListeners.port(settings); // first: a second daemon leaves no token behind
        AccessControl gate = new AccessControl(token(settings, tokenFile, server), clients);
        this.address = settings.address();
        this.port = server.socket().getLocalPort();
        this.threads = new HttpThreads(ExecuteEndpoint.MOST, StreamEndpoint.MOST);
        this.routes = new HttpRoutes(daemon, gate, threads, clock, pace);
        List<ListeningSocket> listeners = new ArrayList<>(List.of(listener(server, false, 512, 64, 3 << 20)));
        facts.put("address", settings.address() + " port " + port);
        addSocket("socket", LocalSettings.socketIn(directory, port), false, listeners);
        addSocket("socket_of_containers", containers.resolve(SOCKET), true, listeners);
        facts.put("token", settings.open() ? "none is asked for" : tokenFile.toString());
        this.reactor = open(listeners);
        LOG.info("local API on {}", facts.get("address"));
    }

    /** Null if none is asked for. */
    private static AccessToken token(LocalSettings settings, Path file, ServerSocketChannel server) throws Failure {
        try {
            return settings.open() ? null : AccessToken.in(file);
        } catch (Failure e) {
            LocalListeners.close(server);
            throw e;
        }
    }

    private void addSocket(String fact, Path file, boolean ofContainers, List<ListeningSocket> listeners) {
        ServerSocketChannel channel = LocalListeners.socket(file, ofContainers);
        if (channel != null) {
            listeners.add(listener(channel, ofContainers, 64, 32, 1 << 20));
            sockets.add(file);
        }
        facts.put(fact, channel == null ? "none" : file.toString());
    }

    private static ListeningSocket listener(
            ServerSocketChannel channel, boolean ofContainers, int heads, int others, int bodyBytes) {
        return new ListeningSocket(
                channel,
                ofContainers,
                new ConnectionPhase(heads, HEAD),
                new ConnectionPhase(others, BODY),
                new ConnectionPhase(others, END),
                new Semaphore(HEAD_BYTES),
                new Semaphore(bodyBytes));
    }

    private HttpReactor open(List<ListeningSocket> listeners) throws Failure {
        try {
            return new HttpReactor(listeners, routes, threads.handlers, Ticker.system());
        } catch (IOException e) {
            listeners.forEach(each -> LocalListeners.close(each.channel()));
            throw new Failure(
                    LocalApiErrors.PORT_FAILED,
                    "the local API cannot be served: " + IoReason.of(e) + "; look whether too many files are open",
                    e);
        }
    }

    public int port() {
        return port;
    }

    /** URL without a path. */
    public String url() {
        return "http://" + (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }

    @Override
    public Health health() {
        List<Metric> metrics = new ArrayList<>(routes.metrics());
        metrics.addAll(reactor.metrics());
        return new Health(facts, metrics, List.of());
    }

    /** Ends requests that are being served; jobs with a waiting client are cancelled. */
    @Override
    public void close() {
        threads.stop();
        reactor.close();
        for (Path socket : sockets) {
            try {
                Files.deleteIfExists(socket);
            } catch (IOException e) {
                LOG.debug("local API: cannot delete {}", socket, e);
            }
        }
        threads.await();
    }
}
