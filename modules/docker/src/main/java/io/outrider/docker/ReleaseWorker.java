package io.outrider.docker;

import io.outrider.api.Failure;
import io.outrider.docker.apply.ReleasePhase;
import io.outrider.docker.engine.EngineInfo;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Registry;
import io.outrider.docker.release.Releases;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

    /** Time after which a tag may have moved in its registry. */
    private static final Duration REPEAT = Duration.ofHours(6);

    private final ReleaseManager manager;
    private final PullWindow window;
    private final Clock clock;
    private final Runnable reported;
    private final Thread thread = new Thread(this::run, "docker-releases");
    private boolean wanted; // guarded by this
    private volatile boolean closed;
    private volatile EngineInfo engine; // null while it does not answer
    private volatile Failure engineFailure;
    private volatile Map<String, Map<String, Object>> registries = Map.of();

    /** @param reported called after a change of {@link #registries} */
    ReleaseWorker(ReleaseManager manager, PullWindow window, Clock clock, Runnable reported) {
        this.manager = manager;
        this.window = window;
        this.clock = clock;
        this.reported = reported;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Begins a round at once: there is a newer document, or a run has ended. */
    synchronized void wake() {
        wanted = true;
        notifyAll();
    }

    EngineInfo engine() {
        return engine;
    }

    Failure engineFailure() {
        return engineFailure;
    }

    /** Member {@code registries} of the report. */
    List<Map<String, Object>> registries() {
        return List.copyOf(registries.values());
    }

    private void run() {
        Duration pause = LEAST_PAUSE;
        while (!closed) {
            Duration next;
            try {
                next = round();
                pause = LEAST_PAUSE;
                engineFailure = null;
            } catch (Failure e) {
                LOG.info("releases wait {} s: {} ({})", pause.toSeconds(), e.getMessage(), e.code());
                engineFailure = e;
                engine = e.is(DockerErrors.ENGINE_ABSENT) ? null : engine;
                next = pause;
                pause = pause.multipliedBy(2).compareTo(MOST_PAUSE) > 0 ? MOST_PAUSE : pause.multipliedBy(2);
            } catch (InterruptedException e) {
                continue; // closed, or given up for another run
            } catch (RuntimeException e) {
                LOG.error("the round of releases failed; next try in {} s", MOST_PAUSE.toSeconds(), e);
                next = MOST_PAUSE;
            }
            try {
                if (await(next)) {
                    pause = LEAST_PAUSE;
                }
            } catch (InterruptedException e) {
                // closed, or given up for another run
            }
        }
    }

    /** @return true if it was woken */
    private synchronized boolean await(Duration time) throws InterruptedException {
        if (!wanted && !closed) {
            wait(time.toMillis());
        }
        boolean woken = wanted;
        wanted = false;
        return woken;
    }

    /** @return time until the next round */
    private Duration round() throws Failure, InterruptedException {
        if (!manager.recover()) {
            throw new Failure(
                    DockerErrors.WAY_BACK_FAILED, "the containers from before do not all run yet; it is tried again");
        }
        engine = manager.engine().info();
        ReleaseManager.Desired desired = manager.desired();
        if (desired == null) {
            return REPEAT;
        }
        Duration[] next = {LEAST_PAUSE};
        manager.lock().runInBackground(() -> next[0] = prepare(desired.releases()));
        return next[0];
    }

    private Duration prepare(Releases releases) throws Failure, InterruptedException {
        logIn(releases);
        manager.check(releases);
        World world = manager.observe(releases);
        Failure failed = null;
        boolean waits = false;
        for (Project each : releases.projects()) {
            try {
                Failure suspended = manager.suspension(each);
                if (suspended != null) {
                    throw suspended;
                }
                waits |= !prepare(each, releases, world);
            } catch (Failure e) {
                manager.reports().failed(each.name(), each.version(), each.versionHash(), e, List.of(), true);
                failed = e.is(DockerErrors.RELEASE_SUSPENDED, DockerErrors.ROLLED_BACK) ? failed : e;
            }
        }
        if (failed != null) {
            throw failed;
        }
        return waits ? WINDOW_PAUSE : REPEAT;
    }

    /** @return false if images wait for the window of pulls */
    private boolean prepare(Project project, Releases releases, World world) throws Failure, InterruptedException {
        ReleasePlan plan = manager.plan(project, releases, world);
        if (plan.isEmpty()) {
            manager.reports().phase(project, ReleasePhase.APPLIED, null);
            return true;
        }
        Failure obstacle = manager.obstacle(project, plan).orElse(null);
        if (obstacle != null) {
            throw obstacle;
        }
        if (hasPull(plan)) {
            for (ReleaseStep step : plan.prepare()) {
                Failure wait = step instanceof ReleaseStep.PullImage
                        ? window.closed(false).orElse(null)
                        : null;
                if (wait != null) {
                    manager.reports().phase(project, ReleasePhase.WAITING, wait.getMessage());
                    return false;
                }
                try {
                    manager.prepare(project, step, (done, total) -> {});
                } catch (Failure e) {
                    if (!isOptional(step)) {
                        throw e;
                    }
                }
            }
        }
        manager.reports().phase(project, ReleasePhase.WAITING, "waits until the vehicle is idle");
        return true;
    }

    static boolean hasPull(ReleasePlan plan) {
        return plan.prepare().stream().anyMatch(ReleaseStep.PullImage.class::isInstance);
    }

    /** True if a failure of the step holds up nothing. */
    static boolean isOptional(ReleaseStep step) {
        return step instanceof ReleaseStep.RemoveImage || step instanceof ReleaseStep.PullImage pull && pull.optional();
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
                    manager.engine().logIn(each.credentials());
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

    /** Waits for the end of the thread for a while; an image that is pulled then is pulled on by the engine. */
    @Override
    public void close() {
        closed = true;
        wake();
        manager.lock().interruptBackground();
        thread.interrupt();
        try {
            thread.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
