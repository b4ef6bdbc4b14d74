package io.outrider.agent.runtime.settings;

/**
 * Section of the settings.
 *
 * @param record its keys
 * @param appliesAtNextStart whether a reload leaves the running program as it is
 */
public record Section<S extends Record>(String name, Class<S> record, boolean appliesAtNextStart) {
    /** A section that a reload applies. */
    public Section(String name, Class<S> record) {
        this(name, record, false);
    }
}
