package io.outrider.obd.formula;

import java.math.BigInteger;

/** Powers: {@code **} and pow(). */
final class Powers {
    private Powers() {}

    static Object integers(BigInteger base, BigInteger exponent, Evaluation run) {
        if (exponent.signum() < 0) {
            return floats(Arithmetic.toDouble(base), Arithmetic.toDouble(exponent));
        }
        if (base.bitLength() <= 1 && base.abs().bitLength() <= 1) {
            boolean negative = base.signum() < 0 && exponent.testBit(0);
            return exponent.signum() == 0
                    ? 1L
                    : negative ? -1L : (long) base.abs().intValue();
        }
        long bits =
                exponent.bitLength() > 31 ? Long.MAX_VALUE : (base.abs().bitLength() - 1) * exponent.longValue() + 1;
        run.bits(bits);
        return run.integer(base.pow(exponent.intValue()));
    }

    static double floats(double base, double exponent) {
        if (base == 1 || exponent == 0) {
            return 1;
        }
        if (base == 0 && exponent < 0) {
            throw EvaluationFailure.failed("zero cannot be raised to a negative power");
        }
        if (base == -1 && Double.isInfinite(exponent)) {
            return 1;
        }
        if (base < 0 && !Double.isInfinite(base) && exponent != Math.rint(exponent)) {
            throw EvaluationFailure.refused(
                    "a negative number to a fractional power is complex, which no reading can carry");
        }
        // One unit in the last place from C's pow in about one of a thousand: neither is always the nearest double.
        double result = Math.pow(base, exponent);
        if (Double.isInfinite(result) && !Double.isInfinite(base) && !Double.isInfinite(exponent)) {
            throw EvaluationFailure.failed("the result of ** is too large for a float");
        }
        return result;
    }
}
