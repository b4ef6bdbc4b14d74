package io.outrider.docker.registry;

import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.Engine.EngineInfo;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.Clashes;
import io.outrider.docker.registry.Platforms.Platform;
import io.outrider.docker.registry.ProjectVerdict.Finding;
import io.outrider.docker.registry.ProjectVerdict.OfContainer;
import io.outrider.docker.registry.RegistryClient.Layer;
import io.outrider.docker.registry.RegistryQueries.QueryResult;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.Registry;
import io.outrider.docker.release.Releases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Pre-flight check of releases at their registries, on the disk and among the containers of the unit. Any thread. */
public final class ReleaseCheck {
    /**
     * Bytes on the disk for each byte of a compressed layer. Estimate: gzip leaves 35 to 50 % of a file system, and a layer
     * is on the disk in both forms while it is unpacked.
     */
    private static final long UNPACKED = 3;

    private static final long MEGABYTE = 1_000_000;

    /** @param missing lowest first */
    private record Pull(String digest, List<Layer> missing) {}

    /**
     * Result of a check.
     *
     * @param verdicts in the order of the projects
     * @param digests as {@link io.outrider.docker.plan.World#digests}
     * @param retryAfter time for which a registry wants not to be asked; zero for none
     */
    public record CheckResult(List<ProjectVerdict> verdicts, Map<String, String> digests, Duration retryAfter) {}

    private final RegistryQueries registries;
    private final ToLongFunction<Path> freeBytes;

    /**
     * @param certificates {@code /etc/docker/certs.d}
     * @param limit of one request
     * @param freeBytes of the file system that has the folder; negative if unknown
     */
    public ReleaseCheck(Path certificates, Duration limit, ToLongFunction<Path> freeBytes, Ticker ticker) {
        registries = new RegistryQueries(certificates, limit, ticker);
        this.freeBytes = freeBytes;
    }

    /**
     * @param foreign containers that no project owns
     * @param freed bytes of the disk that the clean-up before the pulls frees
     */
    public CheckResult check(
            Releases releases, EngineInfo engine, List<EngineImage> images, List<EngineContainer> foreign, long freed)
            throws InterruptedException {
        Platforms platforms = new Platforms(engine);
        Map<ImageName, QueryResult<Pull>> pulls =
                registries.ask(images(releases), (client, image) -> pull(client, image, platforms, images));
        long free = engine.root().isEmpty() ? -1 : freeBytes.applyAsLong(Path.of(engine.root()));
        free = free < 0 ? -1 : free + freed;
        List<ProjectVerdict> verdicts = new ArrayList<>();
        Map<String, Long> all = new HashMap<>(); // bytes of layers by their digests
        for (Project project : releases.projects()) {
            Map<String, Long> own = new HashMap<>();
            List<OfContainer> each = project.all()
                    .map(spec -> verdict(spec, project.fallback().contains(spec), pulls, images, foreign, own))
                    .toList();
            all.putAll(own);
            long needed = own.isEmpty() ? 0 : UNPACKED * sum(all);
            List<Finding> errors = new ArrayList<>();
            if (free >= 0 && needed > free) {
                errors.add(new Finding(
                        DockerErrors.DISK_TOO_SMALL,
                        "the images of " + project.name() + " need about " + needed / MEGABYTE + " MB in "
                                + engine.root()
                                + ", and " + free / MEGABYTE + " MB are free after the clean-up: free "
                                + ((needed - free) / MEGABYTE + 1) + " MB"));
            }
            verdicts.add(new ProjectVerdict(
                    project.name(), project.version(), project.versionHash(), sum(own), needed, free, errors, each));
        }
        Map<String, String> digests = new TreeMap<>();
        pulls.forEach((image, result) -> {
            if (result.failure() == null && image.digest() == null) {
                digests.put(image.reference(), result.value().digest());
            }
        });
        int retryAfter =
                pulls.values().stream().mapToInt(QueryResult::retryAfter).max().orElse(0);
        return new CheckResult(verdicts, digests, Duration.ofSeconds(retryAfter));
    }

    private static long sum(Map<String, Long> bytes) {
        return bytes.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Pull pull(RegistryClient client, ImageName image, Platforms platforms, List<EngineImage> local)
            throws Failure {
        String digest = image.digest() != null ? image.digest() : client.digest(image);
        String reference = image.familiar() + "@" + digest;
        if (local.stream()
                .anyMatch(it -> it.digests().contains(reference)
                        && platforms.rank(new Platform(it.os(), it.architecture(), it.variant())) >= 0)) {
            return new Pull(digest, List.of());
        }
        List<Layer> layers = client.layers(image, digest, platforms);
        Object[] wanted = layers.stream().map(Layer::diffId).toArray();
        int present = local.stream() // engines share layers only above the same lower ones
                .mapToInt(each -> Arrays.mismatch(each.layers().toArray(), wanted))
                .map(same -> same < 0 ? wanted.length : same)
                .max()
                .orElse(0);
        return new Pull(digest, layers.subList(present, layers.size()));
    }

    /** @param fallback true for one whose images the release can do without; the unit pulls them if it has none of the name */
    private static OfContainer verdict(
            ContainerSpec spec,
            boolean fallback,
            Map<ImageName, QueryResult<Pull>> pulls,
            List<EngineImage> local,
            List<EngineContainer> foreign,
            Map<String, Long> ofProject) {
        List<Finding> errors = new ArrayList<>();
        if (!fallback) {
            Stream.concat(Clashes.names(spec, foreign), Clashes.ports(spec, foreign))
                    .map(Finding::new)
                    .forEach(errors::add);
        }
        List<Finding> warnings = new ArrayList<>();
        Map<String, Long> own = new HashMap<>();
        for (ImageName image : spec.images().distinct().toList()) {
            Failure failure = pulls.get(image).failure();
            boolean isLocal = local.stream()
                    .anyMatch(it -> it.tags().contains(image.reference())
                            || it.digests().contains(image.reference()));
            if (failure == null && !(fallback && isLocal)) {
                pulls.get(image).value().missing().forEach(each -> own.put(each.digest(), each.bytes()));
            } else if (failure != null) {
                boolean isTransient = failure.is(DockerErrors.REGISTRY_UNREACHABLE, DockerErrors.REGISTRY_BUSY);
                (fallback || isLocal && isTransient ? warnings : errors).add(new Finding(failure));
            }
        }
        ofProject.putAll(own);
        Pull pull = pulls.get(spec.image()).value();
        return new OfContainer(
                spec.name(),
                spec.image().reference(),
                pull == null ? null : pull.digest(),
                sum(own),
                own.size(),
                errors.stream().noneMatch(each -> each.code().equals(DockerErrors.IMAGE_PLATFORM)),
                errors,
                warnings);
    }

    /** Images with the registry of the credentials for each. */
    private static Map<ImageName, Registry> images(Releases releases) {
        Map<ImageName, Registry> all = new LinkedHashMap<>();
        releases.projects().stream()
                .flatMap(Project::all)
                .forEach(spec -> spec.images()
                        .forEach(image -> all.computeIfAbsent(
                                image,
                                name -> releases.registriesOf(name, spec)
                                        .findFirst()
                                        .orElse(new Registry(name.host(), "", name.host(), null, null)))));
        return all;
    }
}
