package io.outrider.obd.formula;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/** Implementation of format(): one value by a format specification. */
final class Formatting {
    private static final int DEFAULT_PRECISION = 6;

    private Formatting() {}

    static String format(Object value, String specification, Evaluation run) {
        if (specification.isEmpty()) {
            return run.text(Repr.str(value, run));
        }
        if (!(value instanceof String) && !Types.isNumber(value)) {
            throw EvaluationFailure.failed("a " + Types.name(value) + " takes no format specification");
        }
        FormatSpec spec = FormatSpec.parse(specification, run);
        if (value instanceof String text) {
            return text(text, spec, run);
        }
        if (value instanceof Boolean flag && spec.type() == 0) {
            return integer(flag ? 1L : 0L, spec, run);
        }
        if (value instanceof Double || spec.type() != 0 && "eEfFgG%".indexOf(spec.type()) >= 0) {
            return number(Arithmetic.toDouble(value), spec, run);
        }
        return integer(Arithmetic.plus(value), spec, run);
    }

    private static String text(String text, FormatSpec spec, Evaluation run) {
        if (spec.type() != 0 && spec.type() != 's'
                || spec.sign() != 0
                || spec.alternate()
                || spec.grouping() != 0
                || spec.noNegativeZero()
                || spec.align() == '=') {
            throw EvaluationFailure.failed("this format specification is not for a text");
        }
        String cut = spec.precision() < 0 ? text : Text.cut(text, spec.precision());
        return spec.pad(cut, '<', run);
    }

    private static String integer(Object value, FormatSpec spec, Evaluation run) {
        char type = spec.type() == 0 || spec.type() == 'n' ? 'd' : spec.type();
        if (spec.precision() >= 0
                || spec.noNegativeZero()
                || "bodxXc".indexOf(type) < 0
                || spec.grouping() == ',' && type != 'd'
                || spec.grouping() != 0 && spec.type() == 'n') {
            throw EvaluationFailure.failed("this format specification is not for an integer");
        }
        if (type == 'c') {
            if (spec.sign() != 0 || spec.alternate() || spec.grouping() != 0) {
                throw EvaluationFailure.failed("this format specification is not for a character");
            }
            String character = Text.ofCodePoint(Arithmetic.index(value, "a character"));
            return spec.zero() || spec.align() == '='
                    ? spec.pad("", character, "", run)
                    : spec.pad(character, '>', run);
        }
        BigInteger integer = Arithmetic.big(value);
        String digits = digits(integer.abs(), type, run);
        String prefix = spec.alternate() && type != 'd' ? "0" + type : "";
        return spec.pad(sign(integer.signum() < 0, spec.sign()) + prefix, digits, "", run);
    }

    static String digits(BigInteger integer, char type, Evaluation run) {
        return switch (type) {
            case 'b' -> integer.toString(2);
            case 'o' -> integer.toString(8);
            case 'x' -> integer.toString(16);
            case 'X' -> integer.toString(16).toUpperCase(Locale.ROOT);
            default -> Repr.ofInteger(run.integer(integer), run);
        };
    }

    static String sign(boolean negative, char sign) {
        return negative ? "-" : sign == 0 || sign == '-' ? "" : String.valueOf(sign);
    }

    private static String number(double value, FormatSpec spec, Evaluation run) {
        char type = spec.type();
        if (type != 0 && "eEfFgGn%".indexOf(type) < 0 || type == 'n' && spec.grouping() != 0) {
            throw EvaluationFailure.failed("this format specification is not for a float");
        }
        double scaled = type == '%' ? value * 100 : value;
        boolean negative = Math.copySign(1, scaled) < 0 && !Double.isNaN(scaled);
        String body = magnitude(Math.abs(scaled), type, spec.precision(), spec.alternate());
        if (spec.noNegativeZero() && negative && body.chars().noneMatch(c -> c >= '1' && c <= '9')) {
            negative = false;
        }
        int whole = 0;
        while (whole < body.length() && Character.isDigit(body.charAt(whole))) {
            whole++;
        }
        String tail = body.substring(whole) + (type == '%' ? "%" : "");
        String prefix = sign(negative, spec.sign());
        return whole == 0 ? spec.pad(prefix, "", tail, run) : spec.pad(prefix, body.substring(0, whole), tail, run);
    }

    /** The digits of a number that is not negative; type 0 is Python's plain format. */
    static String magnitude(double value, char type, int precision, boolean alternate) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            String name = Double.isNaN(value) ? "nan" : "inf";
            return Character.isUpperCase(type) ? name.toUpperCase(Locale.ROOT) : name;
        }
        int places = precision < 0 ? DEFAULT_PRECISION : precision;
        BigDecimal exact = new BigDecimal(value);
        return switch (type) {
            case 'f', 'F', '%' -> FloatFormat.fixed(exact, places, alternate);
            case 'e' -> FloatFormat.exponent(exact, places, alternate);
            case 'E' -> FloatFormat.exponent(exact, places, alternate).toUpperCase(Locale.ROOT);
            case 'g', 'n' -> FloatFormat.general(exact, places, alternate, false);
            case 'G' -> FloatFormat.general(exact, places, alternate, false).toUpperCase(Locale.ROOT);
            default -> precision < 0 ? plain(value, alternate) : FloatFormat.general(exact, places, alternate, true);
        };
    }

    private static String plain(double value, boolean alternate) {
        String text = Floats.repr(value);
        int exponent = text.indexOf('e');
        if (alternate && text.indexOf('.') < 0 && exponent > 0) {
            return text.substring(0, exponent) + '.' + text.substring(exponent);
        }
        return text;
    }
}
