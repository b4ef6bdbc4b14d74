package io.outrider.docker.apply;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.Engine.PullListener;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.LocalImages;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.RunJournalEntry;
import io.outrider.docker.plan.World;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Parts that runs share. */
record RunTools(
        Engine engine,
        PurgeFolders folders,
        ReleaseStore store,
        ProjectReports reports,
        ApplySettings settings,
        Clock clock,
        Ticker ticker) {
    private static final int CUTS = 2; // that are reported

    /** Failures of the waiting for a pull, after which it goes on. */
    private static final ErrorCode[] GIVEN_UP = {
        DockerErrors.PULL_WAITS, DockerErrors.PULL_BUDGET, DockerErrors.VEHICLE_STARTED, DockerErrors.RELEASE_CHANGED
    };

    World world(Collection<Path> purge, Map<String, String> digests) throws Failure, InterruptedException {
        return new World(engine.containers(), engine.images(), present(purge), store.owned(), digests, store.applied());
    }

    /** The release with the images that its containers run now. */
    Project pinned(Project release) throws Failure, InterruptedException {
        return new LocalImages(world(List.of(), Map.of())).pinned(release);
    }

    void pull(Project project, ReleaseStep.PullImage pull, PullListener progress) throws Failure, InterruptedException {
        String reference = pull.image().reference();
        int cuts = store.beginPull(reference);
        Failure cut = cuts < CUTS
                ? null
                : new Failure(
                        DockerErrors.PULL_FAILED,
                        "the pull of " + reference + " was cut off by the end of the daemon or the unit " + cuts
                                + " times; raise `pull_awake`, or change `pull`, in [releases]");
        PullListener listener = (done, total) -> {
            reports.pulling(project, reference, done, total, cut);
            progress.progress(done, total);
        };
        reports.pulling(project, reference, 0, 0, cut);
        try {
            engine.pull(
                    reference, pull.registry() == null ? null : pull.registry().credentials(), listener);
        } catch (Failure e) {
            if (!e.is(GIVEN_UP)) {
                store.endPull(reference);
            }
            throw e;
        }
        store.endPull(reference);
        Optional<EngineImage> image = engine.image(reference);
        if (image.isPresent()) {
            store.own(image.get().digests()); // it has no other reference once the tag has moved
        }
    }

    /** World for the way back, in which images play no part. */
    World world(List<RunJournalEntry> entries) throws Failure, InterruptedException {
        List<Path> purged = entries.stream()
                .flatMap(entry -> entry instanceof RunJournalEntry.SetAside aside ? Stream.of(aside.folder()) : null)
                .toList();
        return new World(engine.containers(), List.of(), present(purged), Set.of(), Map.of(), Map.of());
    }

    /** Id that no container has: a clock that jumps back must not make a run own the containers of another. */
    String runId(World world) {
        return LongStream.iterate(clock.millis(), number -> number + 1)
                .mapToObj(Long::toHexString)
                .filter(id -> world.containers().stream()
                        .noneMatch(container -> id.equals(container.labels().get(ReleaseLabels.RUN))))
                .findFirst()
                .orElseThrow();
    }

    private Set<Path> present(Collection<Path> purge) {
        return purge.stream()
                .flatMap(folder -> Stream.of(folder, ReleaseStep.aside(folder)))
                .filter(folders::exists)
                .collect(Collectors.toSet());
    }
}
