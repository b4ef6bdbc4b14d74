package io.outrider.docker.registry;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Result of a pre-flight check.
 *
 * @param verdicts in the order of the projects
 * @param digests as {@link io.outrider.docker.plan.World#digests}
 * @param retryAfter time for which a registry wants not to be asked; zero for none
 */
public record CheckResult(List<ProjectVerdict> verdicts, Map<String, String> digests, Duration retryAfter) {}
