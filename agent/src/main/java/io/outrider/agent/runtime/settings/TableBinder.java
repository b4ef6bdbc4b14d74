package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.functions.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Binder of a table to its record, with the tables in it; reports all problems, not just the first. */
public final class TableBinder {
    private static final SettingSource DOCUMENT = new SettingSource("document", Map.of());

    /** Binds a table of a document at this path; null and the problems if there are any. */
    public <S extends Record> S bind(String path, Class<S> shape, Map<?, ?> table, List<SettingProblem> problems) {
        return TableBinding.complete("", path, shape, TableBinding.entries(table, DOCUMENT), problems);
    }

    /**
     * Binds a section without the keys and entries that are wrong, and adds a line with file, line and section for each
     * problem. Null if no record can be made.
     */
    <S extends Record> BoundSection<S> section(
            String name, Class<S> shape, Map<String, SettingEntry> entries, List<String> lines) {
        List<SettingProblem> problems = new ArrayList<>();
        BoundSection<S> bound = new TableBinding<>(name, "", shape, problems).bind(entries);
        List<Parameter> parameters = problems.isEmpty() ? List.of() : Parameter.of(shape);
        for (SettingProblem each : problems) {
            Parameter parameter = Parameter.named(parameters, ListEntryPath.key(each.path()));
            SettingEntry entry = entries.entrySet().stream()
                    .filter(given -> given.getKey().equals(ListEntryPath.key(each.path()))
                            || parameter != null && parameter.aliases().contains(given.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
            boolean tables = parameter != null && ListEntryPath.shape(parameter).isPresent();
            lines.add(each.line(name, entries, entry, tables));
        }
        return bound;
    }
}
