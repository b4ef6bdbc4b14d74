package io.outrider.agent.operator.client;

import io.outrider.api.Failure;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * Endpoint of a daemon's local API.
 *
 * @param tokenFiles possible token files; the first readable one is used
 * @param sockets possible Unix sockets; the first that accepts is preferred to the port, to which every program of the
 *     machine can connect
 */
public record DaemonEndpoint(String host, int port, List<Path> tokenFiles, List<Path> sockets) {
    public DaemonEndpoint(String host, int port, List<Path> tokenFiles) {
        this(host, port, tokenFiles, List.of());
    }

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
            // reported below
        }
        throw Failure.argument("--api", "'" + url + "' is not like http://127.0.0.1:9000, with a port from 1 to 65535");
    }
}
