package io.outrider.agent.runtime.functions;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.outrider.api.Failure;
import io.outrider.api.Secret;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parameter of a function, from a component of its argument record.
 *
 * @param name in snake case, as callers write it
 * @param secret never logged, stored or shown
 * @param otherwise default in words; may be empty
 */
public record Parameter(
        String name, List<String> aliases, Type type, boolean required, boolean secret, String help, String otherwise) {

    /** Whole number of at most 15 digits, exact in a double. */
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,15}");

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

    /** Parameter of this name or alias, or null. */
    public static Parameter named(List<Parameter> parameters, String name) {
        for (Parameter parameter : parameters) {
            if (parameter.name.equals(name) || parameter.aliases.contains(name)) {
                return parameter;
            }
        }
        return null;
    }

    /** Parameter of a positional value, or null. The first list takes all further values; without one, the last parameter does. */
    public static Parameter at(List<Parameter> parameters, int position) {
        for (int i = 0; i < parameters.size() && i < position; i++) {
            if (parameters.get(i).isList()) {
                return parameters.get(i);
            }
        }
        return parameters.isEmpty() ? null : parameters.get(Math.min(position, parameters.size() - 1));
    }

    /** True if values are never shown: declared secret, or secret by the name. */
    public boolean isHidden() {
        return secret || Redaction.isSecret(name);
    }

    public boolean isList() {
        return type instanceof ParameterizedType list && list.getRawType() == List.class;
    }

    /** Constants of an enum, separated by |. */
    static String words(Class<?> kind) {
        return Arrays.stream(kind.getEnumConstants())
                .map(each -> each.toString().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("|"));
    }

    public String kind() {
        if (isList()) {
            return "list";
        }
        if (type instanceof ParameterizedType table && table.getRawType() == Map.class) {
            return "table";
        }
        Class<?> raw = type instanceof Class<?> plain ? plain : Object.class;
        if (raw.isEnum()) {
            return words(raw);
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return "true|false";
        }
        if (raw == Integer.class || raw == int.class || raw == Long.class || raw == long.class) {
            return "integer";
        }
        return raw == Double.class || raw == double.class ? "number" : raw == String.class ? "text" : "value";
    }

    /** The value as JSON; for a list, its next element. */
    public JsonNode read(ObjectMapper mapper, Object value) throws Failure {
        Object given = isList() && value == null ? Collections.singletonList(null) : value;
        try {
            return new TypedValues(mapper).read(name, type, given);
        } catch (Failure e) {
            throw secret ? unquoted() : e;
        }
    }

    /**
     * Converts text to the boolean or number that the parameter takes; other values, and text that is neither, stay
     * unchanged for the binder to reject.
     */
    public Object typed(Object value) {
        Type held = isList() ? ((ParameterizedType) type).getActualTypeArguments()[0] : type;
        if (!(value instanceof String text) || !(held instanceof Class<?> raw)) {
            return value;
        }
        try {
            if (raw == boolean.class || raw == Boolean.class) {
                return Scalars.yesOrNo(name, text);
            }
            if (raw == int.class || raw == Integer.class || raw == long.class || raw == Long.class) {
                return Scalars.narrowed(Scalars.whole(name, text, Long.MIN_VALUE, Long.MAX_VALUE));
            }
            if (raw == double.class || raw == Double.class) {
                double number = Scalars.number(name, text);
                return WHOLE.matcher(text).matches() ? Scalars.narrowed((long) number) : (Object) number;
            }
        } catch (Failure e) {
            return value;
        }
        return value;
    }

    /** Failure for a bad secret; neither message nor cause quotes it. */
    Failure unquoted() {
        return Failure.argument(name, "takes " + kind() + "; what was given is not shown, as it is secret");
    }
}
