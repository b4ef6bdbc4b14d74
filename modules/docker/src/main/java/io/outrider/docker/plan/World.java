package io.outrider.docker.plan;

import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is on the unit.
 *
 * @param folders those that exist of the folders that the releases purge, and of the names that these are set aside under
 * @param owned repositories ({@link io.outrider.docker.release.ImageName#familiar}) of images that releases have pulled
 * @param digests what registries say now: {@link io.outrider.docker.release.ImageName#reference} to {@code sha256:…}; without
 *     those that were not asked or did not answer
 */
public record World(
        List<EngineContainer> containers,
        List<EngineImage> images,
        Set<Path> folders,
        Set<String> owned,
        Map<String, String> digests) {}
