package io.outrider.agent.runtime.process;

import java.util.function.LongSupplier;

/**
 * Release of heap memory after a burst. The JVM returns memory to the system only in a full collection, and an idle daemon
 * allocates too little to trigger one. This requests one when the heap is larger than its minimum and unchanged between two
 * checks, and again at doubling intervals while it stays large, as work of the burst may be pending. One thread.
 */
public final class HeapRelease {
    /** Bytes above the minimum that justify a full collection, which pauses the JVM for about 50 ms. */
    static final long THRESHOLD = 4L << 20;

    /** Number of unchanged checks after which the memory counts as needed. */
    static final int MAX_CHECKS = 32;

    private final LongSupplier size;
    private final Runnable collect;
    private long least;
    private long previous;
    private int unchanged;

    public HeapRelease() {
        this(() -> Runtime.getRuntime().totalMemory(), System::gc);
    }

    /** @param size committed bytes of the heap */
    HeapRelease(LongSupplier size, Runnable collect) {
        this.size = size;
        this.collect = collect;
        least = size.getAsLong();
        previous = least;
    }

    /** Call once a minute. */
    public void check() {
        long now = size.getAsLong();
        unchanged = now == previous ? Math.min(unchanged + 1, MAX_CHECKS + 1) : 0;
        boolean due = Integer.bitCount(unchanged) == 1 && unchanged <= MAX_CHECKS; // 1, 2, 4, 8, ...
        if (due && now >= least + THRESHOLD) {
            collect.run();
            now = size.getAsLong();
        }
        least = Math.min(least, now);
        previous = now;
    }
}
