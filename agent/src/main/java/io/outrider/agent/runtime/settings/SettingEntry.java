package io.outrider.agent.runtime.settings;

/** Setting as written, which is a text, number, boolean, list or map, with its source. */
record SettingEntry(Object value, SettingSource source) {}
