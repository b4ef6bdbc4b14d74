package io.outrider.obd.frames;

import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;

/** Durations in arguments, in seconds. */
final class SecondsArgument {
    private static final double LEAST = 0.01;
    private static final double MOST = 600;

    private SecondsArgument() {}

    /** @throws IllegalArgumentException if out of range */
    static double orElse(Double seconds, double otherwise) {
        if (seconds == null) {
            return otherwise;
        }
        if (!(seconds >= LEAST && seconds <= MOST)) {
            throw new InvalidArgumentException("duration", Range.text(seconds) + " is not from 0.01 to 600 seconds");
        }
        return seconds;
    }

    static long nanos(double seconds) {
        return (long) (seconds * 1e9);
    }
}
