package io.outrider.agent.runtime.settings;

/** Section of the settings; a reload does not change what applies at the next start. */
public record Section<S extends Record>(String name, Class<S> record, boolean appliesAtNextStart) {
    public Section(String name, Class<S> record) {
        this(name, record, false);
    }
}
