package io.outrider.docker;

import io.outrider.api.Failure;
import io.outrider.docker.apply.EndedContainers;
import io.outrider.docker.apply.ReleasePhase;
import io.outrider.docker.apply.ReleaseStore;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.Engine.EngineInfo;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Registry;
import io.outrider.docker.release.Releases;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker in the background, with a thread of its own: takes back at the start what a power cut has left, then logs in to the
 * registries, checks each new document and pulls its images as far as the settings allow.
 */
final class ReleaseWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReleaseWorker.class);
    private static final Duration LEAST_PAUSE = Duration.ofMinutes(1);
    private static final Duration MOST_PAUSE = Duration.ofHours(1);
    private static final Duration WINDOW_PAUSE = Duration.ofMinutes(1);
    private static final Duration ENGINE_PAUSE = Duration.ofSeconds(5);
    private static final Duration LOSS_MARGIN = Duration.ofSeconds(1); // an end is seen late on a busy unit

    /** Rounds without an engine after which the fleet is to know: an engine may be started with the unit, or upgraded. */
    private static final int REPORTED_ABSENCES = 3;

    /** Time after which a tag may have moved in its registry. */
    private static final Duration REPEAT = Duration.ofHours(6);

    private final ReleaseManager manager;
    private final Engine engine;
    private final ReleaseStore store;
    private final PullWindow window;
    private final Clock clock;
    private final Runnable reported;
    private final Thread thread = new Thread(this::run, "docker-releases");
    private final Set<String> obstructed = new HashSet<>(); // projects that failed here; of the thread, as the next is
    private int absences; // rounds in a row that found no engine
    private boolean waits; // images wait for the window of pulls
    private boolean wanted; // guarded by this, as is the next
    private boolean interruptible; // the preparation may be given up
    private volatile boolean closed;
    private final AtomicReference<Instant> engineLost =
            new AtomicReference<>(); // null if it was not, since the last look
    private volatile EngineInfo info; // null while the engine does not answer
    private volatile Failure failure; // of the last round; null if it had none
    private volatile Map<String, Map<String, Object>> registries = Map.of();

    /** @param reported called after a change of {@link #registries} */
    ReleaseWorker(
            ReleaseManager manager,
            Engine engine,
            ReleaseStore store,
            PullWindow window,
            Clock clock,
            Runnable reported) {
        this.manager = manager;
        this.engine = engine;
        this.store = store;
        this.window = window;
        this.clock = clock;
        this.reported = reported;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Begins a round at once, and gives up that of before: there is a newer document, or another reason to look anew. */
    synchronized void wake() {
        wanted = true;
        notifyAll();
        if (interruptible) {
            thread.interrupt();
        }
    }

    /** Cancels pulls that nobody waits for, if no release needs them, or the window has closed meanwhile. */
    void cancelPulls() {
        engine.cancelPulls((reference, abandoned) -> !manager.isNeeded(reference) || window.forbids(abandoned))
                .forEach(store::endPull);
    }

    /**
     * The engine may have been killed: once it answers, containers of releases are started again that it has left stopped.
     *
     * @param since what ended after this time was not ended by hand
     */
    void engineLost(Instant since) {
        engineLost.compareAndSet(null, since.minus(LOSS_MARGIN));
        wake();
    }

    /** The engine; null while it does not answer. */
    EngineInfo engine() {
        return info;
    }

    /** Failure of the last round; null if it had none. */
    Failure failure() {
        return failure;
    }

    /** Member {@code registries} of the report. */
    List<Map<String, Object>> registries() {
        return List.copyOf(registries.values());
    }

    private void run() {
        Duration backoff = LEAST_PAUSE;
        while (!closed) {
            Duration pause = MOST_PAUSE;
            try {
                boolean prepared = round();
                report(null);
                pause = prepared ? REPEAT : Collections.max(List.of(backoff, manager.retryAfter()));
                pause = prepared ? pause : Collections.min(List.of(pause, MOST_PAUSE));
                backoff = prepared ? LEAST_PAUSE : Collections.min(List.of(backoff.multipliedBy(2), MOST_PAUSE));
            } catch (Failure e) {
                report(e);
                pause = ENGINE_PAUSE; // all of these are of this machine
            } catch (InterruptedException e) {
                pause = LEAST_PAUSE; // closed, or given up for another run
            } catch (RuntimeException e) {
                LOG.error("the round of releases failed; next try in {} s", pause.toSeconds(), e);
                report(Failure.fault("a round of releases", e));
            }
            if (await(pause)) {
                backoff = LEAST_PAUSE;
            }
        }
    }

    private void report(Failure now) {
        Failure before = failure;
        if (now != null && (before == null || !before.getMessage().equals(now.getMessage()))) {
            LOG.warn("releases wait: {} ({})", now.getMessage(), now.code());
        }
        failure = now;
        absences = now != null && now.is(DockerErrors.ENGINE_ABSENT) ? absences + 1 : 0;
        if (absences >= REPORTED_ABSENCES && !manager.lock.isBusy()) {
            for (Project each : manager.known().projects()) {
                if (!manager.reports.isIn(each, ReleasePhase.FAILED)) {
                    obstructed.add(each.name());
                }
                failed(each, now);
            }
        }
        info = now != null && now.is(DockerErrors.ENGINE_ABSENT) ? null : info;
    }

    /** Waits; an open window ends it if images wait for that, and so does the end of a recovery, which goes on meanwhile. */
    private boolean await(Duration time) {
        Duration retry = ENGINE_PAUSE;
        Duration left = time;
        try {
            while (!left.isNegative() && !left.isZero()) {
                boolean recovered = manager.isRecovered();
                Duration part = Collections.min(List.of(left, recovered ? WINDOW_PAUSE : retry));
                if (isWoken(part)) {
                    return true;
                }
                left = left.minus(part);
                retry = recovered ? ENGINE_PAUSE : Collections.min(List.of(retry.multipliedBy(2), WINDOW_PAUSE));
                if (closed
                        || !recovered && manager.recover()
                        || waits && window.closed(false).isEmpty()) {
                    return false;
                }
            }
        } catch (Failure | InterruptedException e) {
            // closed, or an interrupt that came late
        } catch (RuntimeException e) { // the thread is needed for all that follows
            LOG.error("the way back failed", e);
        }
        return false;
    }

    private synchronized boolean isWoken(Duration time) throws InterruptedException {
        if (!wanted && !closed) {
            wait(time.toMillis());
        }
        boolean woken = wanted;
        wanted = false;
        return woken;
    }

    /** @return false if a project failed, and is to be tried again */
    private boolean round() throws Failure, InterruptedException {
        manager.recover();
        info = engine.info();
        Instant lost = engineLost.get();
        if (lost != null) {
            manager.lock.run(() -> EndedContainers.start(engine, lost));
            engineLost.set(null);
        }
        Releases releases = manager.releases();
        interruptible(true);
        try {
            return releases == null || prepare(releases);
        } finally {
            interruptible(false);
        }
    }

    /** No interrupt arrives once it is false; one that has come just before is cleared. */
    private synchronized void interruptible(boolean now) throws InterruptedException {
        if (now && wanted) {
            throw new InterruptedException();
        }
        interruptible = now;
        if (!now && !closed) {
            Thread.interrupted();
        }
    }

    private boolean prepare(Releases releases) throws Failure, InterruptedException {
        logIn(releases);
        manager.check(releases);
        boolean prepared = true;
        boolean pulled = false;
        for (PlannedProject each : survey(releases)) {
            if (each.failure() != null) {
                prepared = false;
            } else if (each.hasPull() && closed(each).isPresent()) {
                prepared &= waits;
            } else if (each.hasPull()) {
                pulled = true;
                prepared &= pull(each);
            }
        }
        if (pulled) {
            survey(releases);
        }
        return prepared;
    }

    /** Reports what is to be done, while nobody changes containers; the plans of the projects that are not suspended. */
    private List<PlannedProject> survey(Releases releases) throws Failure, InterruptedException {
        return manager.lock.run(() -> {
            if (manager.releases() != releases) {
                throw new InterruptedException();
            }
            List<Project> projects = new ArrayList<>();
            for (Project each : manager.projects(releases)) {
                Optional<Failure> suspension = manager.store.suspension(each);
                if (suspension.isPresent()) {
                    failed(each, suspension.get());
                } else {
                    projects.add(each);
                }
            }
            waits = false;
            List<PlannedProject> plans =
                    manager.plans(projects, releases, manager.observe(releases), verdict -> Optional.empty());
            plans.stream()
                    .filter(each -> releases.projects().contains(each.project()))
                    .forEach(this::reportPlan);
            obstructed.retainAll(releases.projects().stream().map(Project::name).toList());
            return plans;
        });
    }

    private Optional<Failure> closed(PlannedProject planned) {
        return window.closed(false, manager.verdict(planned.project()));
    }

    private void reportPlan(PlannedProject planned) {
        Project project = planned.project();
        Failure failure = planned.failure();
        if (failure != null) {
            obstructed.add(project.name());
            failed(project, failure);
        } else if (planned.plan().isEmpty()) {
            obstructed.remove(project.name());
            manager.reports.phase(project, ReleasePhase.APPLIED, manager.applier.remains(project));
        } else if (planned.hasPull()) { // in an open window it is pulled now, or that has failed
            waits |= window.closed(false).isPresent();
            closed(planned).ifPresent(why -> manager.reports.phase(project, ReleasePhase.WAITING, why.getMessage()));
        } else if (obstructed.remove(project.name()) || !manager.reports.isIn(project, ReleasePhase.FAILED)) {
            manager.reports.phase(project, ReleasePhase.WAITING, "waits until the vehicle is idle");
        }
    }

    /** Reports a failure, but for a release that is reported with the failure of its run, and the last lines of its log. */
    private void failed(Project project, Failure why) {
        if (obstructed.contains(project.name()) || !manager.reports.isIn(project, ReleasePhase.FAILED)) {
            manager.reports.failed(project, why, List.of(), true);
        }
    }

    /** @return false if it failed, and is to be tried again */
    private boolean pull(PlannedProject planned) throws InterruptedException {
        Project project = planned.project();
        try {
            for (ReleaseStep step : planned.plan().prepare()) {
                manager.prepare(project, step, (done, total) -> {
                    Optional<Failure> closed = window.closed(false);
                    if (closed.isPresent()) {
                        throw closed.get();
                    }
                });
            }
            return true;
        } catch (Failure e) {
            obstructed.add(project.name());
            return false;
        }
    }

    private void logIn(Releases releases) throws InterruptedException {
        Map<String, Map<String, Object>> before = registries;
        Map<String, Map<String, Object>> after = new TreeMap<>();
        for (Registry each : releases.registries()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", each.name());
            one.put("host", each.host());
            try {
                if (each.credentials() != null) {
                    engine.logIn(each.credentials());
                }
                one.put("state", each.credentials() == null ? "anonymous" : "logged_in");
            } catch (Failure e) {
                one.put("state", "failed");
                one.put("error", Map.of("code", e.code(), "message", e.getMessage()));
            }
            Map<String, Object> old = before.getOrDefault(each.name(), Map.of());
            Object since = one.get("state").equals(old.get("state"))
                    ? old.get("since")
                    : clock.instant().toString();
            one.put("since", since);
            after.put(each.name(), one);
        }
        registries = after;
        if (!after.equals(before)) {
            reported.run();
        }
    }

    /** Waits for the end of the thread for a while. */
    @Override
    public void close() {
        closed = true;
        wake();
        thread.interrupt();
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
