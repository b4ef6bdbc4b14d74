package io.outrider.obd.formula;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;

/** Conversions to numbers and bytes: int(), int.from_bytes(), float() and bytes(). */
final class Conversions {
    private static final Pattern FLOAT = Pattern.compile(
            "[+-]?(?:(?:\\d+(?:_\\d+)*\\.?(?:\\d+(?:_\\d+)*)?|\\.\\d+(?:_\\d+)*)(?:[eE][+-]?\\d+(?:_\\d+)*)?)");
    private static final Pattern SPECIAL = Pattern.compile("([+-]?)(inf|infinity|nan)");

    private Conversions() {}

    static Object toInt(Object value, Object base, Evaluation run) {
        long radix = base == Args.MISSING ? 10 : Arithmetic.index(base, "the base");
        if (radix != 0 && (radix < 2 || radix > 36)) {
            throw EvaluationFailure.failed("a base is 0 or 2 to 36");
        }
        if (value instanceof String || value instanceof Bytes) {
            return parseInt(stripped(value), (int) radix, run);
        }
        if (base == Args.MISSING && Types.isNumber(value)) {
            return value instanceof Double number ? Rounding.toInteger(number, run) : Arithmetic.plus(value);
        }
        throw EvaluationFailure.failed("no integer from a " + Types.name(value)
                + (base == Args.MISSING ? "" : " with a base: int() wants a text"));
    }

    /** The text, or one character for each byte, without blanks around; in an ASCII text CPython knows fewer blanks. */
    private static String stripped(Object value) {
        String text = value instanceof Bytes bytes ? bytes.latin1() : (String) value;
        boolean ascii = value instanceof Bytes || text.chars().allMatch(c -> c < 128);
        return Text.strip(text, ascii ? Text::asciiBlank : Text::blank);
    }

    private static Object parseInt(String text, int base, Evaluation run) {
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
                throw invalid(text, base);
            }
        }
        String digits = digits(text.substring(at), radix);
        if (digits == null) {
            throw invalid(text, base);
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
    private static String digits(String text, int radix) {
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
        return EvaluationFailure.failed(quoted(text) + " is no integer of base " + base);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder();
        Quoting.text(text.length() > 24 ? Text.cut(text, 24) + "…" : text, quoted);
        return quoted.toString();
    }

    /** int.from_bytes(). */
    static Object fromBytes(Evaluation run, Args args) {
        Object[] a = args.bind("from_bytes", 1, "bytes", "byteorder", "*signed");
        Bytes source = a[0] instanceof Bytes given ? given : octets(a[0], run);
        if ("little".equals(a[1])) {
            source = (Bytes) Slices.slice(source, new Slices.SliceBounds(null, null, -1L), run);
        } else if (a[1] != Args.MISSING && !"big".equals(a[1])) {
            throw EvaluationFailure.failed("the byte order is 'big' or 'little'");
        }
        byte[] bytes = source.copy();
        run.bits(bytes.length * 8L - 7);
        boolean signed = a[2] != Args.MISSING && Types.truth(a[2]);
        return run.integer(
                bytes.length == 0 ? BigInteger.ZERO : signed ? new BigInteger(bytes) : new BigInteger(1, bytes));
    }

    static Bytes toBytes(Object value, Evaluation run) {
        if (value instanceof Bytes given) {
            return given.as(false);
        }
        if (!Types.isInt(value)) {
            return octets(value, run);
        }
        long count = Arithmetic.index(value, "a count");
        if (count < 0) {
            throw EvaluationFailure.failed("a count of bytes cannot be negative");
        }
        return Bytes.of(new byte[run.size(count)]);
    }

    private static Bytes octets(Object source, Evaluation run) {
        if (source instanceof String) {
            throw EvaluationFailure.failed("a text is no sequence of bytes");
        }
        Object[] items = Iteration.array(source, run);
        byte[] result = new byte[items.length];
        for (int i = 0; i < result.length; i++) {
            long value = Arithmetic.index(items[i], "a byte");
            if (value < 0 || value > 255) {
                throw EvaluationFailure.failed("a byte is 0 to 255");
            }
            result[i] = (byte) value;
        }
        return Bytes.of(result);
    }

    static double toFloat(Object value, Evaluation run) {
        if (Types.isNumber(value)) {
            return Arithmetic.toDouble(value);
        }
        if (!(value instanceof String) && !(value instanceof Bytes)) {
            throw EvaluationFailure.failed("no float from a " + Types.name(value));
        }
        String text = stripped(value);
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
            throw EvaluationFailure.failed(quoted(text) + " is no number");
        }
        return Double.parseDouble(text.replace("_", ""));
    }
}
