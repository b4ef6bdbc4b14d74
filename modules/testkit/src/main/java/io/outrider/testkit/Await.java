package io.outrider.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Polling assertions for events on another thread or in another process. */
public final class Await {
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;

    /** Longer where limits are: there each look takes more of what is awaited. */
    private static final long LONGEST_PAUSE_NANOS =
            TimeoutFactor.scaled(Duration.ofMillis(50)).toNanos();

    private Await() {}

    /** What is awaited. An exception means not yet, and is the cause of the failure if it stays; an assertion that fails ends the wait. */
    @FunctionalInterface
    public interface Expectation {
        boolean holds() throws Exception;
    }

    /** Looks again after a twentieth of the time that has passed, so that the wait does not slow down what it waits for. */
    public static void until(String sentence, Duration limit, Expectation condition) {
        Duration atMost = TimeoutFactor.scaled(limit);
        long start = System.nanoTime();
        Exception last = null;
        do {
            try {
                if (condition.holds()) {
                    return;
                }
                last = null;
            } catch (Exception e) {
                last = e;
            }
            long passed = System.nanoTime() - start;
            LockSupport.parkNanos(Math.max(SHORTEST_PAUSE_NANOS, Math.min(LONGEST_PAUSE_NANOS, passed / 20)));
        } while (System.nanoTime() - start < atMost.toNanos());
        throw new AssertionError("not within " + atMost + ": " + sentence, last);
    }

    /** {@link #until(String, Duration, Condition)} with one minute, enough for a busy machine. */
    public static void until(String sentence, Expectation condition) {
        until(sentence, Duration.ofMinutes(1), condition);
    }
}
