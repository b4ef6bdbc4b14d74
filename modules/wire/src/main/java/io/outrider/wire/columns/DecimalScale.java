package io.outrider.wire.columns;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/**
 * What whole numbers stand for: multiples of a common step. A step of a quarter, or of 100/255, which is that of many
 * values of a byte on the bus, says much about a decimal in few bits.
 */
final class DecimalScale {
    /** Bits that a step has to save to be worth its digits. */
    private static final int WORTH = 24;

    /** Whole numbers up to here are exact as doubles. */
    private static final long EXACT = 1L << 53;

    private DecimalScale() {}

    /** The scale of whole numbers, which are divided by it. */
    static Object whole(long[] numbers) {
        long step = step(numbers);
        return step == 1 ? null : List.of(step);
    }

    /** The same of decimals. */
    static Object decimals(Decimals decimals) {
        long step = step(decimals.numbers());
        if (step == 1 && decimals.isOfTens()) {
            return decimals.scale();
        }
        long times = step * decimals.times();
        long shared = gcd(times, decimals.over());
        return List.of(times / shared, decimals.over() / shared);
    }

    static void write(JsonGenerator to, Object scale) throws IOException {
        if (scale instanceof List<?> step) {
            to.writeStartArray();
            for (Object each : step) {
                to.writeNumber((Long) each);
            }
            to.writeEndArray();
        } else if (scale instanceof Integer places) {
            to.writeNumber(places);
        } else {
            to.writeString((String) scale);
        }
    }

    /** Undoes it. */
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
            long times = part(step.get(0));
            return step.size() == 1 ? whole(number * times) : (Object) (number * times / (double) part(step.get(1)));
        }
        throw new IOException("a column has an unknown scale");
    }

    private static Object whole(long number) {
        return number == (int) number ? (Object) (int) number : (Object) number;
    }

    private static long part(Object value) throws IOException {
        long part = value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : 0;
        if (part < 1 || part > EXACT) {
            throw new IOException("a column has an unknown scale");
        }
        return part;
    }

    /** Divides the numbers by what all have in common, if that is worth it. */
    private static long step(long[] numbers) {
        long step = 0;
        for (long each : numbers) {
            step = gcd(step, Math.abs(each));
            if (step == 1) {
                return 1;
            }
        }
        int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(step);
        if (step > EXACT || (long) bits * numbers.length < WORTH) {
            return 1;
        }
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] /= step;
        }
        return step;
    }

    private static long gcd(long one, long other) {
        long a = one;
        long b = other;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }
}
