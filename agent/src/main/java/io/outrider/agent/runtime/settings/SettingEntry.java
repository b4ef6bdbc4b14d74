package io.outrider.agent.runtime.settings;

/**
 * One setting as it was written.
 *
 * @param value text, number, boolean, list or map
 */
record SettingEntry(Object value, SettingSource source) {}
