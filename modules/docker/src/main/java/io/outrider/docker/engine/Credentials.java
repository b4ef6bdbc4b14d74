package io.outrider.docker.engine;

/**
 * Credentials of a registry.
 *
 * @param server host of the registry as image names have it, such as {@code registry.example.com:5000}; {@code docker.io} for Docker Hub
 */
public record Credentials(String server, String username, String password) {
    /** Without the password. */
    @Override
    public String toString() {
        return username + " at " + server;
    }
}
