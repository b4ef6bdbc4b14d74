package io.outrider.docker.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import io.outrider.docker.engine.ContainerState;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.engine.SecretMask;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.RunJournalEntry;
import io.outrider.docker.plan.WayBack;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Run of one release: executor of the steps that change something, each after its journal entry is on the disk; and its way
 * back. Not for several threads.
 */
final class ReleaseRun {
    private static final Logger LOG = LoggerFactory.getLogger(ReleaseRun.class);
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(1);
    private static final int MOST_STOPS = 16;
    private static final Duration SHORT_PROBATION = Duration.ofSeconds(1);

    private final RunTools tools;
    private final RunJournal journal;
    private final StepListener listener;
    private final List<ReleaseStepResult> results = new ArrayList<>();
    private final ContainerNames names;
    private final Map<String, ContainerState> before = new HashMap<>(); // of containers that are kept, by name
    private List<String> logs = List.of();
    private boolean goingBack; // the way back writes nothing: the disk may be full

    ReleaseRun(RunTools tools, RunJournal journal, StepListener listener) {
        this.tools = tools;
        this.journal = journal;
        this.listener = listener;
        this.names = new ContainerNames(journal.entries());
    }

    RunResult result(Failure failure) {
        return new RunResult(List.copyOf(results), failure, logs);
    }

    boolean hasStoppedOrStarted() {
        return results.stream()
                .map(ReleaseStepResult::step)
                .anyMatch(step ->
                        step instanceof ReleaseStep.StopContainer || step instanceof ReleaseStep.StartContainer);
    }

    boolean committed() {
        return journal.committed();
    }

    void close() {
        journal.close();
    }

