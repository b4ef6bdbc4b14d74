package io.outrider.docker.release;

import java.util.function.UnaryOperator;

/**
 * Local API as containers with {@code local_api} reach it.
 *
 * @param address such as {@code http://127.0.0.1:9000}
 * @param token by a container's name in the engine: its own token, the same each time
 */
public record ContainerApi(String address, UnaryOperator<String> token) {}
