package io.outrider.docker.release;

import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;

/**
 * Name of an image.
 *
 * @param host of the registry; {@code docker.io} for Docker Hub
 * @param repository such as {@code library/busybox} or {@code team/app}
 * @param tag null if there is a digest only
 * @param digest {@code sha256:…}, or null
 */
public record ImageName(String host, String repository, String tag, String digest) {
    public static final String HUB = "docker.io";

    /** Repository as the engine shows it: without {@code docker.io/} and {@code library/}. */
    public String familiar() {
        if (!host.equals(HUB)) {
            return host + "/" + repository;
        }
        return repository.startsWith("library/") ? repository.substring("library/".length()) : repository;
    }

    /** Reference for the engine: the digest if there is one, else the tag. */
    public String reference() {
        return digest != null ? familiar() + "@" + digest : familiar() + ":" + tag;
    }

    @Override
    public String toString() {
        return reference();
    }

    /** @throws Failure if it is no image name, {@link DockerErrors#RELEASE_INVALID} */
    public static ImageName parse(String text) throws Failure {
        throw new UnsupportedOperationException("to be written: " + text);
    }
}
