package io.outrider.docker.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Image that the engine has.
 *
 * @param id {@code sha256:…} of its configuration
 * @param tags references with a tag, such as {@code busybox:1}; {@code docker.io/library/} is left out by the engine
 * @param digests references with a digest, such as {@code busybox@sha256:…}
 * @param bytes on the disk, shared layers included
 * @param architecture such as {@code arm64}; variant such as {@code v8}, or empty
 * @param layers uncompressed layers' digests ({@code diff_ids}), lowest first
 * @param config {@code Config} of the engine's inspection: defaults of its containers
 */
public record EngineImage(
        String id,
        List<String> tags,
        List<String> digests,
        long bytes,
        String os,
        String architecture,
        String variant,
        List<String> layers,
        JsonNode config) {}
