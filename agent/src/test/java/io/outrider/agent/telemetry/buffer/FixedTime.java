package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.wire.Timestamp;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Clock set by tests. */
final class FixedTime implements TimeSource {
    final AtomicLong micros = new AtomicLong(1_700_000_000_000_000L);
    volatile boolean trusted = true;

    @Override
    public Timestamp now() {
        return new Timestamp(micros.get(), micros.get(), trusted);
    }

    @Override
    public Timestamp of(Instant stamp) {
        return now();
    }

    @Override
    public Timestamp settled(Timestamp timestamp) {
        return timestamp;
    }
}
