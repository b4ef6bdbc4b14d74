package io.outrider.wire;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Timestamp by the wall clock and the monotonic clock.
 *
 * @param micros since 1970, UTC; an estimate unless trusted
 * @param upMicros since the boot of the machine, suspends included; comparable only within one boot
 * @param trusted whether the wall clock was known to be right, or the timestamp has been corrected since
 */
public record Timestamp(long micros, long upMicros, boolean trusted) {
    private static final int MILLISECOND = 1_000;

    public Instant instant() {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Truncated to the millisecond; both clocks by the same amount, which keeps their difference. */
    public Timestamp inMilliseconds() {
        long remainder = Math.floorMod(micros, MILLISECOND);
        return new Timestamp(micros - remainder, upMicros - remainder, trusted);
    }

    /** Copy with the time of a correct clock. */
    public Timestamp corrected(long micros) {
        return new Timestamp(micros, upMicros, true);
    }
}
