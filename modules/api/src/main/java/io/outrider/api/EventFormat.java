package io.outrider.api;

import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;

/** Format of an event, which has to fit a telemetry record. */
public final class EventFormat {
    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+");
    private static final int MAX_TAG_LENGTH = 128;
    private static final int MAX_DEPTH = 100;

    private EventFormat() {}

    /** True for words of ASCII letters, digits, _, - and . with / between, two words at least, 128 characters at most. */
    public static boolean isTag(String tag) {
        return tag.length() <= MAX_TAG_LENGTH && TAG.matcher(tag).matches();
    }

    /** @throws IllegalArgumentException with what is wrong, if {@link Events#publish} does not take the event */
    public static void check(String tag, Map<String, Object> data) {
        if (!isTag(tag)) {
            throw new IllegalArgumentException(
                    "'" + tag + "' is no tag such as vehicle/engine/running: it takes words of"
                            + " letters, digits, _, - and . with / between, " + MAX_TAG_LENGTH + " characters at most");
        }
        checkValue(tag, "data", data, 0);
    }

    private static void checkValue(String tag, String path, Object value, int depth) {
        if (depth > MAX_DEPTH) {
            throw refusal(tag, path, "is nested more than " + MAX_DEPTH + " levels deep, or contains itself");
        }
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> {
                if (!(key instanceof String)) {
                    throw refusal(tag, path, "has the key " + key + ", which is no text");
                }
                checkValue(tag, path + "." + key, each, depth + 1);
            });
        } else if (value instanceof Collection<?> list) {
            list.forEach(each -> checkValue(tag, path, each, depth + 1));
        } else if (value instanceof Number number) {
            if (!Double.isFinite(number.doubleValue()) && (number instanceof Double || number instanceof Float)) {
                throw refusal(tag, path, "is " + number + ", which is no number in JSON");
            }
        } else if (value != null && !(value instanceof String) && !(value instanceof Boolean)) {
            throw refusal(
                    tag,
                    path,
                    "has a value of " + value.getClass().getName()
                            + "; JSON has texts, numbers, booleans, lists, maps and null");
        }
    }

    private static IllegalArgumentException refusal(String tag, String path, String what) {
        return new IllegalArgumentException("event " + tag + ": " + path + " " + what);
    }
}
