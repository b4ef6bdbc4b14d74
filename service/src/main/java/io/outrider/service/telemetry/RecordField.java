package io.outrider.service.telemetry;

import java.math.BigInteger;
import java.util.Map;
import java.util.Set;

/**
 * Field that can be queried (specification, 2.3).
 *
 * @param field type and members, joined with dots
 * @param kind {@code float}, {@code long}, {@code string} or {@code geo_point}
 * @param type of its records
 */
record RecordField(String field, String kind, String type) {
    private static final int MOST_LEVELS = 4;
    private static final int LONGEST = 200;

    /** Adds the fields of a record: objects are maps, as Jackson has them. */
    static void addAll(String type, Map<?, ?> record, Set<RecordField> to) {
        add(type, record, type, 0, to);
    }

    private static void add(String prefix, Map<?, ?> object, String type, int level, Set<RecordField> to) {
        object.forEach((name, value) -> {
            String key = name.toString();
            String field = prefix + "." + key;
            if (key.startsWith("@") || field.length() > LONGEST || key.contains(".")) {
                return;
            }
            if (value instanceof Map<?, ?> map) {
                if (map.get("lat") instanceof Number && map.get("lon") instanceof Number) {
                    to.add(new RecordField(field, "geo_point", type));
                } else if (level < MOST_LEVELS) {
                    add(field, map, type, level + 1, to);
                }
            } else if (value instanceof Integer || value instanceof Long || value instanceof BigInteger) {
                to.add(new RecordField(field, "long", type));
            } else if (value instanceof Number) {
                to.add(new RecordField(field, "float", type));
            } else if (value instanceof String) {
                to.add(new RecordField(field, "string", type));
            }
        });
    }
}
