package io.outrider.bench.soak;

import java.util.Arrays;

/** When the requests of one lane were under way, by the first of their numbers. Not for several threads. */
final class Posts {
    private int[] firsts = new int[16];
    private long[] begun = new long[16];
    private long[] ended = new long[16];
    private int size;

    /** The next request. */
    void begin(int first, long time) {
        if (size > 0 && first <= firsts[size - 1]) {
            throw new IllegalArgumentException(first + " after " + firsts[size - 1]);
        }
        if (size == firsts.length) {
            firsts = Arrays.copyOf(firsts, size * 2);
            begun = Arrays.copyOf(begun, size * 2);
            ended = Arrays.copyOf(ended, size * 2);
        }
        firsts[size] = first;
        begun[size] = time;
        ended[size] = Long.MAX_VALUE;
        size++;
    }

    void end(int first, long time) {
        ended[of(first)] = time;
    }

    /** That with this number, for {@link #begun} and {@link #ended}. */
    int of(int number) {
        int at = Arrays.binarySearch(firsts, 0, size, number);
        if (at == -1) {
            throw new IllegalArgumentException(number + " was never posted");
        }
        return at >= 0 ? at : -at - 2;
    }

    long begun(int at) {
        return begun[at];
    }

    /** {@link Long#MAX_VALUE} until it is known. */
    long ended(int at) {
        return ended[at];
    }
}
