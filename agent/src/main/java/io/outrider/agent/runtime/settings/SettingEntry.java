package io.outrider.agent.runtime.settings;

/**
 * Setting as written, with its source.
 *
 * @param value text, number, boolean, list or map
 */
record SettingEntry(Object value, SettingSource source) {}
