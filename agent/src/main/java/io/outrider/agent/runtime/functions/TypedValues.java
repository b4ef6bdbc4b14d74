package io.outrider.agent.runtime.functions;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Converter of values to JSON of a record's type, also within lists and tables. Jackson would convert them too, but its
 * messages name Java classes.
 */
record TypedValues(ObjectMapper mapper) {
    /** @param name argument and path within it, for messages */
    JsonNode read(String name, Type type, Object value) throws Failure {
        if (value == null) {
            return mapper.nullNode();
        }
        if (type instanceof ParameterizedType held && held.getRawType() == List.class) {
            return list(name, held.getActualTypeArguments()[0], value);
        }
        if (type instanceof ParameterizedType held && held.getRawType() == Map.class) {
            return table(name, held.getActualTypeArguments()[1], value);
        }
        return type == String.class ? text(name, value) : scalar(name, type, value);
    }

    private JsonNode list(String name, Type element, Object value) throws Failure {
        Object given = value instanceof String text && text.startsWith("[") ? json(name, text) : value;
        ArrayNode array = mapper.createArrayNode();
        for (Object each : given instanceof Collection<?> several ? several : List.of(given)) {
            if (each == null && element == String.class) { // functions do not expect null in a list of text
                throw Failure.argument(name, "a value in the list is null; leave it out");
            }
            array.add(read(name, element, each));
        }
        return array;
    }

    private JsonNode table(String name, Type held, Object value) throws Failure {
        Object given = value instanceof String text && text.startsWith("{") ? json(name, text) : value;
        if (!(given instanceof Map<?, ?> map)) {
            throw Failure.argument(name, "takes a table, not " + Scalars.shown(given));
        }
        ObjectNode object = mapper.createObjectNode();
        for (Map.Entry<?, ?> each : map.entrySet()) {
            String key = String.valueOf(each.getKey());
            object.set(key, read(name + "." + Excerpt.ofWord(key), held, each.getValue()));
        }
        return object;
    }

    private JsonNode text(String name, Object value) throws Failure {
        JsonNode node = mapper.valueToTree(value);
        if (node.isContainerNode()) {
            throw Failure.argument(name, "takes text, not " + (node.isArray() ? "a list" : "an object"));
        }
        return node.isNull() ? node : mapper.getNodeFactory().textNode(node.asText());
    }

    private JsonNode scalar(String name, Type type, Object value) throws Failure {
        Class<?> raw = type instanceof Class<?> plain ? plain : Object.class;
        if (value instanceof Record) { // bound already
            return mapper.getNodeFactory().pojoNode(value);
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return mapper.getNodeFactory().booleanNode(Scalars.yesOrNo(name, value));
        }
        if (raw == int.class || raw == Integer.class) {
            return mapper.getNodeFactory()
                    .numberNode((int) Scalars.whole(name, value, Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
        if (raw == long.class || raw == Long.class) {
            return mapper.getNodeFactory().numberNode(Scalars.whole(name, value, Long.MIN_VALUE, Long.MAX_VALUE));
        }
        if (raw == double.class || raw == Double.class) {
            return mapper.getNodeFactory().numberNode(Scalars.number(name, value));
        }
        if (raw.isEnum()) {
            return mapper.getNodeFactory().textNode(Scalars.oneOf(name, value, Parameter.words(raw)));
        }
        // text for a list or table is parsed if it looks like JSON
        return value instanceof String text && (text.startsWith("{") || text.startsWith("["))
                ? mapper.valueToTree(json(name, text))
                : mapper.valueToTree(value);
    }

    private Object json(String name, String text) throws Failure {
        try {
            return mapper.readerFor(Object.class)
                    .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .readValue(text);
        } catch (JsonProcessingException e) {
            throw Failure.argument(name, "'" + Excerpt.ofWord(text) + "' is not JSON: " + reason(text, e));
        }
    }

    private static String reason(String text, JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        long place = at == null ? -1 : at.getCharOffset();
        if (e instanceof JsonEOFException || place >= text.length()) {
            return "it ends too early: a bracket or a quote is not closed";
        }
        String fault = Json.fault(e, "");
        if (!fault.isEmpty()) {
            return fault;
        }
        return (place < 0
                        ? "it cannot be read"
                        : "character " + (place + 1) + " ('" + text.charAt((int) place)
                                + "') is not what belongs there")
                + "; names and texts stand in double quotes, as in {\"name\": \"text\"}";
    }
}
