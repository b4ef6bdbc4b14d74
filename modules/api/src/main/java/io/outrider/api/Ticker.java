package io.outrider.api;

import java.util.concurrent.TimeUnit;

/** Time that never jumps: what everything that measures or waits uses. Any thread. */
public interface Ticker {
    /** Nanoseconds since some moment; only differences mean anything. */
    long nanos();

    /** Waits at least this long; returns at once for zero and less. */
    void sleep(long nanos) throws InterruptedException;

    /** The machine's monotonic clock. */
    static Ticker system() {
        return new Ticker() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                if (nanos > 0) {
                    TimeUnit.NANOSECONDS.sleep(nanos);
                }
            }
        };
    }
}
