package io.outrider.docker;

import io.outrider.api.Failure;
import io.outrider.api.ModuleContext;
import io.outrider.api.State;
import io.outrider.api.Step;
import io.outrider.docker.apply.ReleasePhase;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.ReleaseSteps;
import io.outrider.docker.plan.UnknownContainers;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.RefusedProject;
import io.outrider.docker.release.Releases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * State {@code docker.release}. A run of it by name tries every project; a run of all pending states leaves out those that were
 * refused, failed too often, were taken back by hand or wait for their images, and stops when the vehicle starts.
 */
record ReleaseState(
        ReleaseManager manager, Engine engine, PullWindow window, ModuleContext context, boolean removeUnknown)
        implements State.Plan {
    private static final List<String> IN_USE = List.of("engine/running", "motor/running", "position/moving");

    @Override
    public List<Step> steps() throws Failure, InterruptedException {
        return all(false);
    }

    @Override
    public List<Step> pending() throws Failure, InterruptedException {
        return all(true);
    }

    private List<Step> all(boolean pending) throws Failure, InterruptedException {
        Releases releases = manager.releases();
        if (releases == null) {
            return List.of();
        }
        World world = manager.check(releases);
        ProjectRun.Guard guard = pending ? guard() : null;
        List<Step> all = new ArrayList<>();
        for (Project each : manager.projects(releases)) {
            String label = ProjectRun.label(each.name(), each.version());
            if (pending && manager.suspension(each).isPresent()) {
                continue;
            }
            try {
                ReleasePlan plan = manager.plan(each, releases, world);
                Optional<Failure> obstacle = obstacle(each, plan, pending);
                if (obstacle.isPresent()) {
                    throw obstacle.get();
                }
                all.addAll(new ProjectRun(manager, context.inhibitors(), each, releases, guard).steps(plan));
            } catch (Failure e) {
                if (pending && e.is(DockerErrors.PULL_WAITS, DockerErrors.PULL_BUDGET)) {
                    manager.reports().phase(each, ReleasePhase.WAITING, e.getMessage());
                } else {
                    all.add(ProjectRun.failing(label, e));
                }
            }
        }
        for (RefusedProject each : pending ? List.<RefusedProject>of() : releases.refused()) {
            String name = each.name().isEmpty() ? "project without a name " + all.size() : each.name();
            all.add(ProjectRun.failing(ProjectRun.label(name, each.version()), each.why()));
        }
        for (ReleaseStep each : removeUnknown ? UnknownContainers.steps(releases, world) : List.<ReleaseStep>of()) {
            StepKey.of(each)
                    .ifPresent(key -> all.add(new PlannedStep(
                            key.id("docker-unknown"),
                            key,
                            List.of(),
                            ReleaseSteps.text(each),
                            null,
                            call -> remove(each))));
        }
        return all;
    }

    private Optional<Failure> obstacle(Project project, ReleasePlan plan, boolean pending) {
        Optional<Failure> closed = pending && ReleaseWorker.hasPull(plan) ? window.closed(true) : Optional.empty();
        return closed.isPresent() ? closed : manager.obstacle(project, plan);
    }

    /** Stops a run when the vehicle starts; one that is begun while it is in use goes on. */
    private ProjectRun.Guard guard() {
        boolean inUseBefore = inUse();
        return step -> !inUseBefore && inUse()
                ? Optional.of(new Failure(
                        DockerErrors.VEHICLE_STARTED,
                        "the vehicle was started; the release is applied when it is idle again"))
                : step instanceof ReleaseStep.PullImage ? window.closed(true) : Optional.empty();
    }

    private boolean inUse() {
        return IN_USE.stream().anyMatch(each -> context.conditions().hold(List.of(each)));
    }

    private void remove(ReleaseStep step) throws Failure, InterruptedException {
        manager.lock().run(() -> {
            if (step instanceof ReleaseStep.StopContainer container) {
                engine.stop(container.id(), null);
            } else if (step instanceof ReleaseStep.RemoveContainer container) {
                engine.remove(container.id());
            }
            return null;
        });
    }
}
