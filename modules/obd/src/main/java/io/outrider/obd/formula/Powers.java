package io.outrider.obd.formula;

import java.math.BigInteger;

/** Operator {@code **} and pow(). */
final class Powers {
    /** Bits of the exponent times squared words of the modulus: about 20 ms at the most. */
    private static final long MODULAR_WORK = 4_000_000;

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

    static Object modular(Object base, Object exponent, Object modulus, Evaluation run) {
        if (!Types.isInt(base) || !Types.isInt(exponent) || !Types.isInt(modulus)) {
            throw EvaluationFailure.failed("pow() with a modulus wants integers");
        }
        BigInteger m = Arithmetic.big(modulus);
        BigInteger e = Arithmetic.big(exponent);
        if (m.signum() == 0) {
            throw EvaluationFailure.failed("pow() with a modulus of zero");
        }
        long words = m.bitLength() / 32 + 1;
        if (words * words * (e.bitLength() + 1L) > MODULAR_WORK) {
            throw EvaluationFailure.refused("pow() of integers this large");
        }
        run.charge((int) (words * words * (e.bitLength() + 1L) >> 10) + 1);
        BigInteger positive = m.abs();
        BigInteger result;
        try {
            result = Arithmetic.big(base).modPow(e, positive);
        } catch (ArithmeticException none) {
            throw EvaluationFailure.failed("the base has no inverse for this modulus");
        }
        return run.integer(m.signum() < 0 && result.signum() != 0 ? result.add(m) : result);
    }
}
