package io.outrider.bench.soak;

import java.util.Arrays;

/** Array of times by sequence, one long each for millions of records. One thread. */
final class SequenceTimes {
    private static final long NONE = Long.MIN_VALUE;

    private long[] times = new long[0];

    /** @param number from 0, with few gaps */
    void put(long number, long time) {
        int at = Math.toIntExact(number);
        if (at >= times.length) {
            int before = times.length;
            times = Arrays.copyOf(times, Math.max(at + 1, before * 2));
            Arrays.fill(times, before, times.length, NONE);
        }
        times[at] = time;
    }

    /** Number of times that lie more than this before the previous one. */
    int stepsBack(long least) {
        int steps = 0;
        long before = NONE;
        for (long each : times) {
            if (each != NONE) {
                steps += before != NONE && before - least > each ? 1 : 0;
                before = each;
            }
        }
        return steps;
    }
}
