package io.outrider.docker.plan;

import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Containers, images and folders of the unit at one time.
 *
 * @param containers newest first, as the engine lists them
 * @param folders those that exist of the folders that the releases purge, and of the names that these are set aside under
 * @param owned tags and digests ({@link io.outrider.docker.release.ImageName#reference}) of images that releases have pulled
 * @param digests what registries say now: {@link io.outrider.docker.release.ImageName#reference} to {@code sha256:…}; without
 *     those that were not asked or did not answer; empty for the plan of a change after its pulls
 * @param applied projects that were committed: name to version hash
 */
public record World(
        List<EngineContainer> containers,
        List<EngineImage> images,
        Set<Path> folders,
        Set<String> owned,
        Map<String, String> digests,
        Map<String, String> applied) {}
