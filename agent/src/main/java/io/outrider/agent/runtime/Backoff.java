package io.outrider.agent.runtime;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Exponential backoff with full jitter, so that a fleet does not reconnect in one wave. */
public final class Backoff {
    private final Duration first;
    private final Duration longest;
    private final RandomGenerator random;
    private int failures;

    public Backoff(Duration first, Duration longest, RandomGenerator random) {
        this.first = first;
        this.longest = longest;
        this.random = random;
    }

    /** Returns a uniform random pause up to a ceiling that doubles with each call. */
    public Duration next() {
        return Duration.ofNanos(random.nextLong(ceiling(first.toNanos(), longest.toNanos(), failures++) + 1));
    }

    public void reset() {
        failures = 0;
    }

    /** Pause without jitter: the first one doubled as many times, or the longest one. */
    public static long ceiling(long first, long longest, int doublings) {
        int shift = Math.min(doublings, Long.SIZE - 2); // a larger one would wrap around
        return first > longest >> shift ? longest : first << shift;
    }
}
