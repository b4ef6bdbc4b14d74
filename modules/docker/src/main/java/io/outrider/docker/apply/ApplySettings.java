package io.outrider.docker.apply;

import io.outrider.docker.release.OwnerPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Settings of the application of releases.
 *
 * @param probation time in which new containers must run
 * @param healthTimeout time in which those with a health check must become healthy
 * @param grace between the stop signal and the kill; null for the container's own
 * @param engineWait time that the way back waits for an engine that does not answer
 * @param purgeBelow folders of the host below which releases may purge; no symbolic link is followed there
 * @param policy what new containers may mount
 */
public record ApplySettings(
        Duration probation,
        Duration healthTimeout,
        Duration grace,
        Duration engineWait,
        List<Path> purgeBelow,
        OwnerPolicy policy) {
    /** Settings of an owner who forbids nothing. */
    public ApplySettings(
            Duration probation, Duration healthTimeout, Duration grace, Duration engineWait, List<Path> purgeBelow) {
        this(probation, healthTimeout, grace, engineWait, purgeBelow, OwnerPolicy.DEFAULT);
    }
}
