package io.outrider.bench.measure;

import java.util.Arrays;
import java.util.Locale;

/** Statistics of repeated durations. */
public final class Durations {
    private final long[] sorted;

    /** @param nanos at least one duration */
    public Durations(long... nanos) {
        if (nanos.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        sorted = nanos.clone();
        Arrays.sort(sorted);
    }

    public int count() {
        return sorted.length;
    }

    public double median() {
        return millis(0.5);
    }

    /**
     * Percentile in milliseconds, by the nearest-rank method.
     *
     * @param part more than 0, at most 1
     */
    public double millis(double part) {
        if (!(part > 0 && part <= 1)) {
            throw new IllegalArgumentException(part + " is not a part of all");
        }
        int rank = (int) Math.ceil(part * sorted.length - 1e-9); // 0.07 * 100 is a little more than 7
        return sorted[Math.max(rank, 1) - 1] / 1e6;
    }

    public static String text(double millis) {
        return String.format(Locale.ROOT, "%.2f ms", millis);
    }
}
