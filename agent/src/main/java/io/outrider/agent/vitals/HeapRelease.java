package io.outrider.agent.vitals;

import java.util.function.LongSupplier;

/**
 * Release of heap memory after a burst. The virtual machine gives memory back to the system only in a full collection,
 * and a daemon at rest allocates too little to get one: the heap stays as large as the burst has made it. This asks for
 * one when the heap has grown, and has not grown between two looks. One thread.
 */
public final class HeapRelease {
    /** Growth in bytes that is worth a full collection, which stops everything for some 50 ms on a small processor. */
    static final long WORTH = 4L << 20;

    private final LongSupplier size;
    private final Runnable collect;
    private long released;
    private long atLastLook;

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
        released = size.getAsLong();
        atLastLook = released;
    }

    /** To be called once a minute: so often, at most every other time, it may collect. */
    public void look() {
        long now = size.getAsLong();
        if (now >= released + WORTH && now <= atLastLook) {
            collect.run();
            released = size.getAsLong();
            now = released;
        }
        released = Math.min(released, now);
        atLastLook = now;
    }
}
