package io.outrider.docker.engine;

import java.util.Map;

/**
 * Event of the engine.
 *
 * @param type {@code container} or {@code image}
 * @param action such as {@code start}, {@code die} or {@code pull}, without the text that engines append after a colon
 * @param id of the container or image
 * @param attributes labels among them; values of labels may be secret
 * @param nanos Unix time in nanoseconds
 */
public record EngineEvent(String type, String action, String id, Map<String, String> attributes, long nanos) {}
