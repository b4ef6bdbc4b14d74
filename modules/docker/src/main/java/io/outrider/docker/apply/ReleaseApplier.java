package io.outrider.docker.apply;

import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.Engine.PullListener;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.LocalImages;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleasePlanner;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.RunJournalEntry;
import io.outrider.docker.plan.WayBack;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor of releases. Any thread; of {@link #change}, {@link #rollBack} and {@link #recover} each waits for the others.
 *
 * <p>Use: {@link #recover} until it succeeds; then for each project {@link #plan}, its {@code prepare} steps one by one, and
 * {@link #change}.
 */
public final class ReleaseApplier {
    private static final Logger LOG = LoggerFactory.getLogger(ReleaseApplier.class);

    private final Path folder;
    private final ReleaseStore store;
    private final ProjectReports reports;
    private final RunTools tools;
    private final Map<Path, String> logged = new HashMap<>(); // last failures by journal; guarded by this

    /** @param folder of the journals, created by the first write */
    public ReleaseApplier(
            Engine engine,
            Path folder,
            ReleaseStore store,
            ProjectReports reports,
            ApplySettings settings,
            Clock clock,
            Ticker ticker) {
        this.folder = folder;
        this.store = store;
        this.reports = reports;
        PurgeFolders folders = new PurgeFolders(settings.policy().purgeBelow());
        this.tools = new RunTools(engine, folders, store, reports, settings, clock, ticker);
    }

    /** @param digests what registries say now, as {@link World#digests} */
    public World observe(Releases releases, Map<String, String> digests) throws Failure, InterruptedException {
        return tools.world(
                releases.projects().stream().flatMap(ReleaseApplier::purged).toList(), digests);
    }

    /** The plan, checked for what can be checked before anything is touched. */
    public ReleasePlan plan(Project project, Releases releases, World world) throws Failure {
        ReleasePlan plan = new ReleasePlanner(releases, store.earlier(releases)).plan(project, world);
        for (ReleaseStep step : plan.change()) {
            if (step instanceof ReleaseStep.SetFolderAside aside) {
                tools.folders().check(aside.folder());
            } else if (step instanceof ReleaseStep.CreateContainer create) {
                tools.settings().policy().checkLinks(create.container());
            }
        }
        return plan;
    }

    /**
     * Carries out one step of {@link ReleasePlan#prepare}; nothing of the application is touched.
     *
     * @return the failure of a step that the release can do without; null if it is done
     */
    public Failure prepare(Project project, ReleaseStep step, PullListener progress)
            throws Failure, InterruptedException {
        boolean optional = step instanceof ReleaseStep.RemoveImage
                || step instanceof ReleaseStep.PullImage image && image.optional();
        try {
            if (step instanceof ReleaseStep.LogIn login) {
                tools.engine().logIn(login.registry().credentials());
            } else if (step instanceof ReleaseStep.RemoveImage remove) {
                tools.engine().removeImage(remove.reference());
            } else if (step instanceof ReleaseStep.PullImage pull) {
                tools.pull(project, pull, progress);
            }
        } catch (Failure e) {
            if (!optional) {
                throw e;
            }
            LOG.warn("release of {}: {}", project.name(), e.getMessage());
            return e;
        }
        return null;
    }

    /**
     * Observes, plans again and carries out all but the preparation, without asking any registry. If it fails or the thread is
     * interrupted, the containers from before run again.
     *
     * @throws InterruptedException after the way back
     */
    public RunResult change(Project project, Releases releases, StepListener listener) throws InterruptedException {
        return run(project, releases, listener, null);
    }

    /**
     * Goes back to the fallback containers of the project, or else to the release before the applied one, without network.
     */
    public RunResult rollBack(Project project, Releases releases, StepListener listener)
            throws Failure, InterruptedException {
        Optional<Project> before = store.before(project);
        Optional<Project> target =
                project.fallback().isEmpty() ? before : Optional.of(LocalImages.fallback(project, before));
        if (target.isEmpty()) {
            Failure failure = new Failure(
                    DockerErrors.NO_WAY_BACK,
                    "the unit knows no release of " + project.name() + " before " + project.version()
                            + "; release it from the fleet service");
            return result(null, failure);
        }
        return run(target.get(), releases, listener, project.versionHash());
    }

    /** @param rolledBack hash of the release that is rolled back; null for a release of the fleet */
    private synchronized RunResult run(Project target, Releases releases, StepListener listener, String rolledBack)
            throws InterruptedException {
        ReleaseRun run = null;
        try {
            settle(target);
            List<Path> purged = Stream.concat(releases.projects().stream(), Stream.of(target))
                    .flatMap(ReleaseApplier::purged)
                    .toList();
            World world = tools.world(purged, Map.of());
            ReleasePlan plan = plan(target, releases, world);
            requireImages(plan, rolledBack != null);
            if (rolledBack != null || !plan.change().isEmpty() || !plan.finish().isEmpty()) {
                reports.phase(target, ReleasePhase.APPLYING, null);
                RunJournalEntry.Begun begun = new RunJournalEntry.Begun(tools.runId(world), target, rolledBack);
                run = new ReleaseRun(tools, RunJournal.begin(folder, begun), listener);
                listener.planned(plan.change().size() + plan.finish().size());
                run.change(plan.change(), world);
                log(journal(target), run.finish(plan.finish()));
                world = tools.world(List.of(), Map.of());
            }
            if (rolledBack != null || target.versionHash().isEmpty()) {
                store.commit(
                        new LocalImages(world).pinned(target),
                        rolledBack); // also if its containers ran already, or were gone
            }
            String reason = rolledBack == null ? remains(target) : "rolled back from " + rolledBack;
            reports.phase(target, ReleasePhase.APPLIED, reason);
            reports.containers(target, world);
        } catch (Failure | InterruptedException | RuntimeException e) {
            if (e instanceof RuntimeException) {
                LOG.error("fault in a release of {}", target.name(), e);
            }
            if (run == null || !run.committed()) {
                return goBack(target, run, e);
            }
            LOG.warn("release of {}: applied; what remained after it is done later", target.name());
            reports.phase(target, ReleasePhase.APPLIED, remains(target));
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        } finally {
            if (run != null) {
                run.close();
            }
        }
        return result(run, null);
    }

    /** @param run null if none was begun */
    private static RunResult result(ReleaseRun run, Failure failure) {
        return run == null ? new RunResult(List.of(), failure, List.of()) : run.result(failure);
    }

    private RunResult goBack(Project target, ReleaseRun run, Exception cause) throws InterruptedException {
        Failure failure =
                cause instanceof Failure known ? known : Failure.fault("a release of " + target.name(), cause);
        boolean restored = run != null || !failure.is(DockerErrors.WAY_BACK_FAILED) && !Files.exists(journal(target));
        try {
            String lost = run == null ? null : run.back(tools.settings().engineWait());
            if (lost != null) {
                restored = false;
                failure = new Failure(failure.errorCode(), failure.getMessage() + "; " + lost, failure);
            }
        } catch (Failure e) {
            if (e.is(DockerErrors.WAY_BACK_FAILED)) {
                restored = false;
                failure = new Failure(e.errorCode(), failure.getMessage() + "; " + e.getMessage(), e);
            } else {
                LOG.warn("release of {}: {}", target.name(), e.getMessage());
            }
        }
        if (run != null && run.hasStoppedOrStarted() && !(cause instanceof InterruptedException)) {
            store.failed(target);
        }
        RunResult result = result(run, failure);
        if (restored && cause instanceof InterruptedException) {
            reports.phase(
                    target, ReleasePhase.WAITING, "the change was interrupted, and the containers from before run");
        } else {
            reports.failed(target, failure, result.logs(), restored);
        }
        if (cause instanceof InterruptedException interrupt) {
            throw interrupt;
        }
        return result;
    }

    /**
     * Takes back runs that ended without an end, and cleans up after those that were committed. To be called at the start, and
     * again later until it returns true: nothing is left to do.
     */
    public synchronized boolean recover() throws InterruptedException {
        boolean all = true;
        try {
            for (Path journal : DurableFiles.list(folder, RunJournal.SUFFIX)) {
                all &= recoverIfPossible(journal);
            }
        } catch (Failure e) {
            log(folder, e);
            return false;
        }
        return all;
    }

    private boolean recoverIfPossible(Path journal) throws InterruptedException {
        Path current = Path.of(journal.toString().replace(RunJournal.REST, RunJournal.SUFFIX));
        if (!current.equals(journal) && Files.exists(current)) {
            return false; // folders that the rest has set aside may have been set aside again
        }
        try {
            recover(journal);
            log(journal, null);
            return true;
        } catch (Failure e) {
            log(journal, e);
        } catch (RuntimeException e) {
            if (log(journal, Failure.fault("the way back", e))) {
                LOG.error("fault in the way back of {}", journal, e);
            }
        }
        return false;
    }

    /** True if no run is to be taken back, or to be cleaned up after. */
    public boolean isRecovered() {
        try {
            return DurableFiles.list(folder, RunJournal.SUFFIX).isEmpty();
        } catch (Failure e) {
            return false;
        }
    }

    /** Reason to be reported of an applied release while what it has replaced is not all removed; null if it is. */
    public String remains(Project project) {
        return Files.exists(journal(project)) || Files.exists(rest(project))
                ? "what it has replaced could not all be removed yet, which is tried again"
                : null;
    }

    private Path journal(Project project) {
        return DurableFiles.of(folder, project.name(), RunJournal.SUFFIX);
    }

    private Path rest(Project project) {
        return DurableFiles.of(folder, project.name(), RunJournal.REST);
    }

    /** Logs a failure that is repeated once, and returns true then. */
    private boolean log(Path journal, Failure failure) {
        if (failure == null) {
            logged.remove(journal);
        } else if (!failure.getMessage().equals(logged.put(journal, failure.getMessage()))) {
            LOG.warn("release of {} has no end yet: {}", journal.getFileName(), failure.getMessage());
            return true;
        }
        return false;
    }

    /**
     * Ends the run before. One that was committed holds up no other; one that cannot be taken back holds up its own release, but
     * no other release of the project, unless a folder would be lost.
     */
    private void settle(Project target) throws Failure, InterruptedException {
        Path file = journal(target);
        if (!Files.exists(file)) {
            return;
        }
        try {
            recover(file);
        } catch (Failure e) {
            if (e.is(DockerErrors.RELEASE_DISK) || !Files.exists(file)) {
                throw e;
            }
            try (RunJournal journal = RunJournal.open(file)) {
                if (journal.committed()) {
                    journal.keepAs(rest(target));
                } else if (journal.begun().release().versionHash().equals(target.versionHash())
                        || hasFolderToPutBack(journal)) {
                    throw e;
                }
            }
        }
    }

    private boolean hasFolderToPutBack(RunJournal journal) throws Failure, InterruptedException {
        String run = journal.begun().run();
        return WayBack.steps(run, journal.entries(), tools.world(journal.entries())).stream()
                .anyMatch(ReleaseStep.PutFolderBack.class::isInstance);
    }

    private void recover(Path file) throws Failure, InterruptedException {
        try (RunJournal journal = RunJournal.open(file)) {
            ReleaseRun run = new ReleaseRun(tools, journal, StepListener.NONE);
            Project project = journal.begun().release();
            if (journal.committed()) {
                boolean last = file.equals(journal(project));
                if (last) {
                    store.commit(tools.pinned(project), journal.begun().rolledBack());
                }
                Failure failure = run.finishLater();
                if (last) {
                    reports.phase(project, ReleasePhase.APPLIED, remains(project));
                }
                if (failure != null) {
                    throw failure;
                }
                return;
            }
            String lost;
            try {
                lost = run.back(Duration.ZERO);
            } catch (Failure e) {
                reports.failed(project, e, List.of(), false);
                throw e;
            }
            Failure failure = new Failure(
                    DockerErrors.RELEASE_INTERRUPTED,
                    "the change to " + project.name() + " " + project.version() + " was cut off; "
                            + (lost == null ? "the containers from before run" : lost)
                            + ", and it is tried again when the vehicle goes idle");
            reports.failed(project, failure, run.result(failure).logs(), lost == null);
        }
    }

    /** The images must be on the unit: the change asks no registry. */
    private static void requireImages(ReleasePlan plan, boolean rollback) throws Failure {
        for (ReleaseStep step : plan.prepare()) {
            if (step instanceof ReleaseStep.PullImage pull && !pull.optional()) {
                throw new Failure(
                        rollback ? DockerErrors.NO_WAY_BACK : DockerErrors.PULL_FAILED,
                        "the image " + pull.image() + " is not on the unit; "
                                + (rollback
                                        ? "release the earlier version from the fleet service"
                                        : "it is pulled with the next attempt"));
            }
        }
    }

    private static Stream<Path> purged(Project project) {
        return project.containers().stream().flatMap(container -> container.purge().stream());
    }
}
