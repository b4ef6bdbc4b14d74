package io.outrider.bench.soak;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Budget of a scenario, by time or by a count, with its random delays. */
final class TimeBudget {
    private final long end;
    private final Count count;
    private final Random random;

    /** @param time ignored if a count is wanted */
    TimeBudget(Duration time, Count count, Random random) {
        this.end = System.nanoTime() + time.toNanos();
        this.count = count;
        this.random = random;
    }

    boolean left() {
        return left(Duration.ZERO);
    }

    /** True if at least this much time is left; a negative value allows an overrun. */
    boolean left(Duration least) {
        return count.isWanted() ? count.left() : end - System.nanoTime() > least.toNanos();
    }

    /** Sleeps for a random time between the two. */
    void pass(int leastMillis, int mostMillis) {
        long until = System.nanoTime() + (leastMillis + random.nextInt(mostMillis - leastMillis + 1)) * 1_000_000L;
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    boolean chance(double part) {
        return random.nextDouble() < part;
    }

    int one(int of) {
        return random.nextInt(of);
    }
}
