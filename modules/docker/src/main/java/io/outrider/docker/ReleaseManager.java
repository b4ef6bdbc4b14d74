package io.outrider.docker;

import io.outrider.api.Failure;
import io.outrider.docker.apply.ProjectReports;
import io.outrider.docker.apply.ReleaseApplier;
import io.outrider.docker.apply.ReleasePhase;
import io.outrider.docker.apply.ReleaseStore;
import io.outrider.docker.apply.RunResult;
import io.outrider.docker.apply.StepListener;
import io.outrider.docker.engine.PullListener;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.RefusedProject;
import io.outrider.docker.release.Releases;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Manager of the desired releases and of all that brings the unit to them, one thing at a time. Any thread. */
final class ReleaseManager {
    /** Check of the releases before anything is done; it asks registries. */
    @FunctionalInterface
    interface PreflightCheck {
        Preflight check(Releases releases) throws Failure, InterruptedException;
    }

    private final ReleaseApplier applier;
    private final ReleaseStore store;
    private final ProjectReports reports;
    private final PreflightCheck check;
    private final PullBudget budget;
    private final ReleaseLock lock = new ReleaseLock();
    private final AtomicLong runs = new AtomicLong();
    private final AtomicLong failedRuns = new AtomicLong();
    private volatile Releases releases; // null before the first document
    private volatile Preflight preflight = Preflight.NONE;
    private volatile boolean recovered;

    ReleaseManager(
            ReleaseApplier applier,
            ReleaseStore store,
            ProjectReports reports,
            PreflightCheck check,
            PullBudget budget) {
        this.applier = applier;
        this.store = store;
        this.reports = reports;
        this.check = check;
        this.budget = budget;
    }

    ProjectReports reports() {
        return reports;
    }

    ReleaseLock lock() {
        return lock;
    }

    long runs() {
        return runs.get();
    }

    long failedRuns() {
        return failedRuns.get();
    }

    long pulledBytes() {
        return budget.total();
    }

    /** The desired releases; null before the first document. */
    Releases releases() {
        return releases;
    }

    /** Takes over the releases of a document, reports them as received, and gives up work for older ones. */
    void desire(Releases newer) {
        releases = newer;
        for (Project each : newer.projects()) {
            reports.phase(each, ReleasePhase.RECEIVED, null);
        }
        for (RefusedProject each : newer.refused()) {
            reports.failed(project(each.name(), each.version(), each.versionHash()), each.why(), List.of(), true);
        }
        retainReports();
        lock.interruptBackground();
    }

    /** Forgets the reports of projects that are not desired and have no containers left. */
    private void retainReports() {
        Set<String> names = new HashSet<>(store.applied().keySet());
        releases.projects().forEach(each -> names.add(each.name()));
        releases.refused().forEach(each -> names.add(each.name()));
        reports.retain(names);
    }

    private static Project project(String name, String version, String hash) {
        return new Project(name, version, hash, List.of(), List.of(), List.of());
    }

    /** True if the project is reported in this phase. */
    boolean isIn(Project project, ReleasePhase phase) {
        return reports.projects().stream()
                .anyMatch(each ->
                        project.name().equals(each.get("name")) && phase.text().equals(each.get("state")));
    }

    /** True for an image that a release needs, or may be taken back to. */
    boolean isNeeded(String reference) {
        Releases now = releases == null ? Releases.NONE : releases;
        return Stream.concat(now.projects().stream(), store.earlier(now).stream())
                .flatMap(each -> Stream.concat(each.containers().stream(), each.fallback().stream()))
                .flatMap(each -> Stream.concat(Stream.of(each.image()), each.required().stream()))
                .anyMatch(each -> each.reference().equals(reference));
    }

    /** Projects that are desired, then those of earlier documents, whose containers have to go. */
    List<Project> projects(Releases desired) {
        List<Project> all = new ArrayList<>(desired.projects());
        Set<String> deleted = new HashSet<>(store.applied().keySet());
        desired.projects().forEach(each -> deleted.remove(each.name()));
        desired.refused().forEach(each -> deleted.remove(each.name()));
        deleted.stream().sorted().forEach(each -> all.add(project(each, "", "")));
        return all;
    }

    /** Takes back what a run has left that had no end; to be repeated until it is true. */
    boolean recover() throws Failure, InterruptedException {
        if (!recovered) {
            recovered = lock.run(applier::recover);
        }
        return recovered;
    }

    boolean isRecovered() {
        return recovered;
    }

    /** Asks the registries about the releases, reports what they say, and looks what is on the unit. */
    World check(Releases desired) throws Failure, InterruptedException {
        Preflight result = check.check(desired);
        preflight = result;
        for (Project each : desired.projects()) {
            if (isIn(each, ReleasePhase.RECEIVED)) {
                reports.checked(each, result.verdicts().get(each.name()));
            }
        }
        return observe(desired);
    }

    /** What is on the unit, with what registries have said last. */
    World observe(Releases desired) throws Failure, InterruptedException {
        World world = applier.observe(desired, preflight.digests());
        desired.projects().forEach(each -> reports.containers(each, world));
        return world;
    }

    ReleasePlan plan(Project project, Releases desired, World world) throws Failure {
        return applier.plan(project, desired, world);
    }

    /** What the last check has against carrying out a plan. */
    Optional<Failure> obstacle(Project project, ReleasePlan plan) {
        return preflight.obstacle(project, plan);
    }

    /** Why a project is not tried by itself. */
    Optional<Failure> suspension(Project project) {
        return store.suspension(project);
    }

    void resume(Project project) throws Failure {
        store.resume(project.name());
    }

    /** Carries out a step of the preparation. */
    void prepare(Project project, ReleaseStep step, PullListener listener) throws Failure, InterruptedException {
        long[] last = {-1};
        try {
            applier.prepare(project, step, (done, total) -> {
                if (last[0] >= 0 && done > last[0]) {
                    budget.add(done - last[0]);
                }
                last[0] = Math.max(last[0], done);
                listener.progress(done, total);
            });
        } finally {
            budget.save();
        }
    }

    RunResult change(Project project, Releases desired, StepListener listener) throws Failure, InterruptedException {
        return run(() -> applier.change(project, desired, listener));
    }

    RunResult rollBack(Project project, Releases desired, StepListener listener) throws Failure, InterruptedException {
        return run(() -> applier.rollBack(project, desired, listener));
    }

    private RunResult run(ReleaseLock.Work<RunResult> work) throws Failure, InterruptedException {
        if (!recover()) {
            throw new Failure(
                    DockerErrors.WAY_BACK_FAILED,
                    "an earlier run could not be taken back yet, which is tried again: see outrider status");
        }
        runs.incrementAndGet();
        RunResult result = lock.run(work);
        if (result.failure() != null) {
            failedRuns.incrementAndGet();
            recovered = !result.failure().is(DockerErrors.WAY_BACK_FAILED);
        }
        retainReports();
        return result;
    }
}
