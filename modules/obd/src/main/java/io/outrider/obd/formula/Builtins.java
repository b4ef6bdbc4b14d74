package io.outrider.obd.formula;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** Python's built-in functions for conversion, printing and numbers; {@link Collectors} has those on iterables. */
final class Builtins {
    static final Map<String, CallableValue> ALL = all();

    private Builtins() {}

    private static Map<String, CallableValue> all() {
        Map<String, CallableValue> all = new HashMap<>();
        types(all);
        add(all, "abs", (run, args) -> abs(args.plain("abs", 1, 1)[0], run));
        add(all, "round", (run, args) -> {
            Object[] a = args.bind("round", 1, "number", "ndigits");
            return Rounding.round(a[0], a[1] == Args.MISSING ? null : a[1], run);
        });
        add(all, "pow", (run, args) -> {
            Object[] a = args.bind("pow", 2, "base", "exp", "mod");
            return a[2] == Args.MISSING || a[2] == null
                    ? Arithmetic.apply(Operator.POW, a[0], a[1], run)
                    : Powers.modular(a[0], a[1], a[2], run);
        });
        add(all, "divmod", (run, args) -> {
            Object[] a = args.plain("divmod", 2, 2);
            if (!Types.isNumber(a[0]) || !Types.isNumber(a[1])) {
                throw EvaluationFailure.failed("divmod() wants numbers");
            }
            return Sequence.tuple(
                    Arithmetic.apply(Operator.FLOORDIV, a[0], a[1], run),
                    Arithmetic.apply(Operator.MOD, a[0], a[1], run));
        });
        add(all, "bin", (run, args) -> based(args.plain("bin", 1, 1)[0], 'b', run));
        add(all, "oct", (run, args) -> based(args.plain("oct", 1, 1)[0], 'o', run));
        add(all, "hex", (run, args) -> based(args.plain("hex", 1, 1)[0], 'x', run));
        add(all, "chr", (run, args) -> Text.ofCodePoint(Arithmetic.index(args.plain("chr", 1, 1)[0], "a character")));
        add(all, "ord", (run, args) -> ord(args.plain("ord", 1, 1)[0]));
        add(all, "repr", (run, args) -> Repr.repr(args.plain("repr", 1, 1)[0], run));
        add(all, "ascii", (run, args) -> ascii(args.plain("ascii", 1, 1)[0], run));
        add(all, "format", (run, args) -> {
            Object[] a = args.plain("format", 1, 2);
            return Formatting.format(a[0], a.length < 2 ? "" : TextMethods.string(a[1], "format"), run);
        });
        Collectors.addTo(all);
        return Map.copyOf(all);
    }

    static void add(Map<String, CallableValue> all, String name, Builtin.Body body) {
        all.put(name, new Builtin(name, body));
    }

    private static void types(Map<String, CallableValue> all) {
        type(all, "int", (run, args) -> {
            Object[] a = args.bind("int", 0, "/x", "base");
            if (a[0] == Args.MISSING && a[1] != Args.MISSING) {
                throw EvaluationFailure.failed("int() with a base wants a text");
            }
            return a[0] == Args.MISSING ? 0L : Conversions.toInt(a[0], a[1], run);
        });
        type(all, "float", (run, args) -> {
            Object[] a = args.plain("float", 0, 1);
            return a.length == 0 ? 0.0 : Conversions.toFloat(a[0], run);
        });
        type(all, "bool", (run, args) -> {
            Object[] a = args.plain("bool", 0, 1);
            return a.length == 1 && Types.truth(a[0]);
        });
        type(all, "str", (run, args) -> {
            Object[] a = args.bind("str", 0, "object", "encoding", "errors");
            if (a[1] == Args.MISSING && a[2] == Args.MISSING) {
                return a[0] == Args.MISSING ? "" : run.text(Repr.str(a[0], run));
            }
            if (!(a[0] instanceof Bytes bytes)) {
                throw EvaluationFailure.failed("str() with an encoding wants bytes");
            }
            return Codecs.decode(bytes, a[1], a[2], run);
        });
        type(all, "bytes", (run, args) -> bytes("bytes", args, false, run));
        type(all, "bytearray", (run, args) -> bytes("bytearray", args, true, run));
        type(all, "list", (run, args) -> {
            Object[] a = args.plain("list", 0, 1);
            return a.length == 0 ? Sequence.list() : Sequence.list(Iteration.array(a[0], run));
        });
        type(all, "tuple", (run, args) -> {
            Object[] a = args.plain("tuple", 0, 1);
            return a.length == 0 ? Sequence.tuple() : Sequence.tuple(Iteration.array(a[0], run));
        });
        type(all, "set", (run, args) -> {
            Object[] a = args.plain("set", 0, 1);
            return set(a.length == 0 ? Sequence.tuple() : a[0], false, run);
        });
        type(all, "frozenset", (run, args) -> {
            Object[] a = args.plain("frozenset", 0, 1);
            return set(a.length == 0 ? Sequence.tuple() : a[0], true, run);
        });
        type(all, "dict", (run, args) -> dict(args, run));
    }

    private static void type(Map<String, CallableValue> all, String name, Builtin.Body body) {
        all.put(name, new TypeFunction(name, body));
    }

