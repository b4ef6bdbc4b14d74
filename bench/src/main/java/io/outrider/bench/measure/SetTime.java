package io.outrider.bench.measure;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.wire.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A clock that is right and shows what it is set to. Any thread. */
final class SetTime implements TimeSource {
    private volatile long micros;

    SetTime(Instant from) {
        micros = ChronoUnit.MICROS.between(Instant.EPOCH, from);
    }

    void set(long to) {
        micros = to;
    }

    long micros() {
        return micros;
    }

    @Override
    public Timestamp now() {
        return new Timestamp(micros, micros, true);
    }

    @Override
    public Timestamp of(Instant stamp) {
        long at = ChronoUnit.MICROS.between(Instant.EPOCH, stamp);
        return new Timestamp(at, at, true);
    }

    @Override
    public Timestamp settled(Timestamp moment) {
        return moment;
    }
}
