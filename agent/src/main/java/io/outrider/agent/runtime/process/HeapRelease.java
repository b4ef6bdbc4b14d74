package io.outrider.agent.runtime.process;

import java.util.function.LongSupplier;

/**
 * Release of heap memory after a burst. The virtual machine gives memory back to the system only in a full collection,
 * and a daemon at rest allocates too little to get one: the heap stays as large as the burst has made it. This asks for
 * one when the heap is larger than it was and its size has not changed between two looks, and again at twice the time
 * each while it stays so large, for what the burst left to do may take a while. One thread.
 */
public final class HeapRelease {
    /** Bytes more than at the least that are worth a full collection, which stops everything for some 50 ms. */
    static final long WORTH = 4L << 20;

    /** After so many looks without change, the memory is taken to be needed. */
    static final int LAST_LOOK = 32;

    private final LongSupplier size;
    private final Runnable collect;
    private long least;
    private long atLastLook;
    private int unchanged;

    /** Of this process. */
    public HeapRelease() {
        this(() -> Runtime.getRuntime().totalMemory(), System::gc);
    }

    /**
     * @param size bytes that the heap has of the system
     * @param collect collects everything and gives back what is free
     */
    HeapRelease(LongSupplier size, Runnable collect) {
        this.size = size;
        this.collect = collect;
        least = size.getAsLong();
        atLastLook = least;
    }

    /** To be called once a minute. */
    public void look() {
        long now = size.getAsLong();
        unchanged = now == atLastLook ? Math.min(unchanged + 1, LAST_LOOK + 1) : 0;
        boolean due = Integer.bitCount(unchanged) == 1 && unchanged <= LAST_LOOK; // 1, 2, 4, 8 and so on
        if (due && now >= least + WORTH) {
            collect.run();
            now = size.getAsLong();
        }
        least = Math.min(least, now);
        atLastLook = now;
    }
}
