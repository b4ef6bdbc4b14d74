package io.outrider.agent.runtime.clock;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Simulated machine that the test can suspend: its monotonic clock stops, its other clocks continue. */
public final class SuspendedMachine {
    private final LongSupplier awake;
    private final AtomicLong suspended = new AtomicLong();
    private final BootTimeTicker ticker;
    private volatile long set; // nanoseconds by which the wall clock was set

    /** Its time passes as this machine's does. */
    public SuspendedMachine() {
        this(System::nanoTime);
    }

    /** @param awake its monotonic clock */
    SuspendedMachine(LongSupplier awake) {
        this.awake = awake;
        ticker = new BootTimeTicker(awake, () -> awake.getAsLong() + suspended.get());
    }

    public void suspend(Duration time) {
        suspended.addAndGet(time.toNanos());
    }

    /** Sets the wall clock, as an operator does. */
    void set(Duration by) {
        set += by.toNanos();
    }

    public BootTimeTicker ticker() {
        return ticker;
    }

    /** Keeps its time through suspends. */
    public Clock wall() {
        Instant begun = Instant.parse("2026-11-21T18:00:00Z");
        long zero = awake.getAsLong() + suspended.get();
        return new Clock() {
            @Override
            public Instant instant() {
                return begun.plusNanos(awake.getAsLong() + suspended.get() + set - zero);
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                InstantSource source = this::instant;
                return source.withZone(zone);
            }
        };
    }
}
