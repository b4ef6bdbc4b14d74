package io.outrider.docker.engine;

/**
 * Restart policy of a container.
 *
 * @param name {@code no}, {@code always}, {@code unless-stopped} or {@code on-failure}
 * @param retries of {@code on-failure}: restarts at most; 0 without limit
 */
public record RestartPolicy(String name, int retries) {
    public static final RestartPolicy NO = new RestartPolicy("no", 0);
}
