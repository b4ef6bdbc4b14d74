package io.outrider.docker.release;

import io.outrider.docker.engine.Credentials;

/**
 * Registry of the desired document.
 *
 * @param name by which projects and containers refer to it
 * @param url as it was given
 * @param host as image names have it: {@code registry.example.com:5000}, or {@code docker.io} for Docker Hub
 * @param username null for a registry that is read without; so is the password
 */
public record Registry(String name, String url, String host, String username, String password) {
    /** Null for a registry that is read without. */
    public Credentials credentials() {
        return username == null ? null : new Credentials(host, username, password);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return name + " (" + host + ")";
    }
}
