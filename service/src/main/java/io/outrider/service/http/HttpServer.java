package io.outrider.service.http;

import io.javalin.Javalin;
import io.outrider.service.problem.Problem;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** HTTP server of the API. Each request has a thread; at most {@value #MOST_THREADS} are answered at a time. */
public final class HttpServer implements AutoCloseable {
    /** Time for the head of a request, and for a short body. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    public static final int MOST_CONNECTIONS = 2_000;

    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    private static final int MOST_THREADS = 256;

    /** Connections that may wait for a request; the rest is for those that have one. */
    private static final int MOST_WAITING = MOST_CONNECTIONS * 3 / 4;

    /** Time in which requests under way may end when the server stops. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Escapes of a query that are none, or of a character that no parameter has. */
    private static final Pattern MALFORMED = Pattern.compile("%(?![0-9A-Fa-f]{2})|%00");

    private final Javalin server;

    /**
     * Starts the server.
     *
     * @param address port 0 takes a free one
     * @param addressConnections most connections from one address, but for this machine's own
     */
    public HttpServer(InetSocketAddress address, List<Routes> routes, Duration patience, int addressConnections) {
        ClientConnections connections = new ClientConnections(patience, MOST_WAITING, addressConnections);
        server = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.startupWatcherEnabled = false;
            config.http.prefer405over404 = true;
            config.http.maxRequestSize = Long.MAX_VALUE; // limited where bodies are read
            config.http.defaultContentType = "application/json";
            config.router.ignoreTrailingSlashes = true;
            config.jetty.threadPool = new QueuedThreadPool(MOST_THREADS, 4);
            config.jetty.modifyServer(HttpServer::configure);
            config.jetty.modifyServer(jetty -> jetty.insertHandler(new SlowClients(patience, connections)));
            config.jetty.modifyHttpConfiguration(http -> {
                http.setSendServerVersion(false);
                http.setUriCompliance(UriCompliance.DEFAULT);
                http.addCustomizer((request, answer) -> {
                    String query =
                            Objects.requireNonNullElse(request.getHttpURI().getQuery(), "");
                    boolean wrong = request.getHeaders().contains("X-HTTP-Method-Override")
                            || MALFORMED.matcher(query).find();
                    // Javalin obeys the header, drops parameters that it cannot decode, and answers HEAD without the
                    // route
                    if (wrong || request.getMethod().equals("HEAD")) {
                        throw new HttpException.RuntimeException(wrong ? 400 : 405);
                    }
                    return request;
                });
            });
            config.jetty.addConnector((jetty, http) -> {
                ServerConnector connector =
                        new ServerConnector(jetty, 1, 1, new org.eclipse.jetty.server.HttpConnectionFactory(http));
                connector.setHost(address.getHostString());
                connector.setPort(address.getPort());
                connector.setIdleTimeout(2 * patience.toMillis());
                connector.addBean(connections, false);
                return connector;
            });
            ProblemResponses.addTo(config.routes);
            routes.forEach(each -> each.addTo(config.routes));
        });
        server.start();
    }

    private static void configure(Server jetty) {
        jetty.setStopTimeout(GRACE.toMillis());
        jetty.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, jetty));
        // requests that are no HTTP never reach a route
        jetty.setErrorHandler((request, response, callback) -> {
            Problem problem = ProblemResponses.of(response.getStatus());
            response.setStatus(problem.code().status());
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, ProblemResponses.TYPE);
            Content.Sink.write(response, true, ProblemResponses.json(problem), callback);
            return true;
        });
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        try {
            server.jettyServer().server().stop(); // Javalin's own logs an error of the time for it
        } catch (Exception e) {
            LOG.warn("requests that were under way after {} s have been ended: {}", GRACE.toSeconds(), e.toString());
        }
    }
}
