package io.outrider.agent.runtime.clock;

import io.outrider.wire.Micros;
import java.time.Duration;
import java.time.Instant;

/** The times that a satellite receiver tells. One that has just woken may tell nonsense: a single one is not believed. */
final class GnssTime {
    /** Receivers without a date begin in 1980, and old ones fall back by 1024 weeks. */
    private static final Instant EARLIEST = Instant.parse("2025-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

    /** Told to the second, and read up to a second late. */
    private static final long NEAR = 2 * Micros.SECOND;

    /** As long as the kernel takes a clock for synchronised that nobody corrects. */
    private static final long FRESH = Duration.ofHours(9).toMillis() * 1_000;

    private Fix last;

    /** In micros. */
    private record Fix(long offset, long up) {}

    /** Whether it can be believed. Times in micros of the monotonic clock. */
    boolean agree(Instant utc, long offset, long up) {
        if (utc.isBefore(EARLIEST) || utc.isAfter(LATEST)) {
            return false;
        }
        Fix before = last;
        boolean another = before == null || up - before.up() >= Micros.SECOND / 2; // not the same one again
        if (another) {
            last = new Fix(offset, up);
        }
        return another && before != null && isNear(before.offset(), offset);
    }

    static boolean isNear(long one, long other) {
        return Math.abs(one - other) <= NEAR;
    }

    /** Whether the last fix still says something. */
    boolean isFresh(long up) {
        return last != null && up - last.up() <= FRESH;
    }
}
