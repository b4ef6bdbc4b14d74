package io.outrider.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Polling assertions for events on another thread or in another process. */
public final class Await {
    private Await() {}

    @FunctionalInterface
    public interface Expectation {
        boolean holds() throws Exception;
    }

    public static void until(String sentence, Duration limit, Expectation condition) {
        Duration atMost = TimeoutFactor.scaled(limit);
        long deadline = System.nanoTime() + atMost.toNanos();
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
            LockSupport.parkNanos(1_000_000);
        } while (System.nanoTime() < deadline);
        throw new AssertionError("not within " + atMost + ": " + sentence, last);
    }

    /** {@link #until(String, Duration, Condition)} with one minute, enough for a busy machine. */
    public static void until(String sentence, Expectation condition) {
        until(sentence, Duration.ofMinutes(1), condition);
    }
}
