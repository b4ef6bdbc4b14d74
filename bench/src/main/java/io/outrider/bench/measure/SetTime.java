package io.outrider.bench.measure;

import io.outrider.agent.runtime.clock.Timeline;
import io.outrider.wire.Moment;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A clock that is right and shows what it is set to. Any thread. */
final class SetTime implements Timeline {
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
    public Moment now() {
        return new Moment(micros, micros, true);
    }

    @Override
    public Moment of(Instant stamp) {
        long at = ChronoUnit.MICROS.between(Instant.EPOCH, stamp);
        return new Moment(at, at, true);
    }

    @Override
    public Moment settled(Moment moment) {
        return moment;
    }
}
