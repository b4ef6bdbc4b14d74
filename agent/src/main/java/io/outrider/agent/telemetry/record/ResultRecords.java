package io.outrider.agent.telemetry.record;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Telemetry records from what functions return: {@code {"@t": "obd.rpm", "@ts": "…Z", "value": 830.5, "unit": …}}. A
 * list becomes a record for each element, errors and what is empty become none. Each control unit whose part is missing is
 * a record of the same type, {@code {"missing": "7e9", "error": …}}, so that nobody takes what came for all there is. Only
 * what names its type and has a stamp is telemetry; other results, such as the listing of a folder, become none.
 */
public final class ResultRecords {
    private static final TypeReference<LinkedHashMap<String, Object>> FIELDS = new TypeReference<>() {};

    private static final String MISSING = "missing";

    private final ObjectMapper mapper = JsonMapper.builder().build();

    /**
     * The records in a result.
     *
     * @param function {@code module.function}; the module is the first part of a record's type
     * @param result a {@link Reading}, {@link io.outrider.api.Readings}, or a list or map of such, also as JSON
     */
    public List<Map<String, Object>> of(String function, Object result) {
        List<Map<String, Object>> records = new ArrayList<>();
        collect(new Context(function, null, null), mapper.valueToTree(result), records);
        return records;
    }

    /** What an element inherits from what it is in. */
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

        Map<String, Object> head() {
            Map<String, Object> head = new LinkedHashMap<>();
            head.put("@t", function.substring(0, function.indexOf('.') + 1) + type);
            head.put("@ts", stamp.endsWith("Z") ? stamp : stamp + "Z");
            return head;
        }
    }

    private void collect(Context outer, JsonNode node, List<Map<String, Object>> records) {
        if (node.isArray()) {
            node.forEach(element -> collect(outer, element, records));
        } else if (node.isObject()) {
            collectObject(outer.in(node), node, records);
        } else if (outer.isTelemetry() && !node.isNull() && !node.isMissingNode()) {
            Map<String, Object> record = outer.head();
            record.put("value", mapper.convertValue(node, Object.class));
            records.add(record);
        }
    }

    private void collectObject(Context context, JsonNode object, List<Map<String, Object>> records) {
        if (object.has("error")) {
            return;
        }
        Map<String, Object> fields = mapper.convertValue(object, FIELDS);
        fields.remove("_type");
        fields.remove("_stamp");
        if (context.isTelemetry() && object.path(MISSING).isArray()) {
            fields.remove(MISSING);
            collectMissing(context, object.get(MISSING), records);
        }
        if (fields.size() == 1 && fields.values().iterator().next() instanceof List<?> list) {
            collect(context, mapper.valueToTree(list), records);
        } else if (context.isTelemetry() && !fields.isEmpty()) {
            Map<String, Object> record = context.head();
            fields.forEach(record::putIfAbsent);
            records.add(record);
        }
    }

    /** As {@link io.outrider.api.MissingAnswer} has it; its code is none of a trouble, and stays behind. */
    private static void collectMissing(Context context, JsonNode missing, List<Map<String, Object>> records) {
        for (JsonNode each : missing) {
            Map<String, Object> record = context.head();
            record.put(MISSING, each.path("ecu").asText());
            record.put("error", each.path("error").asText());
            records.add(record);
        }
    }
}
