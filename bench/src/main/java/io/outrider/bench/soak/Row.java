package io.outrider.bench.soak;

import java.util.Map;

/**
 * A record as it arrived.
 *
 * @param boot of the run that made it; null where the transport does not tell, and then the sequence means nothing
 * @param fields all of it, {@code @t} and {@code @ts} included
 */
public record Row(String unit, String boot, long sequence, Map<String, Object> fields) {
    public String type() {
        return String.valueOf(fields.get("@t"));
    }

    /** A field that is a whole number, or else this. */
    long number(String field, long otherwise) {
        return fields.get(field) instanceof Number number ? number.longValue() : otherwise;
    }

    String text(String field, String otherwise) {
        return fields.get(field) instanceof String text ? text : otherwise;
    }

    /** Its time; null if the unit did not know what time it was. */
    String stamp() {
        return fields.containsKey("@tq") ? null : text("@ts", null);
    }

    /** What stays the same when a record is delivered again after the unit has learned the time. */
    int digest() {
        return fields.entrySet().stream()
                .filter(each -> !each.getKey().equals("@ts") && !each.getKey().equals("@tq"))
                .mapToInt(each -> each.getKey().hashCode() * 31
                        + String.valueOf(each.getValue()).hashCode())
                .sum();
    }
}
