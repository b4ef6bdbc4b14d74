package io.outrider.agent.runtime.clock;

import io.outrider.wire.Micros;
import java.time.Duration;
import java.time.Instant;

/** Filter of a satellite receiver's times: a single fix is not trusted, as receivers report nonsense after power-up. */
final class GnssTime {
    /** Receivers without a date start in 1980; old ones are off by 1024 weeks. */
    private static final Instant EARLIEST = Instant.parse("2025-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

    /** Tolerance in µs: fixes have whole seconds and are read up to 1 s late. */
    private static final long NEAR = 2 * Micros.SECOND;

    /** In µs; the time after which the kernel declares an uncorrected clock unsynchronised. */
    private static final long FRESH = Duration.ofHours(9).toMillis() * 1_000;

    private TimeFix last;

    private record TimeFix(long offset, long up) {}

    /** True if this fix agrees with an earlier one. Times in µs of the monotonic clock. */
    boolean agree(Instant utc, long offset, long up) {
        if (utc.isBefore(EARLIEST) || utc.isAfter(LATEST)) {
            return false;
        }
        TimeFix before = last;
        boolean another = before == null || up - before.up() >= Micros.SECOND / 2; // not the same fix
        if (another) {
            last = new TimeFix(offset, up);
        }
        return another && before != null && isNear(before.offset(), offset);
    }

    static boolean isNear(long one, long other) {
        return Math.abs(one - other) <= NEAR;
    }

    boolean isFresh(long up) {
        return last != null && up - last.up() <= FRESH;
    }
}
