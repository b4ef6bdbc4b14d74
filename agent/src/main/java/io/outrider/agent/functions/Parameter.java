package io.outrider.agent.functions;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.outrider.api.Failure;
import io.outrider.api.Secret;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One argument of a function, as its record says.
 *
 * @param name in snake case, as callers write it
 * @param aliases other names that are taken
 * @param type what the record holds
 * @param help one line, maybe empty
 * @param secret never written down
 * @param otherwise what holds when it is not given, in words; maybe empty
 */
public record Parameter(
        String name, List<String> aliases, Type type, boolean required, boolean secret, String help, String otherwise) {

    /** The arguments of a record in their order. */
    public static List<Parameter> of(Class<? extends Record> shape) {
        return Arrays.stream(shape.getRecordComponents()).map(Parameter::of).toList();
    }

    private static Parameter of(RecordComponent component) {
        // annotations of a record's component that are not for components are found on its field and accessor
        JsonProperty property = component.getAccessor().getAnnotation(JsonProperty.class);
        JsonPropertyDescription help = component.getAccessor().getAnnotation(JsonPropertyDescription.class);
        JsonAlias alias = component.getAccessor().getAnnotation(JsonAlias.class);
        return new Parameter(
                PropertyNamingStrategies.SnakeCaseStrategy.INSTANCE.translate(component.getName()),
                alias == null ? List.of() : List.of(alias.value()),
                component.getGenericType(),
                property != null && property.required(),
                component.isAnnotationPresent(Secret.class),
                help == null ? "" : help.value(),
                property == null ? "" : property.defaultValue());
    }

    static Parameter named(List<Parameter> parameters, String name) {
        for (Parameter parameter : parameters) {
            if (parameter.name.equals(name) || parameter.aliases.contains(name)) {
                return parameter;
            }
        }
        return null;
    }

    boolean isList() {
        return type instanceof ParameterizedType list && list.getRawType() == List.class;
    }

    /** What it takes, for people. */
    public String kind() {
        if (isList()) {
            return "list";
        }
        Class<?> raw = type instanceof Class<?> plain ? plain : Object.class;
        if (raw.isEnum()) {
            return Arrays.stream(raw.getEnumConstants())
                    .map(each -> each.toString().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining("|"));
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return "true|false";
        }
        if (raw == Integer.class || raw == int.class || raw == Long.class || raw == long.class) {
            return "integer";
        }
        return raw == Double.class || raw == double.class ? "number" : raw == String.class ? "text" : "value";
    }

    /** The value as JSON: a word that should be more than text is read as JSON if it looks like it. */
    JsonNode read(ObjectMapper mapper, Object value) throws Failure {
        if (isList() && value instanceof List<?> list) {
            ArrayNode array = mapper.createArrayNode();
            for (Object element : list) {
                array.add(readElement(mapper, element));
            }
            return array;
        }
        if (isList() && !(value instanceof String text && text.startsWith("["))) {
            ArrayNode array = mapper.createArrayNode();
            return array.add(readElement(mapper, value));
        }
        return type == String.class ? text(mapper, value) : parsed(mapper, value);
    }

    JsonNode readElement(ObjectMapper mapper, Object value) throws Failure {
        boolean text = ((ParameterizedType) type).getActualTypeArguments()[0] == String.class;
        return text ? text(mapper, value) : parsed(mapper, value);
    }

    private JsonNode text(ObjectMapper mapper, Object value) throws Failure {
        JsonNode node = mapper.valueToTree(value);
        if (node.isContainerNode()) {
            throw Failure.argument(name, "takes text, not " + (node.isArray() ? "a list" : "an object"));
        }
        return node.isNull() ? node : mapper.getNodeFactory().textNode(node.asText());
    }

    /** Words and numbers become what the record holds; Jackson would do the same, but speak of its classes. */
    private JsonNode parsed(ObjectMapper mapper, Object value) throws Failure {
        Class<?> raw = type instanceof Class<?> plain ? plain : Object.class;
        if (value != null && (raw == boolean.class || raw == Boolean.class)) {
            return mapper.getNodeFactory().booleanNode(Scalars.yesOrNo(name, value));
        }
        if (value != null && (raw == int.class || raw == Integer.class)) {
            return mapper.getNodeFactory()
                    .numberNode((int) Scalars.whole(name, value, Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
        if (value != null && (raw == long.class || raw == Long.class)) {
            return mapper.getNodeFactory().numberNode(Scalars.whole(name, value, Long.MIN_VALUE, Long.MAX_VALUE));
        }
        if (value != null && (raw == double.class || raw == Double.class)) {
            return mapper.getNodeFactory().numberNode(Scalars.number(name, value));
        }
        if (value != null && raw.isEnum()) {
            return mapper.getNodeFactory().textNode(Scalars.oneOf(name, value, kind()));
        }
        if (value instanceof String text && (text.startsWith("{") || text.startsWith("["))) {
            try {
                return mapper.readTree(text);
            } catch (JsonProcessingException e) {
                throw Failure.argument(name, "'" + Binder.shorten(text) + "' is not JSON: " + reason(e));
            }
        }
        return mapper.valueToTree(value);
    }

    /** Without where the parser's own text says it is: it counts in lines and speaks of its sources. */
    private static String reason(JsonProcessingException e) {
        return e.getOriginalMessage()
                .replaceAll("(?s)[\\s:;,]*\\(?\\b(start marker at|at|line:) *\\[?(Source|line)\\b.*", "");
    }
}
