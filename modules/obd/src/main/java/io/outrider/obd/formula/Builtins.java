package io.outrider.obd.formula;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;

/** Functions of formulas: conversions and numbers. Those of sequences are in {@link Collectors}. */
final class Builtins {
    static final Map<String, Builtin> ALL = all();

    private Builtins() {}

    private static Map<String, Builtin> all() {
        Map<String, Builtin> all = new LinkedHashMap<>();
        Helpers.addTo(all);
        types(all);
        add(all, "abs", (run, args) -> abs(args.only("abs"), run));
        add(all, "round", (run, args) -> {
            Object[] a = args.bind("round", 1, "number", "ndigits");
            return Rounding.round(a[0], a[1] == Args.MISSING ? null : a[1], run);
        });
        add(all, "pow", (run, args) -> {
            Object[] a = args.bind("pow", 2, "base", "exp", "mod");
            if (a[2] != Args.MISSING) {
                throw EvaluationFailure.refused("pow() with three arguments is not part of formulas; use ** and %");
            }
            return Arithmetic.apply(Operator.POW, a[0], a[1], run);
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
        add(all, "bin", (run, args) -> based(args.only("bin"), "0b", 2, run));
        add(all, "oct", (run, args) -> based(args.only("oct"), "0o", 8, run));
        add(all, "hex", (run, args) -> based(args.only("hex"), "0x", 16, run));
        add(all, "chr", (run, args) -> Text.ofCodePoint(Arithmetic.index(args.only("chr"), "a character")));
        add(all, "ord", (run, args) -> ord(args.only("ord")));
        Collectors.addTo(all);
        return Map.copyOf(all);
    }

    static void add(Map<String, Builtin> all, String name, Builtin.Implementation body) {
        all.put(name, new Builtin(name, body));
    }

    private static void types(Map<String, Builtin> all) {
        add(all, "int", (run, args) -> {
            Object[] a = args.bind("int", 0, "/x", "base");
            if (a[0] == Args.MISSING && a[1] != Args.MISSING) {
                throw EvaluationFailure.failed("int() with a base wants a text");
            }
            return a[0] == Args.MISSING ? 0L : Conversions.toInt(a[0], a[1], run);
        });
        add(all, "int.from_bytes", Conversions::fromBytes);
        add(all, "float", (run, args) -> {
            Object[] a = args.plain("float", 0, 1);
            return a.length == 0 ? 0.0 : Conversions.toFloat(a[0], run);
        });
        add(all, "bool", (run, args) -> {
            Object[] a = args.plain("bool", 0, 1);
            return a.length == 1 && Types.truth(a[0]);
        });
        add(all, "str", (run, args) -> {
            Object[] a = args.bind("str", 0, "object", "encoding", "errors");
            if (a[1] != Args.MISSING || a[2] != Args.MISSING) {
                throw EvaluationFailure.refused("str() with an encoding is not part of formulas; use decode()");
            }
            return a[0] == Args.MISSING ? "" : run.text(Repr.str(a[0], run));
        });
        add(all, "bytes", (run, args) -> {
            Object[] a = args.bind("bytes", 0, "source", "encoding", "errors");
            if (a[0] instanceof String || a[1] != Args.MISSING || a[2] != Args.MISSING) {
                throw EvaluationFailure.refused("bytes() of a text is not part of formulas; write b'…'");
            }
            return a[0] == Args.MISSING ? Bytes.of(new byte[0]) : Conversions.toBytes(a[0], run);
        });
        add(all, "list", (run, args) -> {
            Object[] a = args.plain("list", 0, 1);
            return a.length == 0 ? Sequence.list() : Sequence.list(Iteration.array(a[0], run));
        });
        add(all, "tuple", (run, args) -> {
            Object[] a = args.plain("tuple", 0, 1);
            return a.length == 0 ? Sequence.tuple() : Sequence.tuple(Iteration.array(a[0], run));
        });
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

    private static String based(Object value, String prefix, int radix, Evaluation run) {
        if (!Types.isInt(value)) {
            throw EvaluationFailure.failed("this wants an integer, not a " + Types.name(value));
        }
        BigInteger integer = Arithmetic.big(value);
        return run.text(
                (integer.signum() < 0 ? "-" : "") + prefix + integer.abs().toString(radix));
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
}
