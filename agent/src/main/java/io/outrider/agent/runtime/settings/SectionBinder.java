package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.functions.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Binder of a section's entries to its record; reports all problems, each as a line with file, line and section. */
final class SectionBinder {
    private final TableBinder binder = new TableBinder();

    /**
     * @param lines receives a line for each problem
     * @return null if there is any problem
     */
    <S extends Record> S bind(String section, Class<S> shape, Map<String, SettingEntry> entries, List<String> lines) {
        List<SettingProblem> problems = new ArrayList<>();
        S bound = binder.bind(section, "", shape, entries, problems);
        List<Parameter> parameters = Parameter.of(shape);
        problems.forEach(each -> lines.add(line(section, parameters, entries, each)));
        return bound;
    }

    private static String line(
            String section, List<Parameter> parameters, Map<String, SettingEntry> entries, SettingProblem problem) {
        String key = ListEntryPath.key(problem.path());
        Parameter parameter = Parameter.named(parameters, key);
        SettingEntry entry = entries.entrySet().stream()
                .filter(each -> each.getKey().equals(key)
                        || parameter != null && parameter.aliases().contains(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
        return line(
                section,
                entry,
                problem,
                parameter != null && ListEntryPath.shape(parameter).isPresent());
    }

    /**
     * @param entry entry of the path's first key; null if it is absent
     * @param tables whether it is a list of tables
     */
    static String line(String section, SettingEntry entry, SettingProblem problem, boolean tables) {
        String at = entry == null ? "settings, " : entry.source().at(section + "." + problem.path());
        return at + "[" + section + "] "
                + (entry != null && tables ? ListEntryPath.inWords(section, entry.value(), problem) : words(problem));
    }

    private static String words(SettingProblem problem) {
        return problem.named() ? problem.sentence() : problem.toString();
    }
}
