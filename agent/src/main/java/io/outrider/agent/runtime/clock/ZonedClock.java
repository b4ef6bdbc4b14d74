package io.outrider.agent.runtime.clock;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/** View of a clock in another time zone. */
final class ZonedClock extends Clock {
    private final Clock clock;
    private final ZoneId zone;

    ZonedClock(Clock clock, ZoneId zone) {
        this.clock = clock;
        this.zone = zone;
    }

    @Override
    public Instant instant() {
        return clock.instant();
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new ZonedClock(clock, other);
    }
}
