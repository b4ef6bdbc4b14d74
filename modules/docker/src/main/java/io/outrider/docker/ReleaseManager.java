package io.outrider.docker;

import io.outrider.api.Failure;
import io.outrider.api.Metric;
import io.outrider.docker.apply.ProjectReports;
import io.outrider.docker.apply.ReleaseApplier;
import io.outrider.docker.apply.ReleasePhase;
import io.outrider.docker.apply.ReleaseStore;
import io.outrider.docker.apply.RunResult;
import io.outrider.docker.apply.StepListener;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.PullListener;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.World;
import io.outrider.docker.registry.ProjectVerdict;
import io.outrider.docker.registry.ReleaseCheck;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.RefusedProject;
import io.outrider.docker.release.ReleaseLabels;
import io.outrider.docker.release.Releases;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Manager of the desired releases and of all that brings the unit to them, one thing at a time. Any thread. */
final class ReleaseManager {
    final ReleaseApplier applier;
    final ReleaseStore store;
    final ProjectReports reports;
    private final Engine engine;
    private final ReleaseCheck check;
    private final PullBudget budget;
    final ReleaseLock lock = new ReleaseLock();
    private final AtomicLong pulled = new AtomicLong();
    private final AtomicLong runs = new AtomicLong();
    private final AtomicLong failedRuns = new AtomicLong();
    private volatile Releases releases; // null before the first document
    private volatile Map<String, ProjectVerdict> verdicts = Map.of(); // of the last check, by project
    private volatile Releases passed; // what the last check was about, if it had nothing against it; else null
    private volatile Map<String, String> digests = Map.of(); // what registries have said last
    private volatile Project changing; // null while no run changes containers
    private volatile boolean recovered; // no journal is left

    ReleaseManager(
            ReleaseApplier applier,
            ReleaseStore store,
            ProjectReports reports,
            Engine engine,
            ReleaseCheck check,
            PullBudget budget) {
        this.applier = applier;
        this.store = store;
        this.reports = reports;
        this.engine = engine;
        this.check = check;
        this.budget = budget;
    }

    List<Metric> metrics() {
        return List.of(
                Metric.counter("docker_runs_total", "Changes of projects to their releases", runs.get()),
                Metric.counter("docker_runs_failed_total", "Changes that failed", failedRuns.get()),
                Metric.counter("docker_pulled_bytes_total", "Bytes of layers that were pulled", pulled.get()));
    }

    /** The desired releases; null before the first document. */
    Releases releases() {
        return releases;
    }

    /** The same; none before the first document. */
    Releases known() {
        return releases == null ? Releases.NONE : releases;
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
        Releases now = known();
        return Stream.concat(now.projects().stream(), store.earlier(now).stream())
                .flatMap(each -> Stream.concat(each.containers().stream(), each.fallback().stream()))
                .flatMap(each -> Stream.concat(Stream.of(each.image()), each.required().stream()))
                .anyMatch(each -> each.reference().equals(reference));
    }

    /** Projects that are desired, then those of earlier documents, whose containers have to go. */
    List<Project> projects(Releases desired) {
        List<Project> all = new ArrayList<>(desired.projects());
        Set<String> deleted =
                new HashSet<>(desired.keepsOthers() ? Set.of() : store.applied().keySet());
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
        World world = applier.observe(desired, Map.of());
        Map<String, ProjectVerdict> results = new HashMap<>();
        Map<String, String> resolved = new HashMap<>();
        for (ProjectVerdict each :
                check.check(desired, engine.info(), world.images(), world.containers(), freed(desired, world))) {
            results.put(each.name(), each);
            each.containers().stream()
                    .filter(container -> container.digest() != null)
                    .forEach(container -> resolved.put(container.image(), container.digest()));
        }
        if (desired.projects().stream()
                .flatMap(each -> each.containers().stream())
                .anyMatch(each -> !each.required().isEmpty())) {
            resolved.putAll(check.digests(desired));
        }
        verdicts = results;
        digests = resolved;
        passed = results.values().stream().allMatch(ProjectVerdict::passes) ? desired : null;
        for (Project each : desired.projects()) {
            if (isIn(each, ReleasePhase.RECEIVED)) {
                reports.checked(each, results.get(each.name()));
            }
        }
        return observe(desired);
    }

