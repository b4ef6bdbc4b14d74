package io.outrider.agent.runtime.settings;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Check of quotes in settings files: text without quotes, as {@code 7E4} is read as the number 70000 and the original is
 * lost, and numbers and booleans with quotes.
 */
final class QuotingCheck {
    private QuotingCheck() {}

    /** Problem of a value that should be text and is not, or the reverse. */
    static Optional<String> wrong(Type type, Object value, boolean secret) {
        if (type instanceof Class<?> plain && value instanceof String text && isMeant(plain, text)) {
            return Optional.of("takes " + (isBoolean(plain) ? "true or false" : "a number") + " without quotes"
                    + (secret ? "" : ": " + text.strip()));
        }
        if (type == String.class && (value instanceof Number || value instanceof Boolean)) {
            return Optional.of("takes text, which stands in quotes; without them it is "
                    + (value instanceof Boolean ? "a boolean" : "a number")
                    + (secret
                            ? ""
                            : ", "
                                    + SettingsProblems.oneLine(
                                            value instanceof Number n ? plain(n) : value.toString())));
        }
        if (type instanceof ParameterizedType parameterized) {
            Type[] arguments = parameterized.getActualTypeArguments();
            Collection<?> inner = value instanceof Map<?, ?> map
                    ? map.values()
                    : value instanceof Collection<?> list ? list : List.of(value);
            return inner.stream()
                    .flatMap(each -> wrong(arguments[arguments.length - 1], each, secret).stream())
                    .findFirst();
        }
        return Optional.empty();
    }

    private static boolean isBoolean(Class<?> type) {
        return type == boolean.class || type == Boolean.class;
    }

    /** True if the text is valid without its quotes. */
    private static boolean isMeant(Class<?> type, String text) {
        return isBoolean(type)
                ? text.strip().matches("true|false")
                : (type.isPrimitive() || Number.class.isAssignableFrom(type))
                        && text.strip().matches("[+-]?\\d{1,18}(\\.\\d{1,18})?");
    }

    /** 70000, not 7E+4. */
    private static String plain(Number number) {
        double value = number.doubleValue();
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : number.toString();
    }
}
