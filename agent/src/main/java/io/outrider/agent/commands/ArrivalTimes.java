package io.outrider.agent.commands;

import io.outrider.api.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Clock for arrival times in the journal: milliseconds since 1970, negative if not trusted. Thread-safe. */
record ArrivalTimes(Clock clock, Ticker ticker, BooleanSupplier isTrusted) {
    /** Computed back from the current clock, which may have been set since the job arrived. */
    long of(Job job) {
        long passed = TimeUnit.NANOSECONDS.toMillis(ticker.nanos() - job.receivedNanos);
        long millis = Math.abs(clock.millis() - passed);
        return isTrusted.getAsBoolean() ? millis : -millis;
    }

    /** False while either time is not trusted. */
    boolean isBefore(long received, Duration age) {
        return received > 0 && isTrusted.getAsBoolean() && received < clock.millis() - age.toMillis();
    }
}
