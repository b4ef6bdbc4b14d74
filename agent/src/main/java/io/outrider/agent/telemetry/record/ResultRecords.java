package io.outrider.agent.telemetry.record;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.runtime.functions.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Converter of function results to telemetry records: {@code {"@t": "obd.rpm", "@ts": "…Z", "value": 830.5, "unit":
 * …}}. A list gives a record for each element; errors and empty values give none. Each control unit without an answer
 * gives a record of the same type, {@code {"missing": "7e9", "error": …}}, which marks the result as incomplete. Only a
 * result with a type and a stamp is telemetry; others, such as the listing of a folder, give none.
 */
public final class ResultRecords {
    private static final TypeReference<LinkedHashMap<String, Object>> FIELDS = new TypeReference<>() {};

    private static final String MISSING = "missing";

    /**
     * Records of a result.
     *
     * @param function {@code module.function}; the module is the first part of a record's type
     * @param result a {@link Reading}, {@link io.outrider.api.Readings}, or a list or map of such, also as JSON
     */
    public List<Map<String, Object>> of(String function, Object result) {
        List<Map<String, Object>> records = new ArrayList<>();
        collect(new Context(function, null, null), Json.PLAIN.valueToTree(result), records);
        return records;
    }

    /** Type and stamp that an element inherits from its container. */
    private record Context(String function, String type, String stamp) {
        Context in(JsonNode object) {
            return new Context(
                    function,
                    object.path("_type").isTextual() ? object.get("_type").asText() : type,
                    object.path("_stamp").isTextual() ? object.get("_stamp").asText() : stamp);
        }

        boolean isTelemetry() {
            return type != null && stamp != null;
        }

        Map<String, Object> header() {
            Map<String, Object> header = new LinkedHashMap<>();
            header.put("@t", function.substring(0, function.indexOf('.') + 1) + type);
            header.put("@ts", stamp.endsWith("Z") ? stamp : stamp + "Z");
            return header;
        }
    }

    private void collect(Context outer, JsonNode node, List<Map<String, Object>> records) {
        if (node.isArray()) {
            node.forEach(element -> collect(outer, element, records));
        } else if (node.isObject()) {
            collectObject(outer.in(node), node, records);
        } else if (outer.isTelemetry() && !node.isNull() && !node.isMissingNode()) {
            Map<String, Object> record = outer.header();
            record.put("value", Json.PLAIN.convertValue(node, Object.class));
            records.add(record);
        }
    }

    private void collectObject(Context context, JsonNode object, List<Map<String, Object>> records) {
        if (object.has("error")) {
            return;
        }
        Map<String, Object> fields = Json.PLAIN.convertValue(object, FIELDS);
        fields.remove("_type");
        fields.remove("_stamp");
        if (context.isTelemetry() && object.path(MISSING).isArray()) {
            fields.remove(MISSING);
            collectMissing(context, object.get(MISSING), records);
        }
        if (fields.size() == 1 && fields.values().iterator().next() instanceof List<?> list) {
            collect(context, Json.PLAIN.valueToTree(list), records);
        } else if (context.isTelemetry() && !fields.isEmpty()) {
            Map<String, Object> record = context.header();
            fields.forEach(record::putIfAbsent);
            records.add(record);
        }
    }

    /** Fields of {@link io.outrider.api.MissingAnswer}; its code is no trouble code and is left out. */
    private static void collectMissing(Context context, JsonNode missing, List<Map<String, Object>> records) {
        for (JsonNode each : missing) {
            Map<String, Object> record = context.header();
            record.put(MISSING, each.path("ecu").asText());
            record.put("error", each.path("error").asText());
            records.add(record);
        }
    }
}
