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
import io.outrider.docker.engine.Engine.PullListener;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ContainerOwnership;
import io.outrider.docker.plan.ImageCleanup;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleasePlanner;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.World;
import io.outrider.docker.registry.ProjectVerdict;
import io.outrider.docker.registry.ReleaseCheck;
import io.outrider.docker.registry.ReleaseCheck.CheckResult;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import io.outrider.docker.release.Releases.RefusedProject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Manager of the desired releases and of all that brings the unit to them, one thing at a time. Any thread. */
final class ReleaseManager {
    private static final Logger LOG = LoggerFactory.getLogger(ReleaseManager.class);
    private static final int WAIT_BY_HAND = 20; // seconds

    final ReleaseApplier applier;
    final ReleaseStore store;
    final ProjectReports reports;
    private final Engine engine;
    private final ReleaseCheck check;
    final ReleaseLock lock = new ReleaseLock();
    private final ReadWriteLock byHand = new ReentrantReadWriteLock(); // of changes by hand, against the begin of a run
    private final AtomicLong runs = new AtomicLong();
    private final AtomicLong failedRuns = new AtomicLong();
    private volatile Releases releases; // null before the first document
    private volatile Map<String, ProjectVerdict> verdicts = Map.of(); // of the last check, by project
    private volatile Releases checked; // what the last check was about
    private volatile Map<String, String> digests = Map.of(); // what registries have said last
    private volatile Duration retryAfter = Duration.ZERO;
    private volatile Project changing; // null while no run changes containers
    private volatile boolean recovered; // no journal is left

    ReleaseManager(
            ReleaseApplier applier, ReleaseStore store, ProjectReports reports, Engine engine, ReleaseCheck check) {
        this.applier = applier;
        this.store = store;
        this.reports = reports;
        this.engine = engine;
        this.check = check;
    }

    List<Metric> metrics() {
        return List.of(
                Metric.counter("docker_runs_total", "Changes of projects to their releases", runs.get()),
                Metric.counter("docker_runs_failed_total", "Changes that failed", failedRuns.get()),
                Metric.counter("docker_pulled_bytes_total", "Bytes of layers that were pulled", engine.pulledBytes()));
    }

    /** The desired releases; null before the first document. */
    Releases releases() {
        return releases;
    }

    /** The same; none before the first document. */
    Releases known() {
        return releases == null ? Releases.NONE : releases;
    }

    /**
     * Takes over the releases of a document, and gives up work for older ones. They are reported as received, unless they were
     * desired before and no pull of them is given up.
     */
    void desire(Releases newer) {
        List<Project> before = known().projects();
        releases = newer;
        limitReports();
        for (Project each : projects(newer)) {
            if (before.contains(each) && !reports.isIn(each, ReleasePhase.PULLING)) {
                continue;
            }
            boolean deleted = each.versionHash().isEmpty();
            reports.phase(
                    each,
                    deleted ? ReleasePhase.WAITING : ReleasePhase.RECEIVED,
                    deleted ? "its containers are removed when the vehicle is idle" : null);
        }
        for (RefusedProject each : newer.refused()) {
            reports.failed(project(each.name(), each.version(), each.versionHash()), each.why(), List.of(), true);
        }
    }

    /** Reports on, and knows, only desired releases, and projects that have left the document and have containers. */
    private void limitReports() {
        Map<String, String> hashes = new HashMap<>();
        known().refused().forEach(each -> hashes.put(each.name(), each.versionHash()));
        projects(known()).forEach(each -> hashes.put(each.name(), each.versionHash()));
        reports.limit(hashes);
        store.keep(hashes.keySet());
    }

    private static Project project(String name, String version, String hash) {
        return new Project(name, version, hash, List.of(), List.of(), List.of());
    }

