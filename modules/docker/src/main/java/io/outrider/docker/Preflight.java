package io.outrider.docker;

import io.outrider.api.Failure;
import io.outrider.docker.apply.ReleaseApplier;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.ReleasePlan;
import io.outrider.docker.plan.ReleaseStep;
import io.outrider.docker.plan.World;
import io.outrider.docker.registry.ProjectVerdict;
import io.outrider.docker.registry.ReleaseCheck;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Releases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Result of the check of all releases before anything is done.
 *
 * @param verdicts by project, for the report
 * @param digests what registries say now
 */
record Preflight(Map<String, ProjectVerdict> verdicts, Map<String, String> digests) {
    static final Preflight NONE = new Preflight(Map.of(), Map.of());

    /** Asks the registries, with the space that the clean-up before the pulls frees. */
    static Preflight of(Releases releases, Engine engine, ReleaseApplier applier, ReleaseCheck check)
            throws Failure, InterruptedException {
        World world = applier.observe(releases, Map.of());
        Map<String, Long> freed = new HashMap<>();
        for (Project each : releases.projects()) {
            try {
                for (ReleaseStep step : applier.plan(each, releases, world).prepare()) {
                    if (step instanceof ReleaseStep.RemoveImage image) {
                        freed.put(image.reference(), image.bytes());
                    }
                }
            } catch (Failure e) {
                // it has no plan, and reports that when it is to be prepared
            }
        }
        Map<String, ProjectVerdict> verdicts = new HashMap<>();
        Map<String, String> digests = new HashMap<>();
        long bytes = freed.values().stream().mapToLong(Long::longValue).sum();
        for (ProjectVerdict each : check.check(releases, engine.info(), world.images(), world.containers(), bytes)) {
            verdicts.put(each.name(), each);
            each.containers().stream()
                    .filter(container -> container.digest() != null)
                    .forEach(container -> digests.put(container.image(), container.digest()));
        }
        return new Preflight(verdicts, digests);
    }

    /** Free bytes of the file system that has the folder; -1 if unknown. */
    static long freeBytes(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException | SecurityException e) {
            return -1;
        }
    }

    /** What is against carrying out a plan; a registry is not if no image of it is missing. */
    Optional<Failure> obstacle(Project project, ReleasePlan plan) {
        ProjectVerdict verdict = verdicts.get(project.name());
        if (verdict == null || plan.prepare().isEmpty() && plan.change().isEmpty()) {
            return Optional.empty();
        }
        return Stream.concat(
                        verdict.errors().stream(),
                        verdict.containers().stream().flatMap(each -> each.errors().stream()))
                .map(each -> new Failure(each.code(), each.message()))
                .filter(each -> ReleaseWorker.hasPull(plan)
                        || each.is(DockerErrors.PORT_IN_USE, DockerErrors.NAME_IN_USE, DockerErrors.RELEASE_CLASH))
                .findFirst();
    }
}
