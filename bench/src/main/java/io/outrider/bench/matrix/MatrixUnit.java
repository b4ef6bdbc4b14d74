package io.outrider.bench.matrix;

import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.apply.ApplySettings;
import io.outrider.docker.apply.EndedContainers;
import io.outrider.docker.apply.ProjectReports;
import io.outrider.docker.apply.ReleaseApplier;
import io.outrider.docker.apply.ReleaseStepResult;
import io.outrider.docker.apply.ReleaseStore;
import io.outrider.docker.engine.DockerEngine;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.OwnerPolicy;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseReader;
import io.outrider.docker.release.Releases;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Applier of releases as the module puts it together, with a desired document and the steps of its runs. */
final class MatrixUnit implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final MatrixRunPoints points;
    private final Engine engine;
    private final ReleaseApplier applier;
    private final Releases releases;
    private final Project project;

    /**
     * Places and times of a unit.
     *
     * @param host folder below which data is purged
     * @param engineWait seconds that the way back waits for an engine
     */
    record Setup(Path socket, Path agent, Path host, int probation, int engineWait) {}

    MatrixUnit(Setup setup, Map<String, ?> document, MatrixRunPoints points) throws Failure {
        this.points = points;
        engine = points.intercept(new DockerEngine(List.of(setup.socket().toString()), Ticker.system(), TIMEOUT));
        Path folder = setup.agent().resolve("releases");
        OwnerPolicy policy =
                new OwnerPolicy(true, true, List.of(Path.of("/")), Set.of(), false, false, List.of(setup.host()));
        ApplySettings settings = new ApplySettings(
                Duration.ofSeconds(setup.probation()),
                TIMEOUT,
                Duration.ofSeconds(5),
                Duration.ofSeconds(setup.engineWait()),
                policy);
        applier = new ReleaseApplier(
                engine,
                folder,
                new ReleaseStore(folder),
                new ProjectReports(Clock.systemUTC(), () -> {}),
                settings,
                Clock.systemUTC(),
                Ticker.system());
        releases = new ReleaseReader(policy, "unit-1", null, setup.agent()).read(document);
        if (!releases.refused().isEmpty()) {
            throw releases.refused().get(0).why();
        }
        project = releases.projects().get(0);
    }

    /** Loads what a run needs, so that a run in a new process begins at once. */
    void warmUp() throws Failure, InterruptedException {
        applier.plan(project, releases, applier.observe(releases, Map.of()));
    }

    /** Preparation and change; the failure of the first that failed, or null. */
    Failure apply() throws InterruptedException {
        try {
            World world = applier.observe(releases, Map.of());
            for (ReleaseStep step : applier.plan(project, releases, world).prepare()) {
                prepare(step);
            }
        } catch (Failure e) {
            return e;
        }
        return applier.change(project, releases, points).failure();
    }

    private void prepare(ReleaseStep step) throws Failure, InterruptedException {
        points.started(step);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        applier.prepare(project, step, (done, total) -> {});
        points.ended(new ReleaseStepResult(step, Instant.EPOCH, Duration.ZERO, null));
    }

    Failure rollBack() throws InterruptedException {
        try {
            return applier.rollBack(project, releases, points).failure();
        } catch (Failure e) {
            return e;
        }
    }

    Failure run(boolean rollback) throws InterruptedException {
        return rollback ? rollBack() : apply();
    }

    boolean recover() throws InterruptedException {
        return applier.recover();
    }

    void startEnded(Instant since) throws Failure, InterruptedException {
        EndedContainers.start(engine, since);
    }

    @Override
    public void close() {
        engine.close();
    }
}
