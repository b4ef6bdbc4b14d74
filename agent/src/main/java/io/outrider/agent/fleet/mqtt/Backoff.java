package io.outrider.agent.fleet.mqtt;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Exponential backoff with full jitter, so that a fleet does not reconnect in one wave. */
final class Backoff {
    private final Duration first;
    private final Duration longest;
    private final RandomGenerator random;
    private int failures;

    Backoff(Duration first, Duration longest, RandomGenerator random) {
        this.first = first;
        this.longest = longest;
        this.random = random;
    }

    /** Returns a uniform random pause up to a ceiling that doubles with each call. */
    Duration next() {
        long ceiling = longest.toNanos();
        // 2^30 times the first pause exceeds the longest; avoids overflow of the shift
        if (failures < 30 && first.toNanos() << failures < ceiling) {
            ceiling = first.toNanos() << failures;
        }
        failures++;
        return Duration.ofNanos(random.nextLong(ceiling + 1));
    }

    void reset() {
        failures = 0;
    }
}
