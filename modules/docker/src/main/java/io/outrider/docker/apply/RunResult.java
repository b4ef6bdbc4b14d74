package io.outrider.docker.apply;

import io.outrider.api.Failure;
import java.util.List;

/**
 * Result of a run of one project.
 *
 * @param steps in their order, those of the way back too; empty if everything was as it should be
 * @param failure null if the release is applied
 * @param logs last lines of the container that failed, without values of its environment; empty if there is none
 */
public record RunResult(List<ReleaseStepResult> steps, Failure failure, List<String> logs) {}
