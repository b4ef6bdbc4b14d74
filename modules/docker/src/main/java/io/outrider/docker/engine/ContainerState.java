package io.outrider.docker.engine;

/**
 * State of a container as the engine reports it.
 *
 * @param status {@code created}, {@code running}, {@code restarting}, {@code paused}, {@code exited}, {@code removing} or
 *     {@code dead}
 * @param running true also while paused
 * @param exitCode of the last end of its process; 0 before
 * @param health {@code starting}, {@code healthy} or {@code unhealthy}; null without a health check
 * @param restarts restarts by the engine since the container was started by a request
 * @param error text of the engine about a failed start; empty if there is none
 * @param checked output of the last health check; empty if there is none
 */
public record ContainerState(
        String status, boolean running, int exitCode, String health, int restarts, String error, String checked) {
    public ContainerState(String status, boolean running, int exitCode, String health, int restarts, String error) {
        this(status, running, exitCode, health, restarts, error, "");
    }
}
