package io.outrider.wire.columns;

import java.io.IOException;
import java.util.Arrays;

/**
 * Delta encoding of a sequence of whole numbers: the residuals of the best of three predictors. LINE predicts a line,
 * STEP a constant step, BEND the previous step again.
 *
 * @param slope of the line, the step, or the first step
 * @param residuals of all values of a line, of all but the first for steps, of all but the first two for bends
 */
record DeltaEncoding(Predictor predictor, long first, long slope, long[] residuals) {
    /** Second differences of such numbers still fit. */
    private static final long LIMIT = 1L << 59;

    enum Predictor {
        LINE(0),
        STEP(1),
        BEND(2);

        private final int seeds;

        Predictor(int seeds) {
            this.seeds = seeds;
        }

        int residuals(int count) {
            return Math.max(0, count - seeds);
        }

        String encoding() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }

        static Predictor of(String encoding) {
            for (Predictor each : values()) {
                if (each.encoding().equals(encoding)) {
                    return each;
                }
            }
            return null;
        }
    }

    static boolean accepts(long number) {
        return number > -LIMIT && number < LIMIT;
    }

    /** @param numbers at least one, each of them {@linkplain #accepts accepted} */
    static DeltaEncoding of(long[] numbers) {
        int count = numbers.length;
        if (count == 1) {
            return new DeltaEncoding(Predictor.LINE, numbers[0], 0, new long[1]);
        }
        DeltaEncoding best = line(numbers, 0);
        long slope = Math.round((double) (numbers[count - 1] - numbers[0]) / (count - 1));
        best = slope == 0 ? best : better(best, line(numbers, slope));
        best = better(best, step(numbers));
        return count == 2 ? best : better(best, bend(numbers));
    }

    private static DeltaEncoding line(long[] numbers, long slope) {
        int count = numbers.length;
        long[] residuals = new long[count];
        for (int i = 0; i < count; i++) {
            residuals[i] = numbers[i] - numbers[0] - slope * i;
        }
        return new DeltaEncoding(Predictor.LINE, numbers[0] + subtractMedian(residuals), slope, residuals);
    }

    private static long subtractMedian(long[] residuals) {
        long[] sorted = residuals.clone();
        Arrays.sort(sorted);
        long median = sorted[sorted.length / 2];
        for (int i = 0; i < residuals.length; i++) {
            residuals[i] -= median;
        }
        return median;
    }

    private static DeltaEncoding step(long[] numbers) {
        long[] residuals = new long[numbers.length - 1];
        for (int i = 0; i < residuals.length; i++) {
            residuals[i] = numbers[i + 1] - numbers[i];
        }
        return new DeltaEncoding(Predictor.STEP, numbers[0], subtractMedian(residuals), residuals);
    }

    private static DeltaEncoding bend(long[] numbers) {
        long[] residuals = new long[numbers.length - 2];
        for (int i = 0; i < residuals.length; i++) {
            residuals[i] = numbers[i + 2] - 2 * numbers[i + 1] + numbers[i];
        }
        return new DeltaEncoding(Predictor.BEND, numbers[0], numbers[1] - numbers[0], residuals);
    }

    private static DeltaEncoding better(DeltaEncoding one, DeltaEncoding other) {
        return other.bits() < one.bits() ? other : one;
    }

    private long bits() {
        long bits = 0;
        for (long each : residuals) {
            bits += Long.SIZE - Long.numberOfLeadingZeros(PackedInts.zigzag(each));
        }
        return bits;
    }

    /** Decodes the numbers. Corrupt residuals yield other numbers, never an error. */
    long[] numbers(int count) throws IOException {
        if (residuals.length != predictor.residuals(count)) {
            throw new IOException("wrong number of residuals");
        }
        long[] numbers = new long[count];
        long step = slope;
        for (int i = 0; i < count; i++) {
            if (predictor == Predictor.LINE) {
                numbers[i] = first + slope * i + residuals[i];
            } else if (i == 0) {
                numbers[i] = first;
            } else if (predictor == Predictor.STEP) {
                numbers[i] = numbers[i - 1] + slope + residuals[i - 1];
            } else {
                step += i == 1 ? 0 : residuals[i - 2];
                numbers[i] = numbers[i - 1] + step;
            }
        }
        return numbers;
    }
}