    private static Object abs(Object value, Evaluation run) {
        if (value instanceof Double number) {
            return Math.abs(number);
        }
        if (!Types.isInt(value)) {
            throw EvaluationFailure.failed("no abs() of a " + Types.name(value));
        }
        return Arithmetic.big(value).signum() < 0 ? Arithmetic.negate(value, run) : Arithmetic.plus(value);
    }

    private static String based(Object value, char type, Evaluation run) {
        if (!Types.isInt(value)) {
            throw EvaluationFailure.failed("this wants an integer, not a " + Types.name(value));
        }
        BigInteger integer = Arithmetic.big(value);
        return run.text((integer.signum() < 0 ? "-0" : "0") + type + Formatting.digits(integer.abs(), type, run));
    }

    private static Object ord(Object value) {
        if (value instanceof String text && Text.length(text) == 1) {
            return (long) text.codePointAt(0);
        }
        if (value instanceof Bytes bytes && bytes.length == 1) {
            return (long) bytes.at(0);
        }
        throw EvaluationFailure.failed("ord() wants one character");
    }

    static String ascii(Object value, Evaluation run) {
        StringBuilder out = new StringBuilder();
        if (value instanceof String text) {
            Quoting.text(text, out, true);
            return run.text(out.toString());
        }
        String printed = Repr.repr(value, run);
        StringBuilder quoted = new StringBuilder();
        for (int c : printed.codePoints().toArray()) {
            if (c > 127) {
                quoted.setLength(0);
                Quoting.text(Character.toString(c), quoted, true);
                out.append(quoted, 1, quoted.length() - 1);
            } else {
                out.append((char) c);
            }
        }
        return run.text(out.toString());
    }

    private static Object bytes(String name, Args args, boolean mutable, Evaluation run) {
        Object[] a = args.bind(name, 0, "source", "encoding", "errors");
        if (a[0] instanceof String text) {
            if (a[1] == Args.MISSING) {
                throw EvaluationFailure.failed(name + "() of a text wants an encoding");
            }
            return Codecs.encode(text, a[1], a[2], run).as(mutable);
        }
        if (a[1] != Args.MISSING || a[2] != Args.MISSING) {
            throw EvaluationFailure.failed(name + "() with an encoding wants a text");
        }
        if (a[0] == Args.MISSING) {
            return Bytes.of(new byte[0], mutable);
        }
        if (a[0] instanceof Bytes given) {
            return given.as(mutable);
        }
        if (Types.isInt(a[0])) {
            long count = Arithmetic.index(a[0], "a count");
            if (count < 0) {
                throw EvaluationFailure.failed("a count of bytes cannot be negative");
            }
            return Bytes.of(new byte[run.size(count)], mutable);
        }
        return Bytes.of(octets(a[0], run), mutable);
    }

    static byte[] octets(Object source, Evaluation run) {
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
        return result;
    }

    static Bytes fromHex(Args args, boolean mutable, Evaluation run) {
        String text = TextMethods.string(args.plain("fromhex", 1, 1)[0], "fromhex");
        byte[] result = new byte[run.size(text.length()) / 2];
        int count = 0;
        int i = 0;
        while (i < text.length()) {
            if (Characters.space(text.charAt(i), true)) {
                i++;
                continue;
            }
            int high = hexDigit(text, i);
            int low = hexDigit(text, i + 1);
            result[count++] = (byte) (high << 4 | low);
            i += 2;
        }
        return Bytes.of(Arrays.copyOf(result, count), mutable);
    }

    private static int hexDigit(String text, int at) {
        int digit = at < text.length() && text.charAt(at) < 128 ? Character.digit(text.charAt(at), 16) : -1;
        if (digit < 0) {
            throw EvaluationFailure.failed("fromhex() wants pairs of hexadecimal digits; no digit at place " + at);
        }
        return digit;
    }

    static SetValue set(Object source, boolean frozen, Evaluation run) {
        SetValue set = new SetValue(frozen);
        Iterator<Object> items = Iteration.over(source, run);
        while (items.hasNext()) {
            set.add(items.next(), run);
        }
        return set;
    }

    private static Dict dict(Args args, Evaluation run) {
        Object[] a = new Args(args.positional, new String[0], new Object[0]).plain("dict", 0, 1);
        Dict dict = new Dict();
        if (a.length == 1) {
            putAll(dict, a[0], run);
        }
        for (int i = 0; i < args.names.length; i++) {
            dict.put(args.names[i], args.named[i], run);
        }
        return dict;
    }

    private static void putAll(Dict dict, Object source, Evaluation run) {
        if (source instanceof Dict other) {
            other.entries().forEach(e -> dict.put(e[0], e[1], run));
            return;
        }
        Iterator<Object> pairs = Iteration.over(source, run);
        while (pairs.hasNext()) {
            Object[] pair = Iteration.array(pairs.next(), run);
            if (pair.length != 2) {
                throw EvaluationFailure.failed("dict() wants pairs of key and value");
            }
            dict.put(pair[0], pair[1], run);
        }
    }

    static Object fromKeys(Evaluation run, Args args) {
        Object[] a = args.plain("fromkeys", 1, 2);
        Dict dict = new Dict();
        for (Object key : Iteration.array(a[0], run)) {
            dict.put(key, a.length > 1 ? a[1] : null, run);
        }
        return dict;
    }
}
