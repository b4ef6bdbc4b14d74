package io.outrider.bench.soak;

import java.util.Arrays;

/** Times in the order of their numbers, of which there are millions: one long each. Not for several threads. */
final class SequenceTimes {
    private static final long NONE = Long.MIN_VALUE;

    private long[] times = new long[0];

    /** @param number from 0 on, with few left out */
    void put(long number, long time) {
        int at = Math.toIntExact(number);
        if (at >= times.length) {
            int before = times.length;
            times = Arrays.copyOf(times, Math.max(at + 1, before * 2));
            Arrays.fill(times, before, times.length, NONE);
        }
        times[at] = time;
    }

    /** How often a time is before that of the number before it, by more than this. */
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
