package io.outrider.wire.columns;

import java.io.IOException;
import java.util.Arrays;

/**
 * Whole numbers in a row, by what a simple guess leaves over. Three guesses: they lie on a line; each is a step from the
 * one before; each step is as long as the one before. The least that is left over wins.
 *
 * @param first where it begins
 * @param slope the line's, the step's or the first step's length
 * @param rest what is left over: of all on a line, of all but the first by steps, of all but the first two by bends
 */
record DeltaEncoding(Guess guess, long first, long slope, long[] rest) {
    /** Differences of differences of these still fit. */
    private static final long LARGEST = 1L << 59;

    enum Guess {
        LINE(0),
        STEP(1),
        BEND(2);

        private final int known;

        Guess(int known) {
            this.known = known;
        }

        /** How many numbers are left over of so many. */
        int rest(int count) {
            return Math.max(0, count - known);
        }

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        /** Null if there is none such. */
        static Guess of(String word) {
            for (Guess each : values()) {
                if (each.word().equals(word)) {
                    return each;
                }
            }
            return null;
        }
    }

    static boolean takes(long number) {
        return number > -LARGEST && number < LARGEST;
    }

    /** @param numbers at least one, each of those that it {@link #takes} */
    static DeltaEncoding of(long[] numbers) {
        int count = numbers.length;
        if (count == 1) {
            return new DeltaEncoding(Guess.LINE, numbers[0], 0, new long[1]);
        }
        DeltaEncoding best = line(numbers, 0);
        long slope = Math.round((double) (numbers[count - 1] - numbers[0]) / (count - 1));
        best = slope == 0 ? best : better(best, line(numbers, slope));
        best = better(best, step(numbers));
        return count == 2 ? best : better(best, bend(numbers));
    }

    private static DeltaEncoding line(long[] numbers, long slope) {
        int count = numbers.length;
        long[] rest = new long[count];
        for (int i = 0; i < count; i++) {
            rest[i] = numbers[i] - numbers[0] - slope * i;
        }
        long[] sorted = rest.clone();
        Arrays.sort(sorted);
        long middle = sorted[count / 2];
        for (int i = 0; i < count; i++) {
            rest[i] -= middle;
        }
        return new DeltaEncoding(Guess.LINE, numbers[0] + middle, slope, rest);
    }

    private static DeltaEncoding step(long[] numbers) {
        long[] rest = new long[numbers.length - 1];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = numbers[i + 1] - numbers[i];
        }
        long[] sorted = rest.clone();
        Arrays.sort(sorted);
        long usual = sorted[sorted.length / 2];
        for (int i = 0; i < rest.length; i++) {
            rest[i] -= usual;
        }
        return new DeltaEncoding(Guess.STEP, numbers[0], usual, rest);
    }

    private static DeltaEncoding bend(long[] numbers) {
        long[] rest = new long[numbers.length - 2];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = numbers[i + 2] - 2 * numbers[i + 1] + numbers[i];
        }
        return new DeltaEncoding(Guess.BEND, numbers[0], numbers[1] - numbers[0], rest);
    }

    private static DeltaEncoding better(DeltaEncoding one, DeltaEncoding other) {
        return other.bits() < one.bits() ? other : one;
    }

    private long bits() {
        long bits = 0;
        for (long each : rest) {
            bits += Long.SIZE - Long.numberOfLeadingZeros(PackedInts.zigzag(each));
        }
        return bits;
    }

    /** The numbers. Of garbage come other numbers, and never an error. */
    long[] numbers(int count) throws IOException {
        if (rest.length != guess.rest(count)) {
            throw new IOException("a series is of another length");
        }
        long[] numbers = new long[count];
        long step = slope;
        for (int i = 0; i < count; i++) {
            if (guess == Guess.LINE) {
                numbers[i] = first + slope * i + rest[i];
            } else if (i == 0) {
                numbers[i] = first;
            } else if (guess == Guess.STEP) {
                numbers[i] = numbers[i - 1] + slope + rest[i - 1];
            } else {
                step += i == 1 ? 0 : rest[i - 2];
                numbers[i] = numbers[i - 1] + step;
            }
        }
        return numbers;
    }
}
