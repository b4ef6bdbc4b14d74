package io.outrider.api;

import java.util.concurrent.TimeUnit;

/** Monotonic clock for everything that measures or waits. Any thread. */
@FunctionalInterface
public interface Ticker {
    /** Nanoseconds since an arbitrary origin; only differences have a meaning. */
    long nanos();

    /** Waits at least this long; returns at once for zero and less. */
    default void sleep(long nanos) throws InterruptedException {
        if (nanos > 0) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
    }

    /** The machine's monotonic clock. */
    static Ticker system() {
        return System::nanoTime;
    }
}
