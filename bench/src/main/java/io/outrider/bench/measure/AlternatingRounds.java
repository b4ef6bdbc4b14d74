package io.outrider.bench.measure;

import java.util.Arrays;

/** Repeated rounds of two measurements, and the median. */
final class AlternatingRounds {
    /** Round of a measurement, which returns its figure. */
    interface Round {
        double run() throws Exception;
    }

    private AlternatingRounds() {}

    /** Medians of two measurements whose rounds alternate, so that both see the same load of the machine. */
    static double[] medians(int rounds, Round first, Round second) throws Exception {
        double[] firsts = new double[rounds];
        double[] seconds = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            firsts[i] = first.run();
            seconds[i] = second.run();
        }
        return new double[] {median(firsts), median(seconds)};
    }

    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
