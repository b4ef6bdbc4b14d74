package io.outrider.bench.measure;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.wire.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Trusted time source that is set by hand. Any thread. */
final class ManualTimeSource implements TimeSource {
    private volatile long micros;

    ManualTimeSource(Instant from) {
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
