package io.outrider.bench.soak;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** How long a part of the soak goes on, by time or by a count, and the random moments in it. */
final class TimeBudget {
    private final long end;
    private final Count count;
    private final Random random;

    /** @param time of no account if a count is wanted */
    TimeBudget(Duration time, Count count, Random random) {
        this.end = System.nanoTime() + time.toNanos();
        this.count = count;
        this.random = random;
    }

    boolean left() {
        return left(Duration.ZERO);
    }

    /** Whether at least this much is left; negative: whether it is over by no more. */
    boolean left(Duration least) {
        return count.isWanted() ? count.left() : end - System.nanoTime() > least.toNanos();
    }

    /** Lets this much time pass, at random between the two; the disturbances lie between. */
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
