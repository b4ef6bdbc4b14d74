package io.outrider.wire.columns;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;

/**
 * Decimals as whole numbers of a common scale, where that is lossless: 830.5 is 8305 at scale 1. Or as byte values that
 * are shares of 255, in percent. Numbers are divided by a common step they are multiples of: a step of a quarter, or of
 * 100/255 as of many byte values on the bus, encodes a decimal in few bits.
 *
 * @param scale a power of ten, or {@link #PERCENT}
 */
record Decimals(int scale, long[] numbers) {
    private static final int PERCENT = -1;

    /** Bits that a step has to save to be worth its digits. */
    private static final int MIN_SAVED_BITS = 24;

    /** Powers of ten that are exact as doubles. */
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };
    /**
     * Limit of whole numbers that are exact as doubles: their quotient is rounded once, and so equal on every platform.
     */
    private static final long EXACT = 1L << 53;

    /** Scale of whole numbers; divides them by their step. */
    static Object scale(long[] numbers) {
        long step = divideByStep(numbers);
        return step == 1 ? null : List.of(step);
    }

    /** Scale of decimals; divides their numbers by the step. */
    static Object scale(Decimals decimals) {
        long step = divideByStep(decimals.numbers);
        if (step == 1 && decimals.scale != PERCENT) {
            return decimals.scale;
        }
        long numerator = decimals.scale == PERCENT ? 100 * step : step;
        long denominator = decimals.scale == PERCENT ? 255 : (long) POWERS_OF_TEN[decimals.scale];
        long divisor = gcd(numerator, denominator);
        return List.of(numerator / divisor, denominator / divisor);
    }

    static Object value(Object scale, long number) throws IOException {
        if (scale == null) {
            return whole(number);
        }
        if (scale instanceof Integer places && places >= 0 && places < POWERS_OF_TEN.length) {
            return number / POWERS_OF_TEN[places];
        }
        if (scale.equals("clock")) {
            return TimeOfDay.text(number);
        }
        if (scale instanceof List<?> step && !step.isEmpty() && step.size() <= 2) {
            long numerator = factor(step.get(0));
            return step.size() == 1
                    ? whole(number * numerator)
                    : (Object) (number * numerator / (double) factor(step.get(1)));
        }
        throw new IOException("unknown scale");
    }

    private static Object whole(long number) {
        return number == (int) number ? (Object) (int) number : (Object) number;
    }

    private static long factor(Object value) throws IOException {
        long factor = value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : 0;
        if (factor < 1 || factor > EXACT) {
            throw new IOException("unknown scale");
        }
        return factor;
    }

    /** Divides the numbers by their greatest common divisor if that saves enough bits. Returns the divisor, or 1. */
    private static long divideByStep(long[] numbers) {
        long step = 0;
        for (long each : numbers) {
            step = gcd(step, Math.abs(each));
            if (step == 1) {
                return 1;
            }
        }
        int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(step);
        if (step > EXACT || (long) bits * numbers.length < MIN_SAVED_BITS) {
            return 1;
        }
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] /= step;
        }
        return step;
    }

    private static long gcd(long one, long other) {
        return other == 0 ? one : gcd(other, one % other);
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
