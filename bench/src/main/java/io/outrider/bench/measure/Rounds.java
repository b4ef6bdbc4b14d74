package io.outrider.bench.measure;

import java.util.Arrays;

/** Several rounds of the same measurement. */
final class Rounds {
    /** One round, which returns its figure. */
    interface Round {
        double run() throws Exception;
    }

    private Rounds() {}

    /** The medians of two measurements whose rounds take turns, so that both see the same weather. */
    static double[] mediansOfTurns(int rounds, Round one, Round other) throws Exception {
        double[] ones = new double[rounds];
        double[] others = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            ones[i] = one.run();
            others[i] = other.run();
        }
        return new double[] {median(ones), median(others)};
    }

    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
