package io.outrider.agent.triggers;

import io.outrider.agent.events.Occurrence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What arguments take from an event: {@code {tag}} and {@code {data.key}}, replaced once and nothing else; no code. A text
 * that is only that takes the value as it is, of its kind. What the event does not have is empty text.
 */
final class Placeholders {
    private static final Pattern PLACE = Pattern.compile("\\{(tag|data(?:\\.[^{}.\\s]+)+)}");
    private static final int LENGTH_OF_DATA = "data.".length();

    private Placeholders() {}

    /** Whether anything of it comes from the event. */
    static boolean in(Object given) {
        if (given instanceof Map<?, ?> map) {
            return map.values().stream().anyMatch(Placeholders::in);
        }
        return given instanceof List<?> list
                ? list.stream().anyMatch(Placeholders::in)
                : given instanceof String text && PLACE.matcher(text).find();
    }

    static List<Object> fill(List<?> given, Occurrence from) {
        List<Object> filled = new ArrayList<>();
        given.forEach(each -> filled.add(fill(each, from)));
        return filled;
    }

    /** Keys stay as they are. */
    static Map<String, Object> fill(Map<?, ?> given, Occurrence from) {
        Map<String, Object> filled = new LinkedHashMap<>();
        given.forEach((key, value) -> filled.put(String.valueOf(key), fill(value, from)));
        return filled;
    }

    private static Object fill(Object given, Occurrence from) {
        if (given instanceof List<?> list) {
            return fill(list, from);
        }
        if (given instanceof Map<?, ?> map) {
            return fill(map, from);
        }
        return given instanceof String text ? fill(text, from) : given;
    }

    private static Object fill(String text, Occurrence from) {
        Matcher place = PLACE.matcher(text);
        if (place.matches()) {
            return value(place.group(1), from);
        }
        return place.reset().replaceAll(found -> Matcher.quoteReplacement(String.valueOf(value(found.group(1), from))));
    }

    private static Object value(String name, Occurrence from) {
        if (name.equals("tag")) {
            return from.tag();
        }
        Object at = from.data();
        for (String key : name.substring(LENGTH_OF_DATA).split("\\.")) {
            at = at instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return at == null ? "" : at;
    }
}
