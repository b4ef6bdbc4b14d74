package io.outrider.agent.operator.client;

import io.outrider.api.Failure;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * Where a daemon's local API is.
 *
 * @param tokenFiles where its token may be; the first that can be read counts
 * @param sockets Unix sockets that it may listen on; the first that it does listen on goes before the port, to which
 *     every program of the machine can connect
 */
public record DaemonEndpoint(String host, int port, List<Path> tokenFiles, List<Path> sockets) {
    public DaemonEndpoint {
        tokenFiles = List.copyOf(tokenFiles);
        sockets = List.copyOf(sockets);
    }

    /** Reached over its port only. */
    public DaemonEndpoint(String host, int port, List<Path> tokenFiles) {
        this(host, port, tokenFiles, List.of());
    }

    /** The same daemon, with the token from somewhere else. */
    public DaemonEndpoint with(List<Path> otherTokenFiles) {
        return new DaemonEndpoint(host, port, otherTokenFiles, sockets);
    }

    /** @param url such as {@code http://127.0.0.1:9000} */
    public static DaemonEndpoint at(String url, List<Path> tokenFiles) throws Failure {
        try {
            URI uri = URI.create(url.contains("://") ? url : "http://" + url);
            if ("http".equals(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getPort() > 0
                    && uri.getPort() <= 65_535) {
                return new DaemonEndpoint(uri.getHost().replaceAll("[\\[\\]]", ""), uri.getPort(), tokenFiles);
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw Failure.argument("--api", "'" + url + "' is not like http://127.0.0.1:9000, with a port from 1 to 65535");
    }
}
