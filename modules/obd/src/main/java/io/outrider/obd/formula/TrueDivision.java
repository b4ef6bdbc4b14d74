package io.outrider.obd.formula;

import java.math.BigInteger;

/** Division of integers of any size to the nearest float. */
final class TrueDivision {
    /** More than the 53 bits of a double, so that one sticky bit settles the rounding. */
    private static final int QUOTIENT_BITS = 66;
    /** Subnormal doubles end at 2^-1074; two more bits for rounding. */
    private static final int LOWEST_EXPONENT = 1076;

    private TrueDivision() {}

    static double divide(BigInteger a, BigInteger b, Evaluation run) {
        if (b.signum() == 0) {
            throw EvaluationFailure.failed("division by zero");
        }
        run.bits(Math.max(a.bitLength(), b.bitLength()));
        int shift = Math.min(QUOTIENT_BITS + b.abs().bitLength() - a.abs().bitLength(), LOWEST_EXPONENT);
        BigInteger dividend = shift > 0 ? a.abs().shiftLeft(shift) : a.abs();
        BigInteger divisor = shift < 0 ? b.abs().shiftLeft(-shift) : b.abs();
        BigInteger[] parts = dividend.divideAndRemainder(divisor);
        BigInteger quotient = parts[0].shiftLeft(1);
        if (parts[1].signum() != 0) {
            quotient = quotient.setBit(0);
        }
        double result = Math.scalb(quotient.doubleValue(), -shift - 1);
        if (Double.isInfinite(result)) {
            throw EvaluationFailure.failed("the result of the division is too large for a float");
        }
        return a.signum() < 0 != b.signum() < 0 ? -result : result;
    }
}
