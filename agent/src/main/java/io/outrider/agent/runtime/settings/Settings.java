package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Settings as written, by section. Immutable; any thread. */
public final class Settings {
    private final Map<String, Map<String, SettingEntry>> sections;

    Settings(Map<String, Map<String, SettingEntry>> sections) {
        Map<String, Map<String, SettingEntry>> copy = new LinkedHashMap<>();
        sections.forEach((name, entries) -> copy.put(name, Collections.unmodifiableMap(new LinkedHashMap<>(entries))));
        this.sections = Collections.unmodifiableMap(copy);
    }

    public static Settings none() {
        return new Settings(Map.of());
    }

    /** Parses {@code section.key=value} texts; the later of two for the same key wins. */
    public static Settings of(List<String> texts) throws Failure {
        Map<String, Map<String, SettingEntry>> sections = new LinkedHashMap<>();
        for (String text : texts) {
            int dot = text.indexOf('.');
            int equals = text.indexOf('=');
            if (dot <= 0 || equals < dot + 2) {
                throw new Failure(
                        Failure.Actor.CALLER,
                        AgentErrors.BAD_SETTING,
                        "'" + text + "' is not section.key=value, such as obd.can=can1");
            }
            sections.computeIfAbsent(text.substring(0, dot), each -> new LinkedHashMap<>())
                    .put(
                            text.substring(dot + 1, equals),
                            new SettingEntry(text.substring(equals + 1), SettingSource.COMMAND_LINE));
        }
        return new Settings(sections);
    }

    /** Merges later settings over these, by key. */
    public Settings with(Settings later) {
        Map<String, Map<String, SettingEntry>> all = new LinkedHashMap<>();
        sections.forEach((name, entries) -> all.put(name, new LinkedHashMap<>(entries)));
        later.sections.forEach((name, entries) ->
                all.computeIfAbsent(name, each -> new LinkedHashMap<>()).putAll(entries));
        return new Settings(all);
    }

    Map<String, SettingEntry> entries(String section) {
        return sections.getOrDefault(section, Map.of());
    }

    List<String> unknown(Set<String> names) {
        List<String> problems = new ArrayList<>();
        sections.forEach((section, entries) -> {
            if (!names.contains(section)) {
                String at = entries.values().stream()
                        .findFirst()
                        .map(entry -> entry.source().at(section))
                        .orElse("settings, ");
                problems.add(at + "there is no section [" + SettingsProblems.oneLine(section) + "]"
                        + DidYouMean.hint(section, names) + "; there are: " + String.join(", ", names));
            }
        });
        return problems;
    }

    /** Message about a key, with file, line and section, for a path such as {@code list[2].function}. */
    public String problem(String section, String path, String sentence) {
        SettingEntry entry = entries(section).get(ListEntryPath.key(path));
        return new SettingProblem(path, sentence).line(section, entries(section), entry, true);
    }

    /** @throws Failure with all problems, each with section, key, value and the allowed values */
    public <S extends Record> S section(String name, Class<S> shape) throws Failure {
        List<String> problems = new ArrayList<>();
        BoundSection<S> bound = new TableBinder().section(name, shape, entries(name), problems);
        SettingsProblems.check(problems);
        return bound.record();
    }
}
