package io.outrider.agent.vitals;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Release of heap memory after a burst. The virtual machine gives memory back to the system only in a full collection,
 * and a daemon at rest allocates too little to get one: the heap stays as large as the burst has made it. This asks for one when
 * the heap has grown and grows no more, and less and less often when it grows again each time. One thread.
 */
public final class HeapRelease {
    /** Growth in bytes that is worth a full collection, which stops everything for some 50 ms on a small processor. */
    static final long WORTH = 6L << 20;

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    private final LongSupplier size;
    private final Runnable collect;
    private long before;
    private long atLastLook;
    private Duration pause = SHORTEST;

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
        before = size.getAsLong();
        atLastLook = before;
    }

    /** @return the time until it is to be called again */
    public Duration check() {
        long now = size.getAsLong();
        if (now < before + WORTH) {
            before = Math.min(before, now);
            pause = SHORTEST;
        } else if (now <= atLastLook) {
            collect.run();
            before = size.getAsLong();
            Duration longer = pause.multipliedBy(2);
            pause = longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
        }
        atLastLook = size.getAsLong();
        return pause;
    }
}
