package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.api.Ticker;
import io.outrider.wire.Timestamp;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Clock and ticker advanced by the test. */
final class VirtualTime extends Clock implements Ticker, TimeSource {
    private long nanos = 77_000_000_123L;
    private Instant wall = Instant.parse("2026-03-01T12:00:00Z");

    void advance(long by) {
        nanos += by;
        wall = wall.plusNanos(by);
    }

    void setWall(String text) {
        wall = Instant.parse(text);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public void sleep(long by) {
        if (by > 0) {
            advance(by);
        }
    }

    @Override
    public Instant instant() {
        return wall;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Timestamp now() {
        return of(wall);
    }

    @Override
    public Timestamp of(Instant stamp) {
        return new Timestamp(stamp.getEpochSecond() * 1_000_000 + stamp.getNano() / 1_000, nanos / 1_000, true);
    }

    @Override
    public Timestamp settled(Timestamp moment) {
        return moment;
    }
}
