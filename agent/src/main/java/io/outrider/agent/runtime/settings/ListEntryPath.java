package io.outrider.agent.runtime.settings;

import io.outrider.agent.runtime.functions.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Path of an entry in a section's list of tables, such as {@code [[triggers.list]]}, with its name for people. */
record ListEntryPath(String section, int index, String name) {
    private static final Pattern PLACE = Pattern.compile("[a-z_0-9]+\\[(\\d{1,6})]\\.?([^: ]*): (.*)", Pattern.DOTALL);

    /** @param list the list of tables */
    static ListEntryPath of(String section, Object list, int index) {
        Object entry = list instanceof List<?> entries && index < entries.size() ? entries.get(index) : null;
        Object name = entry instanceof Map<?, ?> table ? table.get("name") : null;
        return new ListEntryPath(section, index, name instanceof String text && !text.isBlank() ? text : "");
    }

    /** Record type of a list's entries; empty if the key is no list of records. */
    @SuppressWarnings("unchecked")
    static Optional<Class<? extends Record>> shape(Parameter key) {
        return inner(key) instanceof Class<?> plain && plain.isRecord()
                ? Optional.of((Class<? extends Record>) plain)
                : Optional.empty();
    }

    /** Replaces a path into a list of tables at the start of a message by words. */
    static String inWords(String section, Parameter key, Object value, String message) {
        return areTables(key) ? inWords(section, value, message) : message;
    }

    /** The same, for a value known to be a list of tables. */
    static String inWords(String section, Object value, String message) {
        Matcher place = PLACE.matcher(message);
        if (!place.matches()) {
            return message;
        }
        String who = of(section, value, Integer.parseInt(place.group(1))).words();
        return who + (place.group(2).isEmpty() ? "" : ", " + place.group(2)) + ": " + place.group(3);
    }

    /** True if the key takes a list of tables. */
    static boolean areTables(Parameter key) {
        return shape(key).isPresent()
                || inner(key) instanceof ParameterizedType table && table.getRawType() == Map.class;
    }

    private static Type inner(Parameter key) {
        return key.type() instanceof ParameterizedType list && list.getRawType() == List.class
                ? list.getActualTypeArguments()[0]
                : null;
    }

    /** {@code the 2nd logger ('door')}. */
    String words() {
        String kind = section.endsWith("s") ? section.substring(0, section.length() - 1) : "entry of " + section;
        return "the " + ordinal(index + 1) + " " + kind
                + (name.isEmpty() ? "" : " ('" + SettingsProblems.shorten(name) + "')");
    }

    private static String ordinal(int number) {
        int last = number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10;
        return number + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
    }
}
