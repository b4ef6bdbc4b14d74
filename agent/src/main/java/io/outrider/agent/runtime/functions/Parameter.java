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

    /** A number that a person writes without a point. */
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,15}");

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

    /** The one of this name or alias, or null. */
    public static Parameter named(List<Parameter> parameters, String name) {
        for (Parameter parameter : parameters) {
            if (parameter.name.equals(name) || parameter.aliases.contains(name)) {
                return parameter;
            }
        }
        return null;
    }

    /** The one that a positional value is for, or null. The first list takes all further values; where there is none, what is too much counts as the last parameter. */
    public static Parameter at(List<Parameter> parameters, int position) {
        for (int i = 0; i < parameters.size() && i < position; i++) {
            if (parameters.get(i).isList()) {
                return parameters.get(i);
            }
        }
        return parameters.isEmpty() ? null : parameters.get(Math.min(position, parameters.size() - 1));
    }

    public boolean isList() {
        return type instanceof ParameterizedType list && list.getRawType() == List.class;
    }

    /** The words of an enum, with | between. */
    static String words(Class<?> kind) {
        return Arrays.stream(kind.getEnumConstants())
                .map(each -> each.toString().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("|"));
    }

    /** What it takes, for people. */
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

    /** The value as JSON; of a list, what is to be added to it. */
    JsonNode read(ObjectMapper mapper, Object value) throws Failure {
        Object given = isList() && value == null ? Collections.singletonList(null) : value;
        try {
            return new TypedValues(mapper).read(name, type, given);
        } catch (Failure e) {
            throw secret ? unquoted() : e;
        }
    }

    /**
     * A word as the function gets it, where it takes yes or no or a number; everything else as it is, also a word that is
     * none of these: binding tells why.
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

    /** What is said of a secret that cannot be taken; not even the cause may quote it. */
    Failure unquoted() {
        return Failure.argument(name, "takes " + kind() + "; what was given is not shown, as it is secret");
    }
}
