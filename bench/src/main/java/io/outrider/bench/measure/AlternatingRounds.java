package io.outrider.bench.measure;

import java.util.Arrays;

/** Repeated rounds of two measurements, and the median. */
public final class AlternatingRounds {
    /** Round of a measurement, which returns its figure. */
    public interface Round {
        double run() throws Exception;
    }

    private static final int MOST_WARM_UPS = 60;
    private static final int STEADY_ROUNDS = 5;
    private static final double STEADY = 0.05;

    private AlternatingRounds() {}

    /**
     * Repeats a round until the median of five lies within 5 % of that of the five before: compiled and, in an emulated
     * machine, translated code takes long to settle.
     *
     * @return false if it never does within 60 rounds
     */
    static boolean settle(Round round) throws Exception {
        double before = 0;
        for (int i = 0; i < MOST_WARM_UPS; i += STEADY_ROUNDS) {
            double[] latest = new double[STEADY_ROUNDS];
            for (int j = 0; j < STEADY_ROUNDS; j++) {
                latest[j] = round.run();
            }
            double now = median(latest);
            if (Math.abs(now - before) <= STEADY * before) {
                return true;
            }
            before = now;
        }
        return false;
    }

    /** Text behind the name of a figure. */
    static String remark(boolean settled) {
        return settled ? "" : " (has not settled within " + MOST_WARM_UPS + " rounds)";
    }

    /** Medians of two measurements whose rounds alternate, so that both see the same load of the machine. */
    public static double[] medians(int rounds, Round first, Round second) throws Exception {
        double[] firsts = new double[rounds];
        double[] seconds = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            firsts[i] = first.run();
            seconds[i] = second.run();
        }
        return new double[] {median(firsts), median(seconds)};
    }

    public static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
