package io.outrider.docker.apply;

import io.outrider.api.Failure;
import io.outrider.docker.plan.ReleaseStep;
import java.time.Duration;
import java.time.Instant;

/**
 * Result of a step.
 *
 * @param failure null if it is done
 */
public record ReleaseStepResult(ReleaseStep step, Instant started, Duration took, Failure failure) {}
