package io.outrider.docker;

import io.outrider.api.Failure;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.release.Project;
import java.util.List;
import java.util.stream.Stream;

/**
 * Project with its plan, or with the reason why it cannot be applied now.
 *
 * @param plan null if there is none
 * @param failure null if nothing is in the way
 */
record PlannedProject(Project project, ReleasePlan plan, Failure failure) {
    /** Obstacle, if there is one, then the steps. */
    List<String> texts() {
        Stream<ReleaseStep> steps = plan == null
                ? Stream.of()
                : Stream.of(plan.prepare(), plan.change(), plan.finish()).flatMap(List::stream);
        return Stream.concat(
                        Stream.ofNullable(failure).map(each -> "cannot be applied: " + each.getMessage()),
                        steps.map(ReleaseStep::text))
                .toList();
    }

    boolean hasPull() {
        return plan != null && plan.prepare().stream().anyMatch(ReleaseStep.PullImage.class::isInstance);
    }
}
