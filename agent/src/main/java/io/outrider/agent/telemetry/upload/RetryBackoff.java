package io.outrider.agent.telemetry.upload;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Exponential backoff with full jitter, so that a fleet does not reconnect in one wave. */
final class RetryBackoff {
    static final Duration FIRST = Duration.ofSeconds(1);
    static final Duration LONGEST = Duration.ofMinutes(5);

    private final RandomGenerator random;
    private long ceiling = FIRST.toNanos();

    RetryBackoff(RandomGenerator random) {
        this.random = random;
    }

    /** Nanoseconds, uniform between 0 and a ceiling that doubles with each call. */
    long next() {
        long pause = random.nextLong(ceiling + 1);
        ceiling = Math.min(LONGEST.toNanos(), ceiling * 2);
        return pause;
    }

    void reset() {
        ceiling = FIRST.toNanos();
    }
}
