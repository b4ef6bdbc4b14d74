package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.wire.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Time source set by the test. */
final class SetClock implements TimeSource {
    volatile Instant now = Instant.parse("2026-11-21T12:00:00Z");
    volatile boolean trusted = true;
    volatile long shiftMicros;

    @Override
    public Timestamp now() {
        return of(now);
    }

    @Override
    public Timestamp of(Instant stamp) {
        return new Timestamp(ChronoUnit.MICROS.between(Instant.EPOCH, stamp), 0, trusted);
    }

    @Override
    public Timestamp settled(Timestamp timestamp) {
        return shiftMicros == 0 ? timestamp : timestamp.corrected(timestamp.micros() + shiftMicros);
    }
}
