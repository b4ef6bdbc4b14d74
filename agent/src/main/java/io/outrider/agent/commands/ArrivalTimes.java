package io.outrider.agent.commands;

import io.outrider.api.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Times at which jobs came, as the journal has them: milliseconds since 1970, negative if nothing vouched for the clock.
 * Any thread.
 *
 * @param clock may jump
 * @param isTrusted whether the clock is right, as far as is known
 */
record ArrivalTimes(Clock clock, Ticker ticker, BooleanSupplier isTrusted) {
    /** By the clock as it is now, which may have been set since the job came. */
    long of(Job job) {
        long passed = TimeUnit.NANOSECONDS.toMillis(ticker.nanos() - job.receivedNanos);
        long millis = Math.abs(clock.millis() - passed);
        return isTrusted.getAsBoolean() ? millis : -millis;
    }

    /** True if a time is longer ago than this; false as long as that cannot be known. */
    boolean isBefore(long received, Duration age) {
        return received > 0 && isTrusted.getAsBoolean() && received < clock.millis() - age.toMillis();
    }
}
