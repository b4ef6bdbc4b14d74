package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Settings by section, one for each module, as they were written. Immutable; any thread. */
public final class Settings {
    private final Map<String, Map<String, SettingEntry>> sections;

    Settings(Map<String, Map<String, SettingEntry>> sections) {
        Map<String, Map<String, SettingEntry>> copy = new LinkedHashMap<>();
        sections.forEach((name, entries) -> copy.put(name, Collections.unmodifiableMap(new LinkedHashMap<>(entries))));
        this.sections = Collections.unmodifiableMap(copy);
    }

    /** Nothing set. */
    public static Settings none() {
        return new Settings(Map.of());
    }

    /**
     * Settings from {@code section.key=value} texts; of two for one key the later counts.
     *
     * @throws Failure for one that is not of this form
     */
    public static Settings of(List<String> texts) throws Failure {
        Map<String, Map<String, SettingEntry>> sections = new LinkedHashMap<>();
        for (String text : texts) {
            int dot = text.indexOf('.');
            int equals = text.indexOf('=');
            if (dot <= 0 || equals < dot + 2) {
                throw new Failure(
                        Failure.Actor.CALLER,
                        "BAD_SETTING",
                        "'" + text + "' is not section.key=value, such as obd.can=can1");
            }
            sections.computeIfAbsent(text.substring(0, dot), each -> new LinkedHashMap<>())
                    .put(
                            text.substring(dot + 1, equals),
                            new SettingEntry(text.substring(equals + 1), SettingSource.COMMAND_LINE));
        }
        return new Settings(sections);
    }

    /** These, with the keys of others put over them. */
    public Settings with(Settings later) {
        Map<String, Map<String, SettingEntry>> all = new LinkedHashMap<>();
        sections.forEach((name, entries) -> all.put(name, new LinkedHashMap<>(entries)));
        later.sections.forEach((name, entries) ->
                all.computeIfAbsent(name, each -> new LinkedHashMap<>()).putAll(entries));
        return new Settings(all);
    }

    /** These sections of them and no others. */
    public Settings only(Set<String> names) {
        Map<String, Map<String, SettingEntry>> some = new LinkedHashMap<>(sections);
        some.keySet().retainAll(names);
        return new Settings(some);
    }

    /** The sections that were written, also those that nobody knows. */
    Set<String> names() {
        return sections.keySet();
    }

    Map<String, SettingEntry> entries(String section) {
        return sections.getOrDefault(section, Map.of());
    }

    /**
     * Refuses sections that belong to nobody, which are mostly mistyped.
     *
     * @throws Failure naming the section and those there are
     */
    public void refuseOthersThan(Set<String> names) throws Failure {
        List<String> problems = unknown(names);
        if (!problems.isEmpty()) {
            throw SettingsProblems.failure(problems);
        }
    }

    List<String> unknown(Set<String> names) {
        List<String> problems = new ArrayList<>();
        sections.forEach((section, entries) -> {
            if (!names.contains(section)) {
                String at = entries.values().stream()
                        .findFirst()
                        .map(entry -> entry.source().at(section))
                        .orElse("settings, ");
                problems.add(at + "there is no section [" + SettingsProblems.shorten(section) + "]"
                        + DidYouMean.hint(section, names) + "; there are: " + String.join(", ", names));
            }
        });
        return problems;
    }

    /**
     * What is wrong with a key, in the words in which all mistakes are told.
     *
     * @param path of the key in the section, such as {@code token_file} or {@code list[2].function}
     * @param sentence without the key
     */
    public String told(String section, String path, String sentence) {
        int end = (path + ".").replace('[', '.').indexOf('.');
        SettingEntry entry = entries(section).get(path.substring(0, end));
        String at = entry == null ? "settings, " : entry.source().at(section + "." + path);
        String words = path + ": " + sentence;
        return at + "[" + section + "] "
                + (entry == null ? words : ListEntryPath.inWords(section, entry.value(), words));
    }

    /**
     * One section as a record.
     *
     * @throws Failure for everything that is wrong in it, each with section, key, value and what is allowed
     */
    public <S extends Record> S section(String name, Class<S> shape) throws Failure {
        List<String> problems = new ArrayList<>();
        S bound = new SectionBinder().bind(name, shape, entries(name), problems);
        if (bound == null) {
            throw SettingsProblems.failure(problems);
        }
        return bound;
    }
}
