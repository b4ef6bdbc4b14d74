package io.outrider.bench.soak;

import java.util.Map;

/**
 * Received record.
 *
 * @param boot id of its run; null if the transport has none, and then the sequence is meaningless
 * @param fields all fields, with {@code @t} and {@code @ts}
 */
public record Row(String unit, String boot, long sequence, Map<String, Object> fields) {
    public String type() {
        return String.valueOf(fields.get("@t"));
    }

    /** Value of an integer field, or the default. */
    long number(String field, long otherwise) {
        return fields.get(field) instanceof Number number ? number.longValue() : otherwise;
    }

    String text(String field, String otherwise) {
        return fields.get(field) instanceof String text ? text : otherwise;
    }

    /** Timestamp; null if the unit's clock was not trusted. */
    String stamp() {
        return fields.containsKey("@tq") ? null : text("@ts", null);
    }

    /** Digest that is equal for repeated deliveries, even if the timestamp was corrected in between. */
    int digest() {
        return fields.entrySet().stream()
                .filter(each -> !each.getKey().equals("@ts") && !each.getKey().equals("@tq"))
                .mapToInt(each -> each.getKey().hashCode() * 31
                        + String.valueOf(each.getValue()).hashCode())
                .sum();
    }
}
