package io.outrider.agent.columns;

import java.math.BigDecimal;

/** Decimals as whole numbers of a common scale, where that loses nothing: 830.5 is 8305 at scale 1. */
record Decimals(int scale, long[] numbers) {
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

    /** Null if there is no such scale. */
    static Decimals of(double[] values) {
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
