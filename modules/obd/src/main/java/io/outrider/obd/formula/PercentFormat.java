package io.outrider.obd.formula;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Operator {@code 'text' % values}. */
final class PercentFormat {
    private static final Pattern FIELD =
            Pattern.compile("%(?:\\(([^()]*)\\))?([-+ #0]*)(\\*|\\d+)?(?:\\.(\\*|\\d*))?[hlL]?(.)?", Pattern.DOTALL);

    private final Evaluation run;
    private final boolean bytes;
    private final Object values;
    private final Object[] list;
    private final StringBuilder out = new StringBuilder();
    private int next;
    private boolean named;

    private PercentFormat(Object values, boolean bytes, Evaluation run) {
        this.bytes = bytes;
        this.run = run;
        this.values = values;
        this.list = values instanceof Sequence sequence && sequence.tuple ? sequence.items : new Object[] {values};
    }

    /** @param bytes of byte strings, one character per byte */
    static String format(String format, Object values, boolean bytes, Evaluation run) {
        PercentFormat work = new PercentFormat(values, bytes, run);
        Matcher field = FIELD.matcher(format);
        int at = 0;
        int percent;
        while ((percent = format.indexOf('%', at)) >= 0) {
            work.out.append(format, at, percent);
            field.region(percent, format.length());
            if (!field.lookingAt() || field.group(5) == null) {
                throw EvaluationFailure.failed("the format ends inside a field");
            }
            work.field(field);
            run.size(work.out.length());
            at = field.end();
        }
        work.out.append(format, at, format.length());
        boolean mapping = values instanceof Dict
                || work.list.length == 0
                || values instanceof Bytes
                || values instanceof Sequence sequence && !sequence.tuple;
        if (!work.named && !(mapping && work.next == 0) && work.next < work.list.length) {
            throw EvaluationFailure.failed("the format has fewer fields than there are values");
        }
        return run.text(work.out.toString());
    }

    private void field(Matcher field) {
        String flags = field.group(2);
        char type = field.group(5).charAt(0);
        Object value = null;
        if (field.group(1) != null) {
            value = named(field.group(1));
        }
        int width = measure(field.group(3), 0);
        int precision = field.group(4) == null ? -1 : Math.max(0, measure(field.group(4), 0));
        boolean left = flags.indexOf('-') >= 0 || width < 0;
        if (type == '%') {
            if (field.end() - field.start() != 2) {
                throw EvaluationFailure.failed("a '%%' takes nothing between its signs");
            }
            out.append('%');
            return;
        }
        if ((bytes ? "diuoxXeEfFgGcrsab" : "diuoxXeEfFgGcrsa").indexOf(type) < 0) {
            throw EvaluationFailure.failed("'%" + type + "' is no format field");
        }
        if (field.group(1) == null) {
            value = take();
        }
        char sign = flags.indexOf('+') >= 0 ? '+' : flags.indexOf(' ') >= 0 ? ' ' : '-';
        String[] parts = parts(value, type, precision, sign, flags.indexOf('#') >= 0);
        int missing = run.size(Math.max(0, Math.abs((long) width) - Text.length(parts[0]) - Text.length(parts[1])));
        boolean zeros = flags.indexOf('0') >= 0 && !left && "diuoxXeEfFgG".indexOf(type) >= 0;
        out.append(left || zeros ? "" : " ".repeat(missing)).append(parts[0]);
        out.append(zeros ? "0".repeat(missing) : "").append(parts[1]).append(left ? " ".repeat(missing) : "");
    }

    private Object named(String key) {
        if (!(values instanceof Dict dict)) {
            throw EvaluationFailure.failed("a field with a name wants a dictionary");
        }
        named = true;
        return Slices.index(dict, key, run);
    }

    private Object take() {
        if (next >= list.length) {
            throw EvaluationFailure.failed("the format has more fields than there are values");
        }
        return list[next++];
    }

    private int measure(String text, int absent) {
        if (text == null || text.isEmpty()) {
            return absent;
        }
        if (!text.equals("*")) {
            return FormatSpec.number(text, absent, run);
        }
        long number = Arithmetic.index(take(), "a width");
        run.size(number == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(number));
        return (int) number;
    }

    /** Sign and prefix, then the rest. */
    private String[] parts(Object value, char type, int precision, char sign, boolean alternate) {
        switch (type) {
            case 's', 'r', 'a', 'b': {
                String text = text(value, type);
                return new String[] {"", precision < 0 ? text : Text.cut(text, precision)};
            }
            case 'c':
                return new String[] {"", character(value)};
            case 'e', 'E', 'f', 'F', 'g', 'G': {
                if (!Types.isNumber(value)) {
                    throw EvaluationFailure.failed("%" + type + " wants a number, not a " + Types.name(value));
                }
                double number = Arithmetic.toDouble(value);
                boolean negative = Math.copySign(1, number) < 0 && !Double.isNaN(number);
                return new String[] {
                    Formatting.sign(negative, sign),
                    Formatting.magnitude(Math.abs(number), type, precision < 0 ? 6 : precision, alternate)
                };
            }
            default:
                return integer(value, type, precision, sign, alternate);
        }
    }

    private String text(Object value, char type) {
        if (type == 'a' || bytes && type == 'r') {
            return Builtins.ascii(value, run);
        }
        if (bytes) {
            if (value instanceof Bytes given) {
                return given.latin1();
            }
            throw EvaluationFailure.failed("%" + type + " wants bytes, not a " + Types.name(value));
        }
        return type == 's' ? Repr.str(value, run) : Repr.repr(value, run);
    }

    private String[] integer(Object value, char type, int precision, char sign, boolean alternate) {
        boolean decimal = "diu".indexOf(type) >= 0;
        if (!Types.isInt(value) && !(decimal && value instanceof Double)) {
            throw EvaluationFailure.failed("%" + type + " wants a number, not a " + Types.name(value));
        }
        BigInteger integer = Arithmetic.big(value instanceof Double d ? Rounding.toInteger(d, run) : value);
        String digits = Formatting.digits(integer.abs(), decimal ? 'd' : type, run);
        String zeros = "0".repeat(Math.max(0, precision - digits.length()));
        String prefix = alternate && !decimal ? "0" + type : "";
        return new String[] {Formatting.sign(integer.signum() < 0, sign) + prefix, zeros + digits};
    }

    private String character(Object value) {
        if (bytes) {
            return value instanceof Bytes given && given.length == 1
                    ? given.latin1()
                    : Bytes.of(new byte[] {Builtins.octets(Sequence.list(value), run)[0]}, false)
                            .latin1();
        }
        if (value instanceof String text && Text.length(text) == 1) {
            return text;
        }
        if (!Types.isInt(value)) {
            throw EvaluationFailure.failed("%c wants an integer or one character, not a " + Types.name(value));
        }
        return Text.ofCodePoint(Arithmetic.index(value, "a character"));
    }
}
