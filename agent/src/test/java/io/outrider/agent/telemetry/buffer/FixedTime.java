package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.clock.Timeline;
import io.outrider.wire.Moment;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that tests set. */
final class FixedTime implements Timeline {
    final AtomicLong micros = new AtomicLong(1_700_000_000_000_000L);
    volatile boolean trusted = true;

    @Override
    public Moment now() {
        return new Moment(micros.get(), micros.get(), trusted);
    }

    @Override
    public Moment of(Instant stamp) {
        return now();
    }

    @Override
    public Moment settled(Moment moment) {
        return moment;
    }
}
