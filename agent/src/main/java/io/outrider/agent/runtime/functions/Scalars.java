package io.outrider.agent.runtime.functions;

import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Conversion of scalar values from JSON or from words of a command line. */
final class Scalars {
    private static final Set<String> YES = Set.of("true", "yes", "on", "1");
    private static final Set<String> NO = Set.of("false", "no", "off", "0");

    private static final int MAX_LENGTH = 40;

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
            // reported below
        }
        throw Failure.argument(name, "takes a whole number, not " + shown(value));
    }

    /** Integer or Long, as Jackson reads a number. */
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
            // reported below
        }
        throw Failure.argument(name, "takes a number, not " + shown(value));
    }

    /** @param words accepted words, separated by | */
    static String oneOf(String name, Object value, String words) throws Failure {
        String text = String.valueOf(value).strip().toLowerCase(Locale.ROOT);
        if (value instanceof String && List.of(words.split("\\|")).contains(text)) {
            return text;
        }
        throw Failure.argument(name, "takes one of " + words.replace("|", ", ") + ", not " + shown(value));
    }

    /** @throws NumberFormatException if it is no number, or one too large to compute with */
    private static BigDecimal decimal(Object value) {
        String text = String.valueOf(value).strip();
        if (!(value instanceof Number || value instanceof String) || text.length() > MAX_LENGTH) {
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
        return value instanceof Collection ? "a list" : "'" + Excerpt.ofWord(String.valueOf(value)) + "'";
    }
}
