package io.outrider.api;

/** A clock that never jumps. */
@FunctionalInterface
public interface Ticker {
    /** Nanoseconds since some moment; only differences mean anything. */
    long nanos();

    /** The machine's monotonic clock. */
    static Ticker system() {
        return System::nanoTime;
    }
}
