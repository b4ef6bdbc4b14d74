package io.outrider.wire;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * When something was.
 *
 * @param micros since 1970, UTC; only a guess unless trusted
 * @param upMicros the machine's clock since its boot, which goes on through restarts of the process and suspends; means
 *     something only in the boot in which it was read
 * @param trusted whether the wall clock was known to be right, or the guess has been corrected since
 */
public record Timestamp(long micros, long upMicros, boolean trusted) {
    private static final int MILLISECOND = 1_000;

    public Instant instant() {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** To the millisecond before; by both clocks alike, so that their distance stays what it was. */
    public Timestamp inMilliseconds() {
        long beside = Math.floorMod(micros, MILLISECOND);
        return new Timestamp(micros - beside, upMicros - beside, trusted);
    }

    /** The same moment by a clock that is right. */
    public Timestamp corrected(long micros) {
        return new Timestamp(micros, upMicros, true);
    }
}
