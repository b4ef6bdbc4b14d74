package io.outrider.agent.runtime.functions;

import io.outrider.api.Failure;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Single values, however a caller wrote them: JSON's own kinds, or words of a command line. */
final class Scalars {
    private static final Set<String> YES = Set.of("true", "yes", "on", "1");
    private static final Set<String> NO = Set.of("false", "no", "off", "0");

    /** More digits than this are no number anybody means. */
    private static final int LONGEST = 40;

    private Scalars() {}

    static boolean yesOrNo(String name, Object value) throws Failure {
        String text = String.valueOf(value).strip().toLowerCase(Locale.ROOT);
        if (isScalar(value) && YES.contains(text)) {
            return true;
        }
        if (isScalar(value) && NO.contains(text)) {
            return false;
        }
        throw Failure.argument(name, "takes true or false, not " + shown(value));
    }

    static long whole(String name, Object value, long least, long most) throws Failure {
        try {
            BigDecimal number = decimal(value);
            if (number.scale() <= 0 || number.stripTrailingZeros().scale() <= 0) {
                if (number.compareTo(BigDecimal.valueOf(least)) >= 0
                        && number.compareTo(BigDecimal.valueOf(most)) <= 0) {
                    return number.longValueExact();
                }
                throw Failure.argument(name, shown(value) + " is too large a number");
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw Failure.argument(name, "takes a whole number, not " + shown(value));
    }

    /** As a number is that was read from JSON. */
    static Object narrowed(long number) {
        return number == (int) number ? (Object) (int) number : (Object) number;
    }

    static double number(String name, Object value) throws Failure {
        try {
            double number = decimal(value).doubleValue();
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw Failure.argument(name, "takes a number, not " + shown(value));
    }

    /** @param words the words there are, with | between */
    static String oneOf(String name, Object value, String words) throws Failure {
        String text = String.valueOf(value).strip().toLowerCase(Locale.ROOT);
        if (value instanceof String && List.of(words.split("\\|")).contains(text)) {
            return text;
        }
        throw Failure.argument(name, "takes one of " + words.replace("|", ", ") + ", not " + shown(value));
    }

    /** @throws NumberFormatException if it is none, or one that would take for ever to work with */
    private static BigDecimal decimal(Object value) {
        String text = String.valueOf(value).strip();
        if (!(value instanceof Number || value instanceof String) || text.length() > LONGEST) {
            throw new NumberFormatException();
        }
        BigDecimal number = new BigDecimal(text);
        if (Math.abs((long) number.scale()) > 400 || number.precision() - (long) number.scale() > 400) {
            throw new NumberFormatException();
        }
        return number;
    }

    private static boolean isScalar(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean;
    }

    static String shown(Object value) {
        if (value instanceof Map) {
            return "an object";
        }
        return value instanceof Collection ? "a list" : "'" + Binder.shorten(String.valueOf(value)) + "'";
    }
}
