package io.outrider.obd.formula;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Rounding: round() and the integer of a float. */
final class Rounding {
    /** Beyond this many places every double is already round; below, none is anything but zero. */
    private static final long FINEST = 323;

    private static final long COARSEST = -308;

    private Rounding() {}

    static Object round(Object value, Object digits, Evaluation run) {
        if (value instanceof Double number) {
            return digits == null ? toInteger(Math.rint(number), run) : (Object) places(number, digits);
        }
        if (!Types.isInt(value)) {
            throw EvaluationFailure.failed("a " + Types.name(value) + " cannot be rounded");
        }
        BigInteger integer = Arithmetic.big(value);
        long places = digits == null ? 0 : Arithmetic.index(digits, "the number of digits");
        if (places >= 0) {
            return run.integer(integer);
        }
        if (-places > integer.bitLength()) {
            return 0L;
        }
        run.bits(integer.bitLength() * 4L);
        return run.integer(new BigDecimal(integer)
                .setScale((int) places, RoundingMode.HALF_EVEN)
                .toBigInteger());
    }

    private static double places(double number, Object digits) {
        long places = Arithmetic.index(digits, "the number of digits");
        if (places > FINEST || number == 0 || Double.isNaN(number) || Double.isInfinite(number)) {
            return number;
        }
        if (places < COARSEST) {
            return Math.copySign(0.0, number);
        }
        double rounded = new BigDecimal(number)
                .setScale((int) places, RoundingMode.HALF_EVEN)
                .doubleValue();
        if (Double.isInfinite(rounded)) {
            throw EvaluationFailure.failed("the rounded value is too large for a float");
        }
        return Math.copySign(rounded, number);
    }

    /** Towards zero. */
    static Object toInteger(double number, Evaluation run) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw EvaluationFailure.failed("no integer for " + Floats.repr(number));
        }
        if (Math.abs(number) < 0x1p62) {
            return (long) number;
        }
        return run.integer(new BigDecimal(number).toBigInteger());
    }
}
