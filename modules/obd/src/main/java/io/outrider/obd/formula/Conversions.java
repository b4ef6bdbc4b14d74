package io.outrider.obd.formula;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;

/** Implementation of int() and float() and their parsers. */
final class Conversions {
    private static final Pattern FLOAT = Pattern.compile(
            "[+-]?(?:(?:\\d+(?:_\\d+)*\\.?(?:\\d+(?:_\\d+)*)?|\\.\\d+(?:_\\d+)*)(?:[eE][+-]?\\d+(?:_\\d+)*)?)");
    private static final Pattern SPECIAL = Pattern.compile("([+-]?)(inf|infinity|nan)");

    private Conversions() {}

    static Object toInt(Object value, Object base, Evaluation run) {
        if (base != Args.MISSING) {
            long radix = Arithmetic.index(base, "the base");
            if (!(value instanceof String) && !(value instanceof Bytes)) {
                throw EvaluationFailure.failed("int() with a base wants a text, not a " + Types.name(value));
            }
            if (radix != 0 && (radix < 2 || radix > 36)) {
                throw EvaluationFailure.failed("a base is 0 or 2 to 36");
            }
            return parseInt(characters(value), (int) radix, run);
        }
        if (value instanceof Double number) {
            return Rounding.toInteger(number, run);
        }
        if (Types.isInt(value)) {
            return Arithmetic.plus(value);
        }
        if (value instanceof String || value instanceof Bytes) {
            return parseInt(characters(value), 10, run);
        }
        throw EvaluationFailure.failed("no integer from a " + Types.name(value));
    }

    /** Of a text that is all ASCII, CPython strips fewer kinds of blanks than str.strip does. */
    private static String stripped(String text) {
        return Characters.strip(text, null, true, true, text.chars().allMatch(c -> c < 128));
    }

    private static String characters(Object value) {
        return value instanceof Bytes bytes ? bytes.latin1() : (String) value;
    }

    private static Object parseInt(String original, int base, Evaluation run) {
        String text = stripped(original);
        int at = 0;
        boolean negative = text.startsWith("-");
        if (negative || text.startsWith("+")) {
            at++;
        }
        int radix = base;
        int prefixed = prefix(text, at);
        if (prefixed != 0 && (base == 0 || base == prefixed)) {
            radix = prefixed;
            at += 2;
            if (at < text.length() && text.charAt(at) == '_') {
                at++;
            }
        } else if (base == 0) {
            radix = 10;
            if (text.length() > at + 1
                    && text.charAt(at) == '0'
                    && !text.substring(at).matches("[0_]+")) {
                throw invalid(original, base);
            }
        }
        String digits = digits(text.substring(at), radix);
        if (digits == null) {
            throw invalid(original, base);
        }
        if (digits.length() > Repr.MOST_DIGITS && Integer.bitCount(radix) != 1) {
            throw EvaluationFailure.failed("a number of more than " + Repr.MOST_DIGITS + " digits");
        }
        run.bits((long) Math.max(0, digits.length() - 1) * (31 - Integer.numberOfLeadingZeros(radix)));
        BigInteger value = new BigInteger(digits, radix);
        return run.integer(negative ? value.negate() : value);
    }

    private static int prefix(String text, int at) {
        if (text.length() < at + 2 || text.charAt(at) != '0') {
            return 0;
        }
        return switch (text.charAt(at + 1)) {
            case 'x', 'X' -> 16;
            case 'o', 'O' -> 8;
            case 'b', 'B' -> 2;
            default -> 0;
        };
    }

    /** The digits without underscores, or null if they are none. */
    static String digits(String text, int radix) {
        StringBuilder digits = new StringBuilder();
        boolean underscore = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '_') {
                if (underscore) {
                    return null;
                }
                underscore = true;
            } else if (Character.digit(c, radix) < 0 || c > 127 && !Character.isDigit(c)) {
                return null;
            } else {
                digits.append(Character.forDigit(Character.digit(c, radix), radix));
                underscore = false;
            }
        }
        return underscore ? null : digits.toString();
    }

    private static EvaluationFailure invalid(String text, int base) {
        String shown = text.length() > 24 ? text.substring(0, 24) + "…" : text;
        StringBuilder quoted = new StringBuilder();
        Quoting.text(shown, quoted, false);
        return EvaluationFailure.failed(quoted + " is no integer of base " + base);
    }

    static double toFloat(Object value, Evaluation run) {
        if (Types.isNumber(value)) {
            return Arithmetic.toDouble(value);
        }
        if (!(value instanceof String) && !(value instanceof Bytes)) {
            throw EvaluationFailure.failed("no float from a " + Types.name(value));
        }
        String text = stripped(characters(value));
        run.charge(1 + (text.length() >> 4));
        if (text.length() > 1000) {
            throw EvaluationFailure.refused("a text of more than 1000 characters as a float");
        }
        String lower = text.toLowerCase(Locale.ROOT);
        if (SPECIAL.matcher(lower).matches()) {
            double size = lower.endsWith("nan") ? Double.NaN : Double.POSITIVE_INFINITY;
            return lower.startsWith("-") ? -size : size;
        }
        if (!FLOAT.matcher(text).matches()) {
            StringBuilder quoted = new StringBuilder();
            Quoting.text(Text.cut(text, 24), quoted, false);
            throw EvaluationFailure.failed(quoted + " is no number");
        }
        return Double.parseDouble(text.replace("_", ""));
    }
}
