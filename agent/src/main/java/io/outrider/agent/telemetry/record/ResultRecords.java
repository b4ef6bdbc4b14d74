package io.outrider.agent.telemetry.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
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
    private static final String TYPE = "_type";
    private static final String STAMP = "_stamp";
    private static final String MISSING = "missing";

    /** Receiver of records as they are in a result. */
    @FunctionalInterface
    interface Receiver {
        /** @param depth nesting of the record in the result */
        void accept(RecordContext context, Map<String, JsonNode> fields, int depth);
    }

    /** Type and stamp that an element inherits from its container; null without one. */
    record RecordContext(String function, String type, String stamp) {
        private RecordContext in(JsonNode object) {
            return new RecordContext(
                    function,
                    object.path(TYPE).isTextual() ? object.get(TYPE).asText() : type,
                    object.path(STAMP).isTextual() ? object.get(STAMP).asText() : stamp);
        }

        private boolean isTelemetry() {
            return type != null && stamp != null;
        }

        /** The record's {@code @t}. */
        String fullType() {
            return function.substring(0, function.indexOf('.') + 1) + type;
        }

        /** The record's {@code @ts}. */
        String utcStamp() {
            return stamp.endsWith("Z") ? stamp : stamp + "Z";
        }
    }

    /** Records of a function's result as rows, with all its values; arguments as in {@link RecordFactory#of}. */
    public List<Map<String, Object>> of(String function, Object result) {
        List<Map<String, Object>> rows = new ArrayList<>();
        JsonNode tree = result instanceof JsonNode node ? node : Json.PLAIN.valueToTree(result);
        collect(new RecordContext(function, null, null), tree, 0, false, (context, fields, depth) -> {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("@t", context.fullType());
            row.put("@ts", context.utcStamp());
            fields.forEach((key, value) -> row.putIfAbsent(key, Json.PLAIN.convertValue(value, Object.class)));
            rows.add(row);
        });
        return rows;
    }

    /** @param bounded whether what is nested too deeply for a record becomes text, and numbers too large for it are left out */
    static void collect(RecordContext outer, JsonNode node, int depth, boolean bounded, Receiver receiver) {
        if (bounded && node.isContainerNode() && depth >= RecordSanitizer.DEEPEST) {
            if (!node.isEmpty()) {
                collect(outer, TextNode.valueOf(RecordSanitizer.json(node)), depth, bounded, receiver);
            }
        } else if (node.isArray()) {
            node.forEach(element -> collect(outer, element, depth + 1, bounded, receiver));
        } else if (node.isObject()) {
            collectObject(outer.in(node), node, depth, bounded, receiver);
        } else if (outer.isTelemetry()
                && !node.isNull()
                && !node.isMissingNode()
                && !(bounded && RecordSanitizer.isNoNumber(node))) {
            receiver.accept(outer, Map.of("value", node), depth);
        }
    }

    private static void collectObject(
            RecordContext context, JsonNode object, int depth, boolean bounded, Receiver receiver) {
        if (object.has("error")) {
            return;
        }
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        object.properties().forEach(each -> fields.put(each.getKey(), each.getValue()));
        fields.remove(TYPE);
        fields.remove(STAMP);
        if (context.isTelemetry() && object.path(MISSING).isArray()) {
            fields.remove(MISSING);
            collectMissing(context, object.get(MISSING), depth, receiver);
        }
        JsonNode only = fields.size() == 1 ? fields.values().iterator().next() : null;
        if (only != null && only.isArray() && !(bounded && depth + 1 >= RecordSanitizer.DEEPEST)) {
            collect(context, only, depth + 1, bounded, receiver);
        } else if (context.isTelemetry() && !fields.isEmpty()) {
            receiver.accept(context, fields, depth);
        }
    }

    /** Fields of {@link io.outrider.api.MissingAnswer}; its code is no trouble code and is left out. */
    private static void collectMissing(RecordContext context, JsonNode missing, int depth, Receiver receiver) {
        for (JsonNode each : missing) {
            Map<String, JsonNode> fields = new LinkedHashMap<>();
            fields.put(MISSING, TextNode.valueOf(each.path("ecu").asText()));
            fields.put("error", TextNode.valueOf(each.path("error").asText()));
            receiver.accept(context, fields, depth);
        }
    }
}
