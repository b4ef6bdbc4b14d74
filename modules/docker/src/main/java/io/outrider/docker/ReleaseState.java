package io.outrider.docker;

import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.api.ModuleContext;
import io.outrider.api.State;
import io.outrider.api.Step;
import io.outrider.docker.apply.ReleasePhase;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleasePlanner;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.StepKey;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import io.outrider.docker.release.Releases.RefusedProject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * State {@code docker.release}. A run of it by name tries every project; a run of all pending states leaves out those that were
 * refused, failed too often, were rolled back or wait for their images, and stops while maintenance is inhibited.
 */
record ReleaseState(
        ReleaseManager manager,
        Engine engine,
        PullWindow window,
        ModuleContext context,
        PullInhibitor pulls,
        Duration longest,
        boolean removeUnknown)
        implements State.Plan {
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
        if (pending) {
            manager.checkOnce(releases);
        } else {
            manager.check(releases);
        }
        World world = manager.observe(releases);
        List<Step> all = new ArrayList<>();
        Set<String> removed = new HashSet<>();
        List<Project> projects = manager.projects(releases).stream()
                .filter(each -> !pending || manager.store.suspension(each).isEmpty())
                .toList();
        boolean complete = removeUnknown && projects.containsAll(releases.projects());
        for (PlannedProject each : manager.plans(
                projects, releases, world, verdict -> pending ? window.closed(true, verdict) : Optional.empty())) {
            Project project = each.project();
            Failure e = each.failure();
            if (e == null) {
                all.addAll(new ProjectRun(
                                manager,
                                context.inhibitors(),
                                pulls,
                                longest,
                                project,
                                releases,
                                pending ? step -> guard(project, step) : null)
                        .steps(each.plan()));
                removals(each.plan().finish())
                        .map(ReleaseStep.RemoveContainer::id)
                        .forEach(removed::add);
            } else if (pending && e.is(DockerErrors.PULL_WAITS, DockerErrors.PULL_BUDGET)) {
                complete = false;
                manager.reports.phase(project, ReleasePhase.WAITING, e.getMessage());
            } else {
                all.add(ProjectRun.failing(ProjectRun.label(project.name(), project.version()), e));
            }
        }
        for (RefusedProject each : pending ? List.<RefusedProject>of() : releases.refused()) {
            String name = each.name().isEmpty() ? "project without a name " + all.size() : each.name();
            all.add(ProjectRun.failing(ProjectRun.label(name, each.version()), each.why()));
        }
        if (complete) {
            all.addAll(unknown(releases, world, all, removed));
        }
        return all;
    }

    private static Stream<ReleaseStep.RemoveContainer> removals(List<ReleaseStep> steps) {
        return steps.stream()
                .filter(ReleaseStep.RemoveContainer.class::isInstance)
                .map(ReleaseStep.RemoveContainer.class::cast);
    }

    /** Removal of the containers that are unknown once all releases are applied, without those that the releases remove. */
    private List<Step> unknown(Releases releases, World world, List<Step> run, Set<String> removed) {
        List<String> markers = run.stream()
                .filter(each -> each.module().equals(StepKey.MARKER))
                .map(Step::id)
                .toList();
        World applied = new World(
                world.containers(),
                world.images(),
                world.folders(),
                world.owned(),
                world.digests(),
                releases.projects().stream().collect(Collectors.toMap(Project::name, Project::versionHash)));
        return removals(new ReleasePlanner(releases, List.of()).unknown(applied))
                .filter(each -> !removed.contains(each.id()))
                .<Step>map(each -> unknown(each, markers, releases))
                .toList();
    }

    private Step unknown(ReleaseStep.RemoveContainer step, List<String> markers, Releases releases) {
        StepKey key = step.key();
        ReleasePlanner planner = new ReleasePlanner(releases, List.of());
        return new PlannedStep(key.id("docker-unknown"), key, markers, step.text(), call -> {
            manager.requireDesired(releases);
            return manager.lock.run(() -> {
                if (planner.unknown(manager.observe(releases)).contains(step)) {
                    engine.remove(step.id(), false);
                }
                return null;
            });
        });
    }

    private Optional<Failure> guard(Project project, ReleaseStep step) {
        List<Inhibitors.Inhibition> held = context.inhibitors().active(Inhibitors.Activity.MAINTENANCE);
        if (!held.isEmpty()) {
            return Optional.of(new Failure(
                    DockerErrors.VEHICLE_STARTED,
                    held.get(0).reason() + "; the release is applied when the unit is idle again"));
        }
        return manager.store
                .suspension(project) // it may have been taken back by hand meanwhile
                .or(() -> step instanceof ReleaseStep.PullImage ? window.closed(true) : Optional.empty());
    }
}
