package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.functions.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Paths of entries in a section's list of tables, such as {@code [[triggers.list]]}, in words. */
final class ListEntryPath {
    private static final Pattern ENTRY = Pattern.compile("[a-z_0-9]+\\[(\\d{1,6})]\\.?(.*)");

    private ListEntryPath() {}

    /** Record type of a list's entries; empty if the key is no list of tables. */
    static Optional<Class<? extends Record>> shape(Parameter key) {
        return key.type() instanceof ParameterizedType list && list.getRawType() == List.class
                ? recordType(list.getActualTypeArguments()[0])
                : Optional.empty();
    }

    @SuppressWarnings("unchecked")
    static Optional<Class<? extends Record>> recordType(Type type) {
        return type instanceof Class<?> plain && plain.isRecord()
                ? Optional.of((Class<? extends Record>) plain)
                : Optional.empty();
    }

    static String key(String path) {
        return path.substring(0, (path + ".").replace('[', '.').indexOf('.'));
    }

    /** The problem with a path into a list of tables in words: {@code the 2nd logger ('door'), every: takes ...}. */
    static String inWords(String section, Object list, SettingProblem problem) {
        Matcher entry = ENTRY.matcher(problem.path());
        if (!entry.matches()) {
            return problem.toString();
        }
        String who = entry(section, list, Integer.parseInt(entry.group(1)));
        String inner = entry.group(2);
        if (problem.named()) {
            inner = inner.substring(0, Math.max(0, inner.lastIndexOf('.')));
        }
        return who + (inner.isEmpty() ? "" : ", " + inner) + ": " + problem.sentence();
    }

    /** {@code the 2nd logger ('door')}. */
    private static String entry(String section, Object list, int index) {
        Object entry = list instanceof List<?> entries && index < entries.size() ? entries.get(index) : null;
        Object name = entry instanceof Map<?, ?> table ? table.get("name") : null;
        String kind = section.endsWith("s") ? section.substring(0, section.length() - 1) : "entry of " + section;
        return "the " + ordinal(index + 1) + " " + kind
                + (name instanceof String text && !text.isBlank() ? " ('" + SettingsProblems.shorten(text) + "')" : "");
    }

    private static String ordinal(int number) {
        int last = number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10;
        return number + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
    }
}
