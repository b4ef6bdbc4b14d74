package io.outrider.bench.soak;

import java.util.Arrays;

/** Times of one producer's requests, by their first numbers. One thread. */
final class Posts {
    private int[] firsts = new int[16];
    private long[] startOf = new long[16];
    private long[] endOf = new long[16];
    private int size;

    /** Records the start of the next request. */
    void begin(int first, long time) {
        if (size > 0 && first <= firsts[size - 1]) {
            throw new IllegalArgumentException(first + " after " + firsts[size - 1]);
        }
        if (size == firsts.length) {
            firsts = Arrays.copyOf(firsts, size * 2);
            startOf = Arrays.copyOf(startOf, size * 2);
            endOf = Arrays.copyOf(endOf, size * 2);
        }
        firsts[size] = first;
        startOf[size] = time;
        endOf[size] = Long.MAX_VALUE;
        size++;
    }

    void end(int first, long time) {
        endOf[of(first)] = time;
    }

    /** Index of the request with this number, for {@link #startOf} and {@link #endOf}. */
    int of(int number) {
        int at = Arrays.binarySearch(firsts, 0, size, number);
        if (at == -1) {
            throw new IllegalArgumentException(number + " was never posted");
        }
        return at >= 0 ? at : -at - 2;
    }

    long startOf(int at) {
        return startOf[at];
    }

    /** {@link Long#MAX_VALUE} until known. */
    long endOf(int at) {
        return endOf[at];
    }
}
