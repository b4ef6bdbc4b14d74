package io.outrider.agent.runtime.settings;

/**
 * One setting as it was written.
 *
 * @param value text, number, boolean, list or map
 */
record Entry(Object value, Source source) {}
