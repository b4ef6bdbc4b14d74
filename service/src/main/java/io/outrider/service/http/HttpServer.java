package io.outrider.service.http;

import io.javalin.Javalin;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** HTTP server of the API. Each request has a thread; at most {@value #MOST_THREADS} are answered at a time. */
public final class HttpServer implements AutoCloseable {
    private static final int MOST_THREADS = 64;

    /** Time in which requests under way may end when the server stops. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Javalin server;

    /** @param address port 0 takes a free one */
    public HttpServer(InetSocketAddress address, List<Routes> routes) {
        server = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.startupWatcherEnabled = false;
            config.http.prefer405over404 = true;
            config.http.maxRequestSize = Long.MAX_VALUE; // limited where bodies are read
            config.http.defaultContentType = "application/json";
            config.router.ignoreTrailingSlashes = true;
            config.jetty.threadPool = new QueuedThreadPool(MOST_THREADS, 4);
            config.jetty.modifyServer(HttpServer::configure);
            config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
            config.jetty.addConnector((jetty, http) -> {
                ServerConnector connector =
                        new ServerConnector(jetty, 1, 1, new org.eclipse.jetty.server.HttpConnectionFactory(http));
                connector.setHost(address.getHostString());
                connector.setPort(address.getPort());
                connector.setIdleTimeout(Duration.ofSeconds(60).toMillis());
                return connector;
            });
            ProblemResponses.addTo(config.routes);
            routes.forEach(each -> each.addTo(config.routes));
        });
    }

    private static void configure(Server jetty) {
        jetty.setStopTimeout(GRACE.toMillis());
        // requests that are no HTTP never reach a route
        jetty.setErrorHandler((request, response, callback) -> {
            String text = ProblemResponses.json(Problem.of(
                    response.getStatus() >= 500 ? ProblemCode.INTERNAL_ERROR : ProblemCode.INVALID_BODY,
                    "the request is malformed"));
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, ProblemResponses.TYPE);
            Content.Sink.write(response, true, text, callback);
            return true;
        });
    }

    public HttpServer start() {
        server.start();
        return this;
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
    }
}
