package io.outrider.service.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
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

    static void addAll(String type, JsonNode record, Set<RecordField> to) {
        add(type, record, type, 0, to);
    }

    private static void add(String prefix, JsonNode object, String type, int level, Set<RecordField> to) {
        object.properties().forEach(each -> {
            String field = prefix + "." + each.getKey();
            JsonNode value = each.getValue();
            if (each.getKey().startsWith("@")
                    || field.length() > LONGEST
                    || each.getKey().contains(".")) {
                return;
            }
            if (isPoint(value)) {
                to.add(new RecordField(field, "geo_point", type));
            } else if (value.isObject() && level < MOST_LEVELS) {
                add(field, value, type, level + 1, to);
            } else if (value.isIntegralNumber()) {
                to.add(new RecordField(field, "long", type));
            } else if (value.isNumber()) {
                to.add(new RecordField(field, "float", type));
            } else if (value.isTextual()) {
                to.add(new RecordField(field, "string", type));
            }
        });
    }

    private static boolean isPoint(JsonNode value) {
        return value.path("lat").isNumber() && value.path("lon").isNumber();
    }
}
