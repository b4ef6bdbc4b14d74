package io.outrider.agent.vehicle.triggers;

import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.functions.MemoryWeight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What arguments take from an event: {@code {tag}} and {@code {data.key}}, replaced once and nothing else; no code. A text
 * that is only that takes the value as it is, of its kind. What the event does not have is empty text. For one call.
 */
final class Placeholders {
    private static final Pattern PLACE = Pattern.compile("\\{(tag|data(?:\\.[^{}.\\s]+)+)}");
    private static final int LENGTH_OF_DATA = "data.".length();

    /** Bytes of memory that the event may add to the arguments of one call. */
    private static final int MOST_BYTES = 256 << 10;

    private final Event from;
    private long left = MOST_BYTES;

    Placeholders(Event from) {
        this.from = from;
    }

    /** The arguments would become too long; says so. */
    static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLong() {
            super("what its arguments take from the event has more than " + (MOST_BYTES >> 10)
                    + " KiB; have them take less of it");
        }
    }

    /** Whether anything of it comes from the event. */
    static boolean in(Object given) {
        if (given instanceof Map<?, ?> map) {
            return map.values().stream().anyMatch(Placeholders::in);
        }
        return given instanceof List<?> list
                ? list.stream().anyMatch(Placeholders::in)
                : given instanceof String text && PLACE.matcher(text).find();
    }

    List<Object> fill(List<?> given) {
        List<Object> filled = new ArrayList<>();
        given.forEach(each -> filled.add(fill(each)));
        return filled;
    }

    /** Keys stay as they are. */
    Map<String, Object> fill(Map<?, ?> given) {
        Map<String, Object> filled = new LinkedHashMap<>();
        given.forEach((key, value) -> filled.put(String.valueOf(key), fill(value)));
        return filled;
    }

    private Object fill(Object given) {
        if (given instanceof List<?> list) {
            return fill(list);
        }
        if (given instanceof Map<?, ?> map) {
            return fill(map);
        }
        return given instanceof String text ? fill(text) : given;
    }

    private Object fill(String text) {
        Matcher place = PLACE.matcher(text);
        if (place.matches()) {
            Object value = value(place.group(1));
            take(MemoryWeight.of(value));
            return value;
        }
        return place.reset().replaceAll(found -> {
            String value = String.valueOf(value(found.group(1)));
            take(value.length());
            return Matcher.quoteReplacement(value);
        });
    }

    private void take(long bytes) {
        left -= bytes;
        if (left < 0) {
            throw new TooLong();
        }
    }

    private Object value(String name) {
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
