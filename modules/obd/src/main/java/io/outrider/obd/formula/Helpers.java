package io.outrider.obd.formula;

import java.math.BigInteger;
import java.util.Map;

/** Functions the incumbent gives a formula (python-OBD, obd/utils.py; values checked, code not taken). */
final class Helpers {
    private Helpers() {}

    static void addTo(Map<String, Builtin> all) {
        Builtins.add(all, "bytes_to_int", (run, args) -> bytesToInt(args.bind("bytes_to_int", 1, "bs")[0], run));
        Builtins.add(all, "bytes_to_hex", (run, args) -> bytesToHex(args.bind("bytes_to_hex", 1, "bs")[0], run));
        Builtins.add(all, "twos_comp", Helpers::twosComplement);
    }

    /** Big-endian and unsigned; empty is 0. */
    static Object bytesToInt(Object value, Evaluation run) {
        if (value instanceof Bytes bytes) {
            run.pastEnd |= bytes.outside;
            return ofBytes(bytes, 0, bytes.length, run);
        }
        if (!(value instanceof Sequence || value instanceof RangeValue || value instanceof Dict || "".equals(value))) {
            throw EvaluationFailure.failed("bytes_to_int() wants bytes, not a " + Types.name(value));
        }
        Object result = 0L;
        for (Object item : Iteration.array(value, run)) {
            run.step();
            result = Arithmetic.apply(Operator.ADD, Arithmetic.apply(Operator.MUL, result, 256L, run), item, run);
        }
        return result;
    }

    static Object ofBytes(Bytes bytes, int start, int count, Evaluation run) {
        if (count < 8 || count == 8 && bytes.at(start) < 128) {
            return bytes.unsigned(start, count);
        }
        run.bits(count * 8L - 7);
        return run.integer(new BigInteger(1, bytes.view(start, count, false).copy()));
    }

    private static Object bytesToHex(Object value, Evaluation run) {
        if (value instanceof Bytes bytes) {
            return BytesMethods.hex(bytes, "", run);
        }
        StringBuilder out = new StringBuilder();
        for (Object item : Iteration.array(value, run)) {
            if (!Types.isInt(item) || Arithmetic.big(item).signum() < 0) {
                throw EvaluationFailure.failed("bytes_to_hex() wants bytes");
            }
            String digits = Arithmetic.big(item).toString(16);
            out.append(digits.length() < 2 ? "0" : "").append(digits);
            run.size(out.length());
        }
        return out.toString();
    }

    /** Looks at bit {@code bits - 1} alone and subtracts 2^bits if it is set; masks nothing. */
    private static Object twosComplement(Evaluation run, Args args) {
        Object[] a = args.positional().length == 2 && args.names().length == 0
                ? args.positional()
                : args.bind("twos_comp", 2, "val", "num_bits");
        if (a[0] instanceof Long value && a[1] instanceof Long bits && bits > 0 && bits < 63) {
            return (value & 1L << bits - 1) == 0 ? value : Arithmetic.apply(Operator.SUB, value, 1L << bits, run);
        }
        Object mask = Arithmetic.apply(Operator.LSHIFT, 1L, Arithmetic.apply(Operator.SUB, a[1], 1L, run), run);
        if (!Types.truth(Arithmetic.apply(Operator.AND, a[0], mask, run))) {
            return a[0];
        }
        return Arithmetic.apply(Operator.SUB, a[0], Arithmetic.apply(Operator.LSHIFT, 1L, a[1], run), run);
    }
}
