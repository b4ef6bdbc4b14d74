package io.outrider.agent.settings;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds text that was written without quotes, in files only: {@code 7E4} is the number 70000 then, and nobody can know
 * any more what it was.
 */
final class Quotes {
    private Quotes() {}

    /** What is wrong, if a value that is to be text is something else. */
    static Optional<String> missing(Type type, Object value, boolean secret) {
        if (type == String.class && (value instanceof Number || value instanceof Boolean)) {
            return Optional.of("takes text, which stands in quotes; without them it is "
                    + (value instanceof Boolean ? "a boolean" : "a number")
                    + (secret ? "" : ", " + Problems.shorten(value instanceof Number n ? plain(n) : value.toString())));
        }
        if (type instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            Collection<?> inner = value instanceof Map<?, ?> map
                    ? map.values()
                    : value instanceof Collection<?> list ? list : List.of(value);
            return inner.stream()
                    .flatMap(each -> missing(arguments[arguments.length - 1], each, secret).stream())
                    .findFirst();
        }
        return Optional.empty();
    }

    /** 70000, not 7E+4: what surprises is the value. */
    private static String plain(Number number) {
        double value = number.doubleValue();
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : number.toString();
    }
}
