package io.outrider.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waiting for something that happens on another thread or in another process. */
public final class Await {
    private Await() {}

    /** May throw, which counts as not yet. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    /** Fails with the sentence when the condition does not hold within the time; looks every millisecond. */
    public static void until(String sentence, Duration atMost, Condition condition) {
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

    /** {@link #until(String, Duration, Condition)} with a minute, which a busy machine needs now and then. */
    public static void until(String sentence, Condition condition) {
        until(sentence, Duration.ofMinutes(1), condition);
    }
}
