package io.outrider.agent.runtime.settings;

import java.util.Map;

/** Settings bound to the records of their sections, with the settings as written for messages. Immutable; any thread. */
public final class BoundSettings {
    private final Settings written;
    private final Map<String, BoundSection<?>> sections;

    BoundSettings(Settings written, Map<String, BoundSection<?>> sections) {
        this.written = written;
        this.sections = Map.copyOf(sections);
    }

    public <S extends Record> S section(String name, Class<S> shape) {
        return shape.cast(record(name));
    }

    public <S extends Record> S section(Section<S> section) {
        return section(section.name(), section.record());
    }

    Record record(String section) {
        return bound(section).record();
    }

    private BoundSection<?> bound(String section) {
        BoundSection<?> found = sections.get(section);
        if (found == null) {
            throw new IllegalStateException("the schema has no section " + section);
        }
        return found;
    }

    /** Message with file, line and section about a path in the record of a section. */
    public String problem(String section, String path, String sentence) {
        return written.problem(
                section, BoundSection.sourcePath(path, bound(section).sourceIndices()), sentence);
    }
}
