package io.outrider.wire.columns;

import java.math.BigDecimal;

/**
 * Decimals as whole numbers of a common scale, where that is lossless: 830.5 is 8305 at scale 1. Or as byte values that
 * are shares of 255, in percent.
 *
 * @param scale a power of ten, or {@link #PERCENT}
 */
record Decimals(int scale, long[] numbers) {
    /** Shares of 255. */
    private static final int PERCENT = -1;

    /** Powers of ten that are exact as doubles. */
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };
    /**
     * Limit of whole numbers that are exact as doubles: their quotient is rounded once, and so equal on every platform.
     */
    private static final double EXACT = 1L << 53;

    static int largestScale() {
        return POWERS_OF_TEN.length - 1;
    }

    static double value(long number, int scale) {
        return number / POWERS_OF_TEN[scale];
    }

    boolean isPowerOfTen() {
        return scale != PERCENT;
    }

    /** Numerator of the factor from numbers to decimals; {@link #denominator} is the denominator. */
    long numerator() {
        return scale == PERCENT ? 100 : 1;
    }

    long denominator() {
        return scale == PERCENT ? 255 : (long) POWERS_OF_TEN[scale];
    }

    /** Null if there is no such scale. */
    static Decimals of(double[] values) {
        Decimals powersOfTen = powersOfTen(values);
        return powersOfTen == null ? percent(values) : powersOfTen;
    }

    private static Decimals percent(double[] values) {
        long[] numbers = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            double number = Math.rint(values[i] * 255 / 100);
            numbers[i] = (long) number;
            if (Math.abs(number) * 100 >= EXACT
                    || Double.doubleToRawLongBits(numbers[i] * 100 / 255.0) != Double.doubleToRawLongBits(values[i])) {
                return null;
            }
        }
        return new Decimals(PERCENT, numbers);
    }

    private static Decimals powersOfTen(double[] values) {
        int scale = 0;
        for (double value : values) {
            while (!fits(value, scale)) {
                if (++scale == POWERS_OF_TEN.length) {
                    return null;
                }
            }
        }
        long[] numbers = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            if (!fits(values[i], scale)) { // the scale of a later value may be too large for this one
                return null;
            }
            numbers[i] = Math.round(values[i] * POWERS_OF_TEN[scale]);
        }
        return new Decimals(scale, numbers);
    }

    private static boolean fits(double value, int scale) {
        double number = Math.rint(value * POWERS_OF_TEN[scale]);
        // bitwise, since -0.0 is not 0.0
        return Math.abs(number) < EXACT
                && Double.doubleToRawLongBits((long) number / POWERS_OF_TEN[scale])
                        == Double.doubleToRawLongBits(value);
    }

    /** The value as a double; null if it is no decimal or not exact. */
    static Double asDouble(Object value) {
        if (value instanceof Double number) {
            return number;
        }
        if (value instanceof Float number) {
            return Double.valueOf(number.toString()); // as in JSON: 0.1, not 0.10000000149011612
        }
        if (value instanceof BigDecimal number && number.scale() > 0 && number.precision() <= 17) {
            double parsed = number.doubleValue();
            return Double.isFinite(parsed) && new BigDecimal(Double.toString(parsed)).compareTo(number) == 0
                    ? parsed
                    : null;
        }
        return null;
    }
}
