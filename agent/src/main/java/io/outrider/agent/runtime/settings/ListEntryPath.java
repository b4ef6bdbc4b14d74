package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.functions.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Path within a section, such as {@code list[2].every}.
 *
 * @param key first key
 * @param index of the entry in a list of tables, such as {@code [[triggers.list]]}; -1 if the path leads into no list
 * @param inner path within the entry; empty for the entry itself
 */
record ListEntryPath(String key, int index, String inner) {
    static ListEntryPath of(String path) {
        int end = (path + ".").replace('[', '.').indexOf('.');
        int close = path.indexOf(']', end);
        String key = path.substring(0, end);
        if (end == 0 || close < 0 || path.charAt(end) != '[' || !isIndex(path.substring(end + 1, close))) {
            return new ListEntryPath(key, -1, "");
        }
        String inner = path.substring(close + 1);
        int index = Integer.parseInt(path.substring(end + 1, close));
        return new ListEntryPath(key, index, inner.startsWith(".") ? inner.substring(1) : inner);
    }

    private static boolean isIndex(String text) {
        return !text.isEmpty() && text.length() <= 6 && text.chars().allMatch(Character::isDigit);
    }

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
        return of(path).key;
    }

    /** The problem with a path into a list of tables in words: {@code the 2nd logger ('door'), every: takes ...}. */
    static String inWords(String section, Object list, SettingProblem problem) {
        ListEntryPath path = of(problem.path());
        if (path.index < 0) {
            return problem.toString();
        }
        String who = entry(section, list, path.index);
        String inner = problem.named() ? path.inner.substring(0, Math.max(0, path.inner.lastIndexOf('.'))) : path.inner;
        return who + (inner.isEmpty() ? "" : ", " + inner) + ": " + problem.sentence();
    }

    /** {@code the 2nd logger ('door')}. */
    private static String entry(String section, Object list, int index) {
        Object entry = list instanceof List<?> entries && index < entries.size() ? entries.get(index) : null;
        Object name = entry instanceof Map<?, ?> table ? table.get("name") : null;
        String kind = section.endsWith("s") ? section.substring(0, section.length() - 1) : "entry of " + section;
        return "the " + ordinal(index + 1) + " " + kind
                + (name instanceof String text && !text.isBlank() ? " ('" + SettingsProblems.oneLine(text) + "')" : "");
    }

    private static String ordinal(int number) {
        int last = number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10;
        return number + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
    }
}
