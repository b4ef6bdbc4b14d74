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
 * Placeholders {@code {tag}} and {@code {data.key}} in arguments, replaced once by values of an event. A text of one
 * placeholder only takes the value with its type. A missing value is empty text. One for each call.
 */
final class Placeholders {
    private static final Pattern PLACE = Pattern.compile("\\{(tag|data(?:\\.[^{}.\\s]+)+)}");
    private static final int LENGTH_OF_DATA = "data.".length();

    /** Most bytes of memory that the event adds to the arguments of one call. */
    private static final int MOST_BYTES = 256 << 10;

    private final Event event;
    private long left = MOST_BYTES;

    Placeholders(Event event) {
        this.event = event;
    }

    static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLong() {
            super("what its arguments take from the event has more than " + (MOST_BYTES >> 10)
                    + " KiB; have them take less of it");
        }
    }

    static boolean in(Object template) {
        if (template instanceof Map<?, ?> map) {
            return map.values().stream().anyMatch(Placeholders::in);
        }
        return template instanceof List<?> list
                ? list.stream().anyMatch(Placeholders::in)
                : template instanceof String text && PLACE.matcher(text).find();
    }

    List<Object> fill(List<?> template) {
        List<Object> filled = new ArrayList<>();
        template.forEach(each -> filled.add(fill(each)));
        return filled;
    }

    /** Fills values; keys stay unchanged. */
    Map<String, Object> fill(Map<?, ?> template) {
        Map<String, Object> filled = new LinkedHashMap<>();
        template.forEach((key, value) -> filled.put(String.valueOf(key), fill(value)));
        return filled;
    }

    private Object fill(Object template) {
        if (template instanceof List<?> list) {
            return fill(list);
        }
        if (template instanceof Map<?, ?> map) {
            return fill(map);
        }
        return template instanceof String text ? fill(text) : template;
    }

    private Object fill(String text) {
        Matcher place = PLACE.matcher(text);
        if (place.matches()) {
            Object value = value(place.group(1));
            reserve(MemoryWeight.of(value));
            return value;
        }
        return place.reset().replaceAll(found -> {
            String value = String.valueOf(value(found.group(1)));
            reserve(value.length());
            return Matcher.quoteReplacement(value);
        });
    }

    private void reserve(long bytes) {
        left -= bytes;
        if (left < 0) {
            throw new TooLong();
        }
    }

    private Object value(String name) {
        if (name.equals("tag")) {
            return event.tag();
        }
        Object at = event.data();
        for (String key : name.substring(LENGTH_OF_DATA).split("\\.")) {
            at = at instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return at == null ? "" : at;
    }
}
