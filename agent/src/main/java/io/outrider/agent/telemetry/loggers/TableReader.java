package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.settings.SettingsProblems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Reader of a settings table, key by key, which collects mistakes with their path. */
final class TableReader {
    private final String path;
    private final Map<?, ?> table;
    private final List<String> problems;

    /** @param known valid keys; others are reported */
    TableReader(String path, Map<?, ?> table, List<String> known, List<String> problems) {
        this.path = path;
        this.table = table;
        this.problems = problems;
        for (Object key : table.keySet()) {
            String name = String.valueOf(key);
            if (!known.contains(name)) {
                String at = name.matches("[A-Za-z0-9_-]{1,60}") ? path + "." + name : path; // the path finds its line
                problems.add(at + ": there is no key '" + shorten(key) + "'" + DidYouMean.hint(name, known)
                        + "; there are: " + String.join(", ", known));
            }
        }
    }

    void wrong(String key, String sentence) {
        problems.add(path + "." + key + ": " + sentence);
    }

    boolean has(String key) {
        return table.get(key) != null;
    }

    Object get(String key) {
        return table.get(key);
    }

    /** @return null if absent or invalid */
    String text(String key) {
        Object value = table.get(key);
        if (value == null) {
            return null;
        }
        if (!(value instanceof String text) || text.isBlank() || text.length() > 300) {
            wrong(key, "takes text of 1 to 300 characters in quotes, not " + shorten(value));
            return null;
        }
        return text.strip();
    }

    boolean bool(String key, boolean otherwise) {
        Object value = table.get(key);
        if (value == null || value instanceof Boolean) {
            return value == null ? otherwise : (Boolean) value;
        }
        wrong(key, "takes true or false, not " + shorten(value));
        return otherwise;
    }

    /** @return nanoseconds; 0 if absent or invalid */
    long duration(String key, long least, long most) {
        if (!has(key)) {
            return 0;
        }
        OptionalLong nanos = DurationText.parse(table.get(key));
        if (nanos.isEmpty()) {
            wrong(
                    key,
                    "takes a time such as \"500ms\", \"5s\", \"1m\", or seconds, from " + DurationText.text(least)
                            + " to " + DurationText.text(most) + ", not " + shorten(table.get(key)));
            return 0;
        }
        if (nanos.getAsLong() < least || nanos.getAsLong() > most) {
            wrong(
                    key,
                    shorten(table.get(key)) + " is not from " + DurationText.text(least) + " to "
                            + DurationText.text(most));
            return 0;
        }
        return nanos.getAsLong();
    }

    /** @return never null; may contain null */
    List<Object> list(String key) {
        Object value = table.get(key);
        if (value == null) {
            return List.of();
        }
        return value instanceof List<?> list ? new ArrayList<>(list) : List.of(value);
    }

    List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        for (Object each : list(key)) {
            if (each instanceof String text && !text.isBlank()) {
                texts.add(text.strip());
            } else {
                wrong(key, "takes a list of texts in quotes, not " + shorten(each));
            }
        }
        return texts;
    }

    Map<String, Object> table(String key) {
        Object value = table.get(key);
        if (value != null && !(value instanceof Map<?, ?>)) {
            wrong(key, "takes a table, not " + shorten(value));
        }
        Map<String, Object> all = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, held) -> all.put(String.valueOf(name), held));
        }
        return all;
    }

    String path(String key) {
        return path + "." + key;
    }

    <E extends Enum<E>> E oneOf(String key, Class<E> kind, E otherwise) {
        String word = text(key);
        if (word == null) {
            return otherwise;
        }
        List<String> words = new ArrayList<>();
        for (E each : kind.getEnumConstants()) {
            String name = each.name().toLowerCase(java.util.Locale.ROOT);
            if (name.equals(word)) {
                return each;
            }
            words.add(name);
        }
        wrong(key, "'" + shorten(word) + "' is none of " + String.join(", ", words) + DidYouMean.hint(word, words));
        return otherwise;
    }

    static String shorten(Object value) {
        return SettingsProblems.shorten(String.valueOf(value));
    }
}