    /** Carries out what can be taken back. An interrupt ends it between two steps, or within one that waits. */
    void change(List<ReleaseStep> steps, World world) throws Failure, InterruptedException {
        names.of(world).containers().forEach(container -> before.put(container.name(), container.state()));
        List<ReleaseStep.StopContainer> stops = steps.stream()
                .filter(ReleaseStep.StopContainer.class::isInstance)
                .map(ReleaseStep.StopContainer.class::cast)
                .toList();
        for (ReleaseStep step : steps) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (step instanceof ReleaseStep.StopContainer) {
                if (step == stops.get(0)) {
                    takePolicies(stops, world);
                    Failure failure = stopAll(stops);
                    if (failure != null) {
                        throw failure;
                    }
                }
                continue;
            }
            if (step instanceof ReleaseStep.Prove) {
                tools.reports().phase(journal.begun().release(), ReleasePhase.PROBATION, null);
            }
            perform(step);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /**
     * Commits, if there is something to commit, and cleans up.
     *
     * @return the failure of a clean-up that is to be repeated; null if nothing is left
     */
    Failure finish(List<ReleaseStep> steps) throws Failure, InterruptedException {
        Failure failure = performAll(steps);
        if (failure == null
                && committed()
                && journal.begun() != journal.entries().get(0)) {
            failure = performAll(remains());
        }
        if (failure == null || !committed()) {
            journal.delete();
        }
        return failure;
    }

    /** The clean-up of a run that was committed. */
    Failure finishLater() throws Failure, InterruptedException {
        return finish(remains());
    }

    private List<ReleaseStep> remains() throws Failure, InterruptedException {
        Project release = journal.begun().release();
        World world = names.of(tools.world(journal.entries()));
        return WayBack.finish(
                journal.entries(), world, release.initial(), tools.store().containers(release.name()));
    }

    /**
     * Takes the run back. Each attempt goes through all steps, whatever fails.
     *
     * @param patience time after which no other attempt begins
     * @return sentence about a container from before that ended again at once; null if there is none
     * @throws Failure {@link DockerErrors#WAY_BACK_FAILED}; the journal stays
     */
    String back(Duration patience) throws Failure, InterruptedException {
        long begin = tools.ticker().nanos();
        Failure failure = tryBack();
        while (failure != null && tools.ticker().nanos() - begin < patience.toNanos()) {
            tools.ticker().sleep(BETWEEN_ATTEMPTS.toNanos());
            failure = tryBack();
        }
        if (failure != null) {
            throw new Failure(
                    DockerErrors.WAY_BACK_FAILED,
                    "the containers of " + journal.begun().release().name()
                            + " from before could not all be started again: " + failure.getMessage()
                            + "; it is tried again",
                    failure);
        }
        journal.delete();
        try {
            return endedAgain();
        } catch (Failure e) {
            LOG.info("containers from before are not looked at: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    private String endedAgain() throws Failure, InterruptedException {
        List<String> started = results.stream()
                .map(result ->
                        result.step() instanceof ReleaseStep.RestoreContainer step && step.start() ? step.id() : null)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        if (started.isEmpty()) {
            return null;
        }
        tools.ticker().sleep(SHORT_PROBATION.toNanos());
        for (String id : started) {
            Optional<EngineContainer> container = tools.engine().container(id);
            if (container.isPresent() && Probation.ended(container.get(), Probation.NEW) != null) {
                logs = LogExcerpt.of(tools.engine(), id);
                return container.get().name() + " from before was started again, and ended at once";
            }
        }
        return null;
    }

    private Failure tryBack() throws InterruptedException {
        goingBack = true;
        try {
            Failure unstopped = null;
            if (!journal.stopping().isEmpty()) { // else they would end after they were started again
                unstopped = stopAll(journal.stopping().stream()
                        .map(id -> new ReleaseStep.StopContainer(id, names.in(id)))
                        .toList());
            }
            List<RunJournalEntry> entries = journal.entries();
            Failure failure = performAll(WayBack.steps(journal.begun().run(), entries, names.of(tools.world(entries))));
            return unstopped == null ? failure : unstopped;
        } catch (Failure e) {
            return e;
        }
    }

    /** @return the first failure, after which only a commit ends the steps; null if there is none */
    private Failure performAll(List<ReleaseStep> steps) throws Failure, InterruptedException {
        Failure first = null;
        for (ReleaseStep step : steps) {
            try {
                perform(step);
            } catch (Failure e) {
                if (step instanceof ReleaseStep.Commit && !committed()) {
                    throw e;
                }
                first = first == null ? e : first;
            }
        }
        return first;
    }

    private void perform(ReleaseStep step) throws Failure, InterruptedException {
        listener.started(step);
        record(timed(step));
    }

    private void record(ReleaseStepResult result) throws Failure {
        results.add(result);
        listener.ended(result);
        if (result.failure() != null) {
            throw result.failure();
        }
    }

    private ReleaseStepResult timed(ReleaseStep step) throws InterruptedException {
        Instant started = tools.clock().instant();
        long begin = tools.ticker().nanos();
        Failure failure = null;
        try {
            execute(step);
        } catch (Failure e) {
            failure = e.withMessage(masked(e.getMessage()));
        }
        Duration took = Duration.ofNanos(tools.ticker().nanos() - begin);
        return new ReleaseStepResult(step, started, took, failure);
    }

    private void execute(ReleaseStep step) throws Failure, InterruptedException {
        if (step instanceof ReleaseStep.RenameContainer rename) {
            if (!goingBack) {
                journal.append(List.of(new RunJournalEntry.Renamed(rename.id(), rename.from(), rename.to())));
            }
            tools.engine().rename(rename.id(), rename.to());
            names.put(rename.id(), rename.to());
        } else if (step instanceof ReleaseStep.CreateContainer create) {
            ContainerSpec spec = create.container();
            ObjectNode body = spec.config().deepCopy();
            body.withObjectProperty("Labels")
                    .put(ReleaseLabels.RUN, journal.begun().run())
                    .put(ReleaseLabels.CONFIG, spec.configHash());
            names.put(tools.engine().create(spec.name(), body), spec.name());
        } else if (step instanceof ReleaseStep.StopContainer stop) {
            try {
                tools.engine().stop(stop.id(), tools.settings().grace());
            } catch (Failure e) {
                if (!e.is(DockerErrors.NO_SUCH_CONTAINER)) {
                    throw e;
                }
            }
        } else if (step instanceof ReleaseStep.SetFolderAside aside) {
            journal.append(List.of(new RunJournalEntry.SetAside(aside.folder())));
            tools.folders().setAside(aside.folder());
        } else if (step instanceof ReleaseStep.StartContainer start) {
            before.remove(start.name());
            start(start.name());
        } else if (step instanceof ReleaseStep.Prove prove) {
            prove(prove.names());
        } else if (step instanceof ReleaseStep.Commit) {
            Project release = tools.pinned(journal.begun().release());
            journal.append(List.of(new RunJournalEntry.Committed()));
            tools.store().commit(release, journal.begun().rolledBack());
        } else if (step instanceof ReleaseStep.RemoveContainer remove) {
            tools.engine().remove(remove.id(), goingBack);
        } else if (step instanceof ReleaseStep.RestoreContainer restore) {
            try {
                tools.engine().restartPolicy(restore.id(), restore.policy());
            } finally {
                if (restore.start()) {
                    tools.engine().start(restore.id());
                }
            }
        } else if (step instanceof ReleaseStep.PutFolderBack folder) {
            tools.folders().putBack(folder.folder());
        } else if (step instanceof ReleaseStep.RemoveImage remove) {
            tools.engine().removeImage(remove.reference());
        } else if (step instanceof ReleaseStep.DeleteFolder folder) {
            tools.folders().delete(folder.aside());
        } else {
            throw new IllegalStateException(
                    "no step of a run: " + step.getClass().getSimpleName());
        }
    }

    /** All at once before the first stop: the time in which nothing runs is short, and no engine starts old and new. */
    private void takePolicies(List<ReleaseStep.StopContainer> steps, World world) throws Failure, InterruptedException {
        List<RunJournalEntry.Stopped> stopped = new ArrayList<>();
        for (ReleaseStep.StopContainer step : steps) {
            for (EngineContainer each : world.containers()) {
                if (step.equals(new ReleaseStep.StopContainer(each.id(), each.name()))) {
                    boolean ran = each.state().running()
                            || each.state().status().equals("restarting")
                            || WayBack.shouldRun(each);
                    stopped.add(new RunJournalEntry.Stopped(each.id(), each.name(), each.restart(), ran));
                }
            }
        }
        journal.append(stopped);
        for (RunJournalEntry.Stopped entry : stopped) {
            if (!entry.policy().name().equals(RestartPolicy.NO.name())) {
                tools.engine().restartPolicy(entry.id(), RestartPolicy.NO);
            }
        }
    }

    /**
     * All at once: nothing runs for the longest grace time, and not for the sum of all.
     *
     * @return the first failure; null if all are stopped
     */
    private Failure stopAll(List<ReleaseStep.StopContainer> steps) throws InterruptedException {
        journal.stopping(steps.stream().map(ReleaseStep.StopContainer::id).toList());
        ExecutorService threads = Executors.newFixedThreadPool(
                Math.min(MOST_STOPS, steps.size()), task -> new Thread(task, "release-stop"));
        Failure failure = null;
        List<String> left = new ArrayList<>(journal.stopping());
        try {
            steps.forEach(listener::started);
            for (Future<ReleaseStepResult> each : threads.invokeAll(steps.stream()
                    .<Callable<ReleaseStepResult>>map(step -> () -> timed(step))
                    .toList())) {
                ReleaseStepResult result = each.get();
                try {
                    record(result);
                    left.remove(((ReleaseStep.StopContainer) result.step()).id());
                } catch (Failure e) {
                    failure = failure == null ? e : failure;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException interrupt) {
                throw interrupt;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        journal.stopping(left);
        return failure;
    }

    private void start(String name) throws Failure, InterruptedException {
        String id = names.id(name);
        try {
            tools.engine().start(id);
        } catch (Failure e) {
            logs = LogExcerpt.of(tools.engine(), id);
            String cause = name + " does not start: " + e.getMessage().replace(id + ": ", "");
            throw e.is(DockerErrors.ENGINE_FAILED, DockerErrors.ENGINE_REFUSED, DockerErrors.NO_SUCH_CONTAINER)
                    ? new Failure(DockerErrors.START_FAILED, cause, e)
                    : e;
        }
    }

    /** Engines repeat commands, variables and ids. */
    private String masked(String message) {
        String text = names.in(message);
        for (ContainerSpec each : journal.begun().release().containers()) {
            text = SecretMask.of(each.config()).in(text);
        }
        return text;
    }

    private void prove(List<String> containers) throws Failure, InterruptedException {
        Duration time = journal.begun().rolledBack() == null ? tools.settings().probation() : SHORT_PROBATION;
        Probation.Rejection rejection = new Probation(
                        tools.engine(), tools.ticker(), time, tools.settings().healthTimeout(), before)
                .watch(containers);
        if (rejection != null) {
            logs = LogExcerpt.of(tools.engine(), names.id(rejection.container()));
            throw rejection.failure(logs);
        }
    }
}
