package io.outrider.docker.release;

import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * Local API as containers with {@code local_api} reach it.
 *
 * @param address for those in the network of the host, such as {@code http://127.0.0.1:9000}
 * @param folder for all others, with the Unix socket
 * @param token by a container's name in the engine: its own token, the same each time
 */
public record ContainerApi(String address, Path folder, UnaryOperator<String> token) {
    /** Folder of the socket in containers. */
    static final String MOUNTED = "/run/outrider";

    static final String SOCKET = "unix://" + MOUNTED + "/api.sock";
}