    /** Looks what is on the unit, and asks the registries only if they have not answered yet about these releases. */
    World checkOnce(Releases desired) throws Failure, InterruptedException {
        return passed == desired ? observe(desired) : check(desired);
    }

    /** Bytes that the clean-up before the pulls frees. */
    private long freed(Releases desired, World world) {
        Map<String, Long> freed = new HashMap<>();
        for (Project each : desired.projects()) {
            try {
                for (ReleaseStep step : applier.plan(each, desired, world).prepare()) {
                    if (step instanceof ReleaseStep.RemoveImage image) {
                        freed.put(image.reference(), image.bytes());
                    }
                }
            } catch (Failure e) {
                // it has no plan, and reports that when it is to be prepared
            }
        }
        return freed.values().stream().mapToLong(Long::longValue).sum();
    }

    /** State of the unit, with the digests that registries have answered last. */
    World observe(Releases desired) throws Failure, InterruptedException {
        World world = applier.observe(desired, digests);
        desired.projects().forEach(each -> reports.containers(each, world));
        return world;
    }

    /** Obstacle to a plan by the last check; a registry is no obstacle if no image of it is missing. */
    Optional<Failure> obstacle(Project project, ReleasePlan plan) {
        ProjectVerdict verdict = verdicts.get(project.name());
        if (verdict == null || plan.prepare().isEmpty() && plan.change().isEmpty()) {
            return Optional.empty();
        }
        return Stream.concat(
                        verdict.errors().stream(),
                        verdict.containers().stream().flatMap(each -> each.errors().stream()))
                .map(each -> new Failure(each.code(), each.message()))
                .filter(each -> hasPull(plan)
                        || each.is(DockerErrors.PORT_IN_USE, DockerErrors.NAME_IN_USE, DockerErrors.RELEASE_CLASH))
                .findFirst();
    }

    static boolean hasPull(ReleasePlan plan) {
        return plan.prepare().stream().anyMatch(ReleaseStep.PullImage.class::isInstance);
    }

    /** @throws Failure if a newer document has come */
    void requireDesired(Releases desired) throws Failure {
        if (releases != desired) {
            throw new Failure(
                    DockerErrors.RELEASE_CHANGED,
                    "a newer desired document has come, and its releases are applied instead");
        }
    }

    /** Carries out a step of the preparation. */
    void prepare(Project project, ReleaseStep step, PullListener listener) throws Failure, InterruptedException {
        long[] last = {-1};
        try {
            applier.prepare(project, step, (done, total) -> {
                if (last[0] >= 0 && done > last[0]) {
                    budget.add(done - last[0]);
                    pulled.addAndGet(done - last[0]);
                }
                last[0] = Math.max(last[0], done);
                listener.progress(done, total);
            });
        } finally {
            budget.save();
        }
    }

    RunResult change(Project project, Releases desired, StepListener listener) throws Failure, InterruptedException {
        return run(project, () -> {
            requireDesired(desired);
            return applier.change(project, desired, listener);
        });
    }

    RunResult rollBack(Project project, Releases desired, StepListener listener) throws Failure, InterruptedException {
        return run(project, () -> applier.rollBack(project, desired, listener));
    }

    /** True for a container of a project that a run changes now. */
    boolean isChanging(EngineContainer container) {
        Project project = changing;
        return project != null
                && (project.initial().contains(container.name())
                        || Stream.of(ReleaseLabels.OWNER, ReleaseLabels.PROJECT)
                                .map(container.labels()::get)
                                .anyMatch(project.name()::equals));
    }

    /** Unfinished runs of other projects are tried again before, and hold up no run. */
    private RunResult run(Project project, ReleaseLock.Work<RunResult> work) throws Failure, InterruptedException {
        recover();
        runs.incrementAndGet();
        RunResult result = lock.run(() -> {
            changing = project;
            try {
                return work.run();
            } finally {
                changing = null;
                recovered = applier.isRecovered();
            }
        });
        if (result.failure() != null) {
            failedRuns.incrementAndGet();
        }
        retainReports();
        return result;
    }
}
