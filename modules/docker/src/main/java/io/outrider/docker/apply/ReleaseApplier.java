package io.outrider.docker.apply;

import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.PullListener;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/**
 * Executor of releases. Any thread; {@link #change}, {@link #rollBack} and {@link #recover} exclude each other.
 *
 * <p>Use: {@link #recover} until it succeeds; then for each project {@link #plan}, its {@code prepare} steps one by one, and
 * {@link #change}.
 */
public final class ReleaseApplier {
    /** Planner of one project among the releases. */
    @FunctionalInterface
    public interface Plans {
        ReleasePlan plan(Project project, Releases releases, World world) throws Failure;
    }

    /** @param folder of the journals, created by the first write */
    public ReleaseApplier(
            Engine engine,
            Plans planner,
            Path folder,
            ReleaseStore store,
            ProjectReports reports,
            ApplySettings settings,
            Clock clock,
            Ticker ticker) {}

    /** @param digests what registries say now, as {@link World#digests} */
    public World observe(Releases releases, Map<String, String> digests) throws Failure, InterruptedException {
        throw new UnsupportedOperationException();
    }

    /** The plan, checked for what can be checked before anything is touched. */
    public ReleasePlan plan(Project project, Releases releases, World world) throws Failure {
        throw new UnsupportedOperationException();
    }

    /** Carries out one step of {@link ReleasePlan#prepare}; nothing of the application is touched. */
    public void prepare(Project project, ReleaseStep step, PullListener progress) throws Failure, InterruptedException {
        throw new UnsupportedOperationException();
    }

    /**
     * Observes, plans again and carries out all but the preparation, without asking any registry. If it fails or the thread is
     * interrupted, the containers from before run again.
     *
     * @throws InterruptedException after the way back
     */
    public RunResult change(Project project, Releases releases, StepListener listener) throws InterruptedException {
        throw new UnsupportedOperationException();
    }

    /**
     * Goes back to the fallback containers of the project, or else to the release before the applied one, without network.
     */
    public RunResult rollBack(Project project, Releases releases, StepListener listener) throws InterruptedException {
        throw new UnsupportedOperationException();
    }

    /**
     * Takes back runs that ended without an end, and finishes those that were committed. To be called at the start, and again
     * later until it returns true.
     *
     * @return whether nothing is left to do
     */
    public boolean recover() throws InterruptedException {
        throw new UnsupportedOperationException();
    }
}
