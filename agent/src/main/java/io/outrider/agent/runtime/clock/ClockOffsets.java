package io.outrider.agent.runtime.clock;

import io.outrider.api.Ticker;
import io.outrider.wire.Micros;
import java.time.Clock;

/** Measurement of the offset between a wall clock and the monotonic one. */
final class ClockOffsets {
    private static final int TRIES = 5;
    private static final long GOOD_NANOS = 100_000;

    private ClockOffsets() {}

    /** In µs; the least interrupted of several reads. */
    static long measure(Clock wall, Ticker ticker) {
        long best = Long.MAX_VALUE;
        long offset = 0;
        for (int i = 0; i < TRIES && best > GOOD_NANOS; i++) {
            long before = ticker.nanos();
            long micros = Micros.of(wall.instant());
            long took = ticker.nanos() - before;
            if (took < best) {
                best = took;
                offset = micros - Math.floorDiv(before + took / 2, 1_000L);
            }
        }
        return offset;
    }
}
