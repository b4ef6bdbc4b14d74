package io.outrider.wire;

import java.time.Instant;

/** Microseconds, in which all of this package counts. */
public final class Micros {
    public static final long SECOND = 1_000_000;

    private Micros() {}

    /** Since 1970; times that no clock shows, thousands of centuries off, become the last that can be counted. */
    public static long of(Instant instant) {
        long seconds = instant.getEpochSecond();
        long limit = Long.MAX_VALUE / SECOND / 4; // so that differences can be counted too
        if (Math.abs(seconds) > limit) {
            return Long.signum(seconds) * limit * SECOND;
        }
        return seconds * SECOND + instant.getNano() / 1_000;
    }
}
