package io.outrider.agent.fleet.mqtt;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait before the next attempt: full jitter, so that a fleet does not come back in one wave. */
final class Backoff {
    private final Duration first;
    private final Duration most;
    private final RandomGenerator random;
    private int failures;

    Backoff(Duration first, Duration most, RandomGenerator random) {
        this.first = first;
        this.most = most;
        this.random = random;
    }

    /** Uniform between nothing and a ceiling that doubles with each call, up to the most. */
    Duration next() {
        long ceiling = most.toNanos();
        // 2^30 times anything is beyond the most, and a shift must not overflow
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
