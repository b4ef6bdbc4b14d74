package io.outrider.wire.columns;

import java.math.BigDecimal;

/**
 * Decimals as whole numbers of a common scale, where that loses nothing: 830.5 is 8305 at scale 1. Or as those of a byte
 * on the bus that is a share of 255, in percent.
 *
 * @param scale a power of ten, or {@link #PERCENT}
 */
record Decimals(int scale, long[] numbers) {
    /** Of 255. */
    private static final int PERCENT = -1;

    /** Powers of ten that a double holds exactly. */
    private static final double[] TENS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };
    /** Whole numbers that a double holds exactly. Of two such a division is rounded once, so that it gives the same everywhere. */
    private static final double EXACT = 1L << 53;

    static int largestScale() {
        return TENS.length - 1;
    }

    static double value(long number, int scale) {
        return number / TENS[scale];
    }

    boolean isOfTens() {
        return scale != PERCENT;
    }

    /** The numbers times this, over that, are the decimals. */
    long times() {
        return scale == PERCENT ? 100 : 1;
    }

    long over() {
        return scale == PERCENT ? 255 : (long) TENS[scale];
    }

    /** Null if there is no such scale. */
    static Decimals of(double[] values) {
        Decimals tens = tens(values);
        return tens == null ? percent(values) : tens;
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

    private static Decimals tens(double[] values) {
        int scale = 0;
        for (double value : values) {
            while (!fits(value, scale)) {
                if (++scale == TENS.length) {
                    return null;
                }
            }
        }
        long[] numbers = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            if (!fits(values[i], scale)) { // a scale that a later one needs may be too much for an earlier one
                return null;
            }
            numbers[i] = Math.round(values[i] * TENS[scale]);
        }
        return new Decimals(scale, numbers);
    }

    private static boolean fits(double value, int scale) {
        double number = Math.rint(value * TENS[scale]);
        // by their bits: -0.0 is not 0.0
        return Math.abs(number) < EXACT
                && Double.doubleToRawLongBits((long) number / TENS[scale]) == Double.doubleToRawLongBits(value);
    }

    /** The same in JSON as a double; null if it is none, or no decimal. */
    static Double asDouble(Object value) {
        if (value instanceof Double number) {
            return number;
        }
        if (value instanceof Float number) {
            return Double.valueOf(number.toString()); // as JSON has it: 0.1, not 0.10000000149011612
        }
        if (value instanceof BigDecimal number && number.scale() > 0 && number.precision() <= 17) {
            double near = number.doubleValue();
            return Double.isFinite(near) && new BigDecimal(Double.toString(near)).compareTo(number) == 0 ? near : null;
        }
        return null;
    }
}
