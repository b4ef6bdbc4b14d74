package io.outrider.docker.release;

import io.outrider.api.Failure;
import io.outrider.docker.engine.Credentials;
import io.outrider.docker.errors.DockerErrors;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Registry of the desired document.
 *
 * @param name by which projects and containers refer to it
 * @param url as it was given
 * @param host as image names have it: {@code registry.example.com:5000}, or {@code docker.io} for Docker Hub
 * @param username null for a registry that is read without; so is the password
 */
public record Registry(String name, String url, String host, String username, String password) {
    private static final int MOST_CHARACTERS = 500;
    private static final Pattern HOST =
            Pattern.compile("(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\\[[0-9a-f:]+])(?::[0-9]{1,5})?");
    private static final Set<String> HUB_NAMES =
            Set.of("hub", "docker.io", "index.docker.io", "registry-1.docker.io", "registry.hub.docker.com");

    /**
     * Host as image names have it.
     *
     * @param url also without scheme, or {@code hub}
     * @throws Failure without the url, which may have a password
     */
    public static String hostOf(String url) throws Failure {
        String host = url.strip()
                .toLowerCase(Locale.ROOT)
                .replaceFirst("^https?://", "")
                .replaceFirst("/.*$", "");
        if (url.length() > MOST_CHARACTERS || !HOST.matcher(host).matches()) {
            throw new Failure(
                    DockerErrors.RELEASE_INVALID,
                    "the address of a registry must look like https://registry.example.com:5000, without user and password");
        }
        return HUB_NAMES.contains(host) ? ImageName.HUB : host;
    }

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
