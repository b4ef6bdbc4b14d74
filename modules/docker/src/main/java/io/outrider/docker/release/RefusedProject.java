package io.outrider.docker.release;

import io.outrider.api.Failure;

/**
 * Project that cannot be applied; the others are.
 *
 * @param name empty if it has none; so are version and hash
 */
public record RefusedProject(String name, String version, String versionHash, Failure why) {}
