package io.outrider.agent.runtime.clock;

import io.outrider.api.Ticker;
import io.outrider.testkit.ManualTicker;
import io.outrider.wire.Micros;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Simulated machine: monotonic clock, wall clock set by the test, and true time. */
public final class SimulatedTime implements Synchronisation {
    private final ManualTicker ticker = new ManualTicker();
    private final long truth = Micros.of(Instant.parse("2026-11-21T12:00:00Z"));
    private volatile long wall;
    private volatile SyncState state = SyncState.NO;

    /** Switched on a while ago, its wall clock beginning in 1970. */
    public SimulatedTime() {
        pass(Duration.ofSeconds(42));
    }

    public Ticker ticker() {
        return ticker;
    }

    public void pass(Duration time) {
        ticker.advance(time.toNanos());
    }

    long up() {
        return ticker.nanos() / 1_000;
    }

    /** The true time, which only the test knows. */
    public Instant truth() {
        return truthAt(up());
    }

    Instant truthAt(long up) {
        return Instant.EPOCH.plus(up + truth, ChronoUnit.MICROS);
    }

    /** Sets the wall clock, as an operator does; the kernel is then unsynchronised. */
    public void setWall(Instant now) {
        state = SyncState.NO;
        wall = Micros.of(now) - up();
    }

    /** A daemon that knows the time puts the wall clock right. */
    public void synchronise(Duration off) {
        wall = truth + off.toNanos() / 1_000;
        state = SyncState.YES;
    }

    public void become(SyncState other) {
        state = other;
    }

    @Override
    public SyncState state() {
        return state;
    }

    public Clock wall() {
        return new Clock() {
            @Override
            public Instant instant() {
                return Instant.EPOCH.plus(up() + wall, ChronoUnit.MICROS);
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new UnsupportedOperationException();
            }
        };
    }

    public UnitClock clock() {
        return new UnitClock(wall(), ticker, this);
    }
}
