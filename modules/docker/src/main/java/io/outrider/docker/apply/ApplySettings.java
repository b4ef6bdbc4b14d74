package io.outrider.docker.apply;

import io.outrider.docker.release.OwnerPolicy;
import java.time.Duration;

/**
 * Settings of the application of releases.
 *
 * @param probation time in which new containers must run
 * @param healthTimeout time in which those with a health check must become healthy
 * @param grace between the stop signal and the kill; null for the container's own
 * @param engineWait time that the way back waits for an engine that does not answer
 * @param policy what new containers may mount, and what releases may purge
 */
public record ApplySettings(
        Duration probation, Duration healthTimeout, Duration grace, Duration engineWait, OwnerPolicy policy) {}
