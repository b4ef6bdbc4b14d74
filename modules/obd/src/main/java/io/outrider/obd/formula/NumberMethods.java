package io.outrider.obd.formula;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

/** Methods of int and float, and int.from_bytes(). */
final class NumberMethods {
    private NumberMethods() {}

    static Object call(Object self, String name, Args args, Evaluation run) {
        switch (name) {
            case "to_bytes":
                return toBytes(Arithmetic.big(self), args, run);
            case "bit_length":
                args.plain(name, 0, 0);
                return (long) Arithmetic.big(self).abs().bitLength();
            case "bit_count":
                args.plain(name, 0, 0);
                return (long) Arithmetic.big(self).abs().bitCount();
            case "is_integer":
                args.plain(name, 0, 0);
                return (Double) self == Math.rint((Double) self) && !Double.isInfinite((Double) self);
            default:
                args.plain(name, 0, 0);
                return ratio((Double) self, run);
        }
    }

    private static Object ratio(double value, Evaluation run) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw EvaluationFailure.failed("no ratio for " + Floats.repr(value));
        }
        BigDecimal exact = new BigDecimal(value);
        BigInteger bottom = BigInteger.TEN.pow(Math.max(0, exact.scale()));
        BigInteger top = exact.multiply(new BigDecimal(bottom)).toBigIntegerExact();
        BigInteger common = top.gcd(bottom);
        return Sequence.tuple(run.integer(top.divide(common)), run.integer(bottom.divide(common)));
    }

    private static boolean littleEndian(Object order) {
        if (order == Args.MISSING || "big".equals(order)) {
            return false;
        }
        if ("little".equals(order)) {
            return true;
        }
        throw EvaluationFailure.failed("the byte order is 'big' or 'little'");
    }

    private static Bytes toBytes(BigInteger value, Args args, Evaluation run) {
        Object[] a = args.bind("to_bytes", 0, "length", "byteorder", "*signed");
        long wanted = a[0] == Args.MISSING ? 1 : Arithmetic.index(a[0], "the length");
        boolean signed = a[2] != Args.MISSING && Types.truth(a[2]);
        boolean little = littleEndian(a[1]);
        if (wanted < 0) {
            throw EvaluationFailure.failed("a length cannot be negative");
        }
        int length = run.size(wanted);
        if (value.signum() < 0 && !signed) {
            throw EvaluationFailure.failed("a negative integer needs signed=True");
        }
        if (value.bitLength() + (signed && (length > 0 || value.signum() != 0) ? 1 : 0) > length * 8L) {
            throw EvaluationFailure.failed(
                    "the integer is too large for " + length + (length == 1 ? " byte" : " bytes"));
        }
        byte[] digits = value.toByteArray();
        byte[] result = new byte[length];
        Arrays.fill(result, (byte) (value.signum() < 0 ? 0xFF : 0));
        for (int i = 0; i < Math.min(length, digits.length); i++) {
            result[length - 1 - i] = digits[digits.length - 1 - i];
        }
        return Bytes.of(little ? reversed(result) : result, false);
    }

    static Object fromBytes(Evaluation run, Args args) {
        Object[] a = args.bind("from_bytes", 1, "bytes", "byteorder", "*signed");
        byte[] bytes = a[0] instanceof Bytes given ? given.copy() : Builtins.octets(a[0], run);
        bytes = littleEndian(a[1]) ? reversed(bytes) : bytes;
        run.bits(bytes.length * 8L - 7);
        boolean signed = a[2] != Args.MISSING && Types.truth(a[2]);
        return run.integer(
                bytes.length == 0 ? BigInteger.ZERO : signed ? new BigInteger(bytes) : new BigInteger(1, bytes));
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] result = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            result[i] = bytes[bytes.length - 1 - i];
        }
        return result;
    }
}
