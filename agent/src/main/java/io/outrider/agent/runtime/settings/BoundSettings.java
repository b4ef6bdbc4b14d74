package io.outrider.agent.runtime.settings;

import java.util.Map;

/** Settings bound to the records of their sections, with the settings as written for messages. Immutable; any thread. */
public final class BoundSettings {
    private final Settings written;
    private final Map<String, Record> records;

    BoundSettings(Settings written, Map<String, Record> records) {
        this.written = written;
        this.records = Map.copyOf(records);
    }

    public <S extends Record> S section(String name, Class<S> shape) {
        return shape.cast(record(name));
    }

    public <S extends Record> S section(Section<S> section) {
        return section(section.name(), section.record());
    }

    Record record(String section) {
        Record found = records.get(section);
        if (found == null) {
            throw new IllegalStateException("the schema has no section " + section);
        }
        return found;
    }

    public String problem(String section, String path, String sentence) {
        return written.problem(section, path, sentence);
    }
}