    /** True for a reference or id of an image that a release or a rollback needs, and for all while a run changes containers. */
    boolean isNeeded(String image) {
        List<Project> projects = new ArrayList<>(known().projects());
        projects.addAll(store.remembered());
        return changing != null || ImageCleanup.needed(projects).contains(image);
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
            lock.run(() -> recovered = applier.recover()); // within, as a run that fails sets it too
        }
        return recovered;
    }

    boolean isRecovered() {
        return recovered;
    }

    /** Asks the registries about the releases, and reports what they say. */
    void check(Releases desired) throws Failure, InterruptedException {
        World world = applier.observe(desired, Map.of());
        List<EngineContainer> foreign = world.containers().stream()
                .filter(each -> projects(desired).stream()
                        .noneMatch(project -> new ContainerOwnership(project, desired).owns(each)))
                .toList();
        CheckResult result = check.check(desired, engine.info(), world.images(), foreign, freed(desired, world));
        verdicts = result.verdicts().stream().collect(Collectors.toMap(ProjectVerdict::name, each -> each));
        digests = result.digests();
        retryAfter = result.retryAfter();
        checked = desired;
        for (Project each : desired.projects()) {
            if (reports.isIn(each, ReleasePhase.RECEIVED)) {
                reports.checked(each, verdicts.get(each.name()));
            }
        }
    }

    /** Asks the registries only once about these releases; {@link ReleaseWorker} asks again, when they want to be asked. */
    void checkOnce(Releases desired) throws Failure, InterruptedException {
        if (checked != desired) {
            check(desired);
        }
    }

    /** Time for which a registry wanted not to be asked. */
    Duration retryAfter() {
        return retryAfter;
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

    /**
     * Plans in the order in which the projects can be applied: one that frees a name or a port comes before one that wants it.
     * Those with a failure are the last.
     *
     * @param window why no images may be pulled now, by the verdict on them, which is null if it is not known
     */
    List<PlannedProject> plans(
            List<Project> projects, Releases desired, World now, Function<ProjectVerdict, Optional<Failure>> window) {
        List<PlannedProject> plans = new ArrayList<>();
        List<PlannedProject> failed = new ArrayList<>();
        List<Project> left = projects;
        World world = now;
        int before;
        do {
            before = left.size();
            failed.clear();
            for (Project each : left) {
                PlannedProject planned = plan(each, desired, world, window);
                (planned.failure() == null ? plans : failed).add(planned);
                world = planned.failure() == null ? after(planned.plan(), world) : world;
            }
            left = failed.stream().map(PlannedProject::project).toList();
        } while (left.size() < before);
        plans.addAll(failed);
        return plans;
    }

    private PlannedProject plan(
            Project project, Releases desired, World world, Function<ProjectVerdict, Optional<Failure>> window) {
        try {
            PlannedProject planned = new PlannedProject(project, applier.plan(project, desired, world), null);
            Optional<Failure> obstacle =
                    planned.hasPull() ? objection(project).or(() -> window.apply(verdict(project))) : Optional.empty();
            return new PlannedProject(project, planned.plan(), obstacle.orElse(null));
        } catch (Failure e) {
            return new PlannedProject(project, null, e);
        }
    }

    /** World without the containers that a plan removes. */
    private static World after(ReleasePlan plan, World world) {
        Set<String> removed = plan.finish().stream()
                .map(each -> each instanceof ReleaseStep.RemoveContainer container ? container.id() : "")
                .collect(Collectors.toSet());
        List<EngineContainer> left = world.containers().stream()
                .filter(each -> !removed.contains(each.id()))
                .toList();
        return new World(left, world.images(), world.folders(), world.owned(), world.digests(), world.applied());
    }

    /** Verdict of the last check; null if there is none. */
    ProjectVerdict verdict(Project project) {
        return verdicts.get(project.name());
    }

    /** Objection of a registry or the disk to pulls, by the last check. */
    private Optional<Failure> objection(Project project) {
        return Stream.ofNullable(verdict(project))
                .flatMap(verdict -> Stream.concat(
                        verdict.errors().stream(),
                        verdict.containers().stream().flatMap(each -> each.errors().stream())))
                .map(each -> new Failure(each.code(), each.message()))
                .filter(each -> !each.is(DockerErrors.PORT_IN_USE, DockerErrors.NAME_IN_USE))
                .findFirst();
    }

    /** @throws Failure if a newer document has come */
    void requireDesired(Releases desired) throws Failure {
        if (releases != desired) {
            throw new Failure(
                    DockerErrors.RELEASE_CHANGED,
                    "a newer desired document has come; its releases are applied when the vehicle is idle, or by another run");
        }
    }

    /** Carries out a step of the preparation, and reports its failure; see {@link ReleaseApplier#prepare}. */
    Failure prepare(Project project, ReleaseStep step, PullListener listener) throws Failure, InterruptedException {
        try {
            listener.progress(0, 0);
            return applier.prepare(project, step, listener);
        } catch (Failure e) {
            if (e.is(DockerErrors.PULL_WAITS, DockerErrors.PULL_BUDGET, DockerErrors.VEHICLE_STARTED)) {
                reports.phase(project, ReleasePhase.WAITING, e.getMessage());
            } else if (!e.is(DockerErrors.RELEASE_CHANGED)) {
                reports.failed(project, e, List.of(), true);
            }
            throw e;
        }
    }

    RunResult change(Project project, Releases desired, StepListener listener) throws Failure, InterruptedException {
        return run(project, () -> {
            requireDesired(desired);
            return applier.change(project, desired, listener);
        });
    }

    RunResult rollBack(Project project, Releases desired, StepListener listener) throws Failure, InterruptedException {
        RunResult result = run(project, () -> applier.rollBack(project, desired, listener));
        store.suspension(project).ifPresent(why -> reports.failed(project, why, List.of(), true));
        return result;
    }

    /** Lock within which nothing becomes {@link #isChanging}. */
    Lock byHand() {
        return byHand.readLock();
    }

    /** True for a container of a project that a run changes now, or that is to be taken back or cleaned up after. */
    boolean isChanging(EngineContainer container) {
        return Stream.concat(
                        Stream.ofNullable(changing),
                        projects(known()).stream().filter(each -> applier.remains(each) != null))
                .anyMatch(each -> container.name().contains(ReleasePlanner.OLD)
                        || new ContainerOwnership(each, known()).owns(container));
    }

    /** Unfinished runs of other projects are tried again before, and hold up no run. */
    private RunResult run(Project project, ReleaseLock.Work<RunResult> work) throws Failure, InterruptedException {
        recover();
        runs.incrementAndGet();
        RunResult result = lock.run(() -> {
            if (!byHand.writeLock()
                    .tryLock(WAIT_BY_HAND, TimeUnit.SECONDS)) { // no longer: the vehicle may start meanwhile
                throw new Failure(
                        DockerErrors.RELEASE_BUSY,
                        "a container is being stopped, started or removed by hand: it is tried again when that has ended");
            }
            changing = project;
            byHand.writeLock().unlock();
            try {
                return work.run();
            } finally {
                changing = null;
                recovered = applier.isRecovered();
            }
        });
        if (result.failure() != null) {
            failedRuns.incrementAndGet();
        } else {
            LOG.info("containers of {} are as they should be", project.name());
        }
        limitReports();
        return result;
    }
}
