package io.outrider.docker;

import io.outrider.api.Failure;
import io.outrider.docker.apply.ProjectReports;
import io.outrider.docker.apply.ReleaseApplier;
import io.outrider.docker.apply.ReleasePhase;
import io.outrider.docker.apply.ReleaseStore;
import io.outrider.docker.apply.RunResult;
import io.outrider.docker.apply.StepListener;
import io.outrider.docker.engine.Engine;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Manager of the releases that are desired, and of all that brings the unit to them; one thing at a time. Any thread. */
final class ReleaseManager {
    /** Check of the releases before anything is done; it asks registries. */
    @FunctionalInterface
    interface PreflightCheck {
        Preflight check(Releases releases) throws Failure, InterruptedException;
    }

    /** Desired releases: an object of its own for each document. */
    record Desired(Map<String, ?> members, Releases releases) {}

    private final Engine engine;
    private final ReleaseApplier applier;
    private final ReleaseStore store;
    private final ProjectReports reports;
    private final PreflightCheck check;
    private final PullBudget budget;
    private final ReleaseLock lock = new ReleaseLock();
    private final AtomicLong runs = new AtomicLong();
    private final AtomicLong failedRuns = new AtomicLong();
    private volatile Desired desired; // null before the first document
    private volatile Preflight preflight = Preflight.NONE;
    private volatile boolean recovered;

    ReleaseManager(
            Engine engine,
            ReleaseApplier applier,
            ReleaseStore store,
            ProjectReports reports,
            PreflightCheck check,
            PullBudget budget) {
        this.engine = engine;
        this.applier = applier;
        this.store = store;
        this.reports = reports;
        this.check = check;
        this.budget = budget;
    }

    Engine engine() {
        return engine;
    }

    ProjectReports reports() {
        return reports;
    }

    PullBudget budget() {
        return budget;
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

    /** The desired releases; null before the first document. */
    Desired desired() {
        return desired;
    }

    Releases releases() {
        Desired now = desired;
        return now == null ? Releases.NONE : now.releases();
    }

    /** Takes over the releases of a document, reports them as received, and gives up work for older ones. */
    void desire(Desired newer) {
        Desired older = desired;
        desired = newer;
        if (older != null && older.members().equals(newer.members())) {
            return;
        }
        Set<String> names = new HashSet<>();
        for (Project each : newer.releases().projects()) {
            names.add(each.name());
            reports.phase(each, ReleasePhase.RECEIVED, null);
        }
        for (RefusedProject each : newer.releases().refused()) {
            names.add(each.name());
            reports.failed(each.name(), each.version(), each.versionHash(), each.why(), List.of(), true);
        }
        reports.retain(names);
        lock.interruptBackground();
    }

    /** Projects that are desired, then those of earlier documents, whose containers have to go. */
    List<Project> projects(Releases releases) {
        List<Project> all = new ArrayList<>(releases.projects());
        Set<String> named = new HashSet<>();
        all.forEach(each -> named.add(each.name()));
        releases.refused().forEach(each -> named.add(each.name()));
        for (String each : store.projects()) {
            if (!named.contains(each)) {
                all.add(new Project(each, "", "", List.of(), List.of(), List.of()));
            }
        }
        return all;
    }

    static boolean isDeleted(Project project) {
        return project.versionHash().isEmpty();
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

    /** Checks the releases, and reports what was found. */
    void check(Releases releases) throws Failure, InterruptedException {
        Preflight result = check.check(releases);
        preflight = result;
        for (Project each : releases.projects()) {
            if (reports.phase(each.name()).equals(ReleasePhase.RECEIVED.text())) {
                reports.checked(each, result.verdicts().get(each.name()));
            }
        }
    }

    /** The world, with what registries have said last. */
    World observe(Releases releases) throws Failure, InterruptedException {
        World world = applier.observe(releases, preflight.digests());
        releases.projects().forEach(each -> reports.containers(each, world));
        return world;
    }

    /** What the last check has against carrying out a plan. */
    Optional<Failure> obstacle(Project project, ReleasePlan plan) {
        return preflight.obstacle(project, plan);
    }

    ReleasePlan plan(Project project, Releases releases, World world) throws Failure {
        return applier.plan(project, releases, world);
    }

    /** Why a project is not tried by itself; null if it is. */
    Failure suspension(Project project) {
        return store.suspension(project).orElse(null);
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

    /** Changes a project to its release; for the thread that has the lock. */
    RunResult change(Project project, Releases releases, StepListener listener) throws Failure, InterruptedException {
        requireRecovered();
        RunResult result = counted(applier.change(project, releases, listener));
        if (result.failure() == null && isDeleted(project)) {
            store.forget(project.name());
        }
        return result;
    }

    RunResult rollBack(Project project, Releases releases, StepListener listener) throws Failure, InterruptedException {
        requireRecovered();
        return counted(applier.rollBack(project, releases, listener));
    }

    private RunResult counted(RunResult result) {
        runs.incrementAndGet();
        if (result.failure() != null) {
            failedRuns.incrementAndGet();
            recovered &= !result.failure().is(DockerErrors.WAY_BACK_FAILED);
        }
        return result;
    }

    private void requireRecovered() throws Failure, InterruptedException {
        if (!recover()) {
            throw new Failure(
                    DockerErrors.WAY_BACK_FAILED,
                    "an earlier run could not be taken back yet, which is tried again: see outrider status");
        }
    }
}
