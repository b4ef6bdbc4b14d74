package io.outrider.docker.plan;

import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.release.Project;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Clean-up of images that releases have pulled and nobody needs any more. An image that a container uses, or of which a
 * release needs a tag or the digest, stays with all its tags: engines remove the digest with the last tag.
 */
public final class ImageCleanup {
    private ImageCleanup() {}

    /**
     * @param projects whose containers' and fallback containers' images are needed
     * @param stays false for containers that are removed before
     */
    public static List<ReleaseStep> steps(Collection<Project> projects, World world, Predicate<EngineContainer> stays) {
        Set<String> needed = needed(projects);
        Set<String> used = world.containers().stream()
                .filter(stays)
                .map(EngineContainer::imageId)
                .collect(Collectors.toSet());
        List<ReleaseStep> steps = new ArrayList<>();
        for (EngineImage image : world.images()) {
            boolean needs =
                    used.contains(image.id()) || LocalImages.names(image).anyMatch(needed::contains);
            List<String> references = image.tags().isEmpty() ? image.digests() : image.tags();
            List<String> owned = references.stream()
                    .filter(reference -> !needs && world.owned().contains(reference))
                    .toList();
            for (int i = 0; i < owned.size(); i++) {
                boolean last = i == references.size() - 1;
                steps.add(new ReleaseStep.RemoveImage(owned.get(i), last ? image.bytes() : 0));
            }
        }
        return steps;
    }

    /** References and ids of the images that projects need. */
    public static Set<String> needed(Collection<Project> projects) {
        Set<String> needed = new HashSet<>();
        projects.stream().flatMap(Project::all).forEach(spec -> {
            needed.add(LocalImages.imageOf(spec));
            spec.images().forEach(image -> needed.add(image.reference()));
        });
        return needed;
    }
}
