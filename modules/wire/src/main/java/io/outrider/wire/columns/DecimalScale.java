package io.outrider.wire.columns;

import java.io.IOException;
import java.util.List;

/**
 * Scale of whole numbers: the common step they are multiples of. A step of a quarter, or of 100/255 as of many byte
 * values on the bus, encodes a decimal in few bits.
 */
final class DecimalScale {
    /** Bits that a step has to save to be worth its digits. */
    private static final int MIN_SAVED_BITS = 24;

    /** Whole numbers up to here are exact as doubles. */
    private static final long EXACT = 1L << 53;

    private DecimalScale() {}

    /** Scale of whole numbers; divides them by their step. */
    static Object whole(long[] numbers) {
        long step = divideByStep(numbers);
        return step == 1 ? null : List.of(step);
    }

    /** Scale of decimals; divides them by their step. */
    static Object decimals(Decimals decimals) {
        long step = divideByStep(decimals.numbers());
        if (step == 1 && decimals.isPowerOfTen()) {
            return decimals.scale();
        }
        long numerator = step * decimals.numerator();
        long divisor = gcd(numerator, decimals.denominator());
        return List.of(numerator / divisor, decimals.denominator() / divisor);
    }

    /** Value of a scaled number. */
    static Object value(Object scale, long number) throws IOException {
        if (scale == null) {
            return whole(number);
        }
        if (scale instanceof Integer places && places >= 0 && places <= Decimals.largestScale()) {
            return Decimals.value(number, places);
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
        throw new IOException("a column has an unknown scale");
    }

    private static Object whole(long number) {
        return number == (int) number ? (Object) (int) number : (Object) number;
    }

    private static long factor(Object value) throws IOException {
        long factor = value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : 0;
        if (factor < 1 || factor > EXACT) {
            throw new IOException("a column has an unknown scale");
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
}
