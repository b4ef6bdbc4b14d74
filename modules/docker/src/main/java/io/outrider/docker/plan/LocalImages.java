package io.outrider.docker.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.release.ContainerSpec;
import io.outrider.docker.release.ImageName;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseLabels;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Images of the unit by their ids and references. */
public final class LocalImages {
    private static final String IMAGE = "Image";
    private final Map<String, EngineImage> all = new HashMap<>();
    private final World world;

    public LocalImages(World world) {
        this.world = world;
        for (EngineImage image : world.images()) {
            names(image).forEach(name -> all.put(name, image));
        }
    }

    static Stream<String> names(EngineImage image) {
        return Stream.of(List.of(image.id()), image.tags(), image.digests()).flatMap(List::stream);
    }

    /** Id or reference of the image that a container is created from. */
    static String imageOf(ContainerSpec spec) {
        return spec.config().path(IMAGE).asText();
    }

    private static ContainerSpec with(ContainerSpec spec, ImageName name, String image) {
        ObjectNode config = spec.config().deepCopy().put(IMAGE, image);
        return new ContainerSpec(
                spec.name(), spec.shortName(), name, spec.required(), spec.registry(), spec.purge(), config);
    }

    /** The release with what its containers run now: the id of the image and, where known, its digest. */
    public Project pinned(Project release) {
        List<ContainerSpec> containers = release.containers().stream()
                .map(spec -> world.containers().stream()
                        .filter(container -> container.name().equals(spec.name()))
                        .findFirst()
                        .map(container -> pinned(spec, container))
                        .orElse(spec))
                .toList();
        return new Project(release.name(), release.version(), release.versionHash(), containers, List.of(), List.of());
    }

    private ContainerSpec pinned(ContainerSpec spec, EngineContainer container) {
        ImageName name = spec.image();
        String digest = digest(container, name).orElse(name.digest());
        return with(spec, new ImageName(name.host(), name.repository(), name.tag(), digest), container.imageId());
    }

    /** Release of the fallback containers, with the images that those of the release before were pinned to. */
    public static Project fallback(Project project, Optional<Project> before) {
        List<ContainerSpec> pinned = before.map(Project::containers).orElse(List.of());
        List<ContainerSpec> containers =
                project.fallback().stream().map(spec -> pinnedAs(spec, pinned)).toList();
        JsonNode labels = project.fallback().get(0).config().path("Labels");
        String version = labels.path(ReleaseLabels.RELEASE).asText();
        String hash = labels.path(ReleaseLabels.RELEASE_HASH).asText();
        return new Project(project.name(), version, hash, containers, List.of(), List.of());
    }

    private static ContainerSpec pinnedAs(ContainerSpec spec, List<ContainerSpec> pinned) {
        return pinned.stream()
                .filter(each -> each.name().equals(spec.name())
                        && spec.image().digest() == null
                        && spec.image().tagged().equals(each.image().tagged()))
                .findFirst()
                .map(each -> with(spec, each.image(), imageOf(each)))
                .orElse(spec);
    }

    /** True if both are pinned to the same images, as far as that is known. */
    public static boolean sameImages(Project one, Project other) {
        return one.containers().stream()
                .noneMatch(spec -> other.containers().stream()
                        .anyMatch(each -> each.name().equals(spec.name())
                                && isId(imageOf(each))
                                && isId(imageOf(spec))
                                && !imageOf(each).equals(imageOf(spec))));
    }

    private static boolean isId(String image) {
        return image.startsWith("sha256:");
    }

    /** Digest of the image that a container runs, in the repository of a name. */
    public Optional<String> digest(EngineContainer container, ImageName name) {
        String prefix = name.familiar() + "@";
        return Stream.ofNullable(all.get(container.imageId()))
                .flatMap(each -> each.digests().stream())
                .filter(digest -> digest.startsWith(prefix))
                .map(digest -> digest.substring(prefix.length()))
                .findFirst();
    }

    /** Null if the unit does not have it. */
    EngineImage find(ImageName name) {
        return all.get(name.reference());
    }

    /** By id, else by digest if it is pinned; null if the unit does not have it. */
    EngineImage find(ContainerSpec spec) {
        EngineImage image = all.get(imageOf(spec));
        return image == null && spec.image().digest() != null ? find(spec.image()) : image;
    }

    /** The container of a pinned image with a name of it, if it has one yet. */
    ContainerSpec named(ContainerSpec spec) {
        EngineImage image = find(spec);
        return image == null || !isId(imageOf(spec))
                ? spec
                : Stream.of(spec.image().tagged(), spec.image().reference(), image.id())
                        .filter(name -> all.get(name) == image)
                        .findFirst()
                        .map(name -> with(spec, spec.image(), name))
                        .orElse(spec);
    }

    /** True if the unit does not have it, or another one than the registry has now. */
    boolean isToPull(ImageName name, EngineImage image) {
        String digest = world.digests().get(name.reference());
        return image == null
                || digest != null && image.digests().stream().noneMatch(each -> each.endsWith("@" + digest));
    }
}
