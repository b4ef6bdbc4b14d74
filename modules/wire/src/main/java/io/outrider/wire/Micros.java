package io.outrider.wire;

import java.time.Instant;

/** Conversion of instants to microseconds. */
public final class Micros {
    public static final long SECOND = 1_000_000;

    private Micros() {}

    /** Microseconds since 1970; instants beyond thousands of centuries are clamped. */
    public static long of(Instant instant) {
        long seconds = instant.getEpochSecond();
        long limit = Long.MAX_VALUE / SECOND / 4; // leaves room for differences
        if (Math.abs(seconds) > limit) {
            return Long.signum(seconds) * limit * SECOND;
        }
        return seconds * SECOND + instant.getNano() / 1_000;
    }
}
