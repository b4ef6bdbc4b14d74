package io.outrider.agent.vehicle.triggers;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a trigger or a logger that events call from running away: after its cooldown only, and not more often than this a minute. What a function
 * causes cannot be told from what happens by itself, so that one that sets itself off is known by its rate. Not for
 * threads.
 */
public final class RateLimiter {
    public static final int MOST_PER_MINUTE = 20;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final long cooldown;
    private final int most;
    private final Deque<Long> calls = new ArrayDeque<>(); // of the last minute
    private long last;
    private boolean called;
    private long held; // when it was last held back
    private boolean holding;

    /** What is to be done. */
    public enum Verdict {
        GO,
        COOLING,
        /** It is held back, and was not just before. */
        HOLD,
        STILL_HELD
    }

    public RateLimiter(int cooldownSeconds) {
        this(cooldownSeconds, MOST_PER_MINUTE);
    }

    RateLimiter(int cooldownSeconds, int mostPerMinute) {
        cooldown = TimeUnit.SECONDS.toNanos(cooldownSeconds);
        most = mostPerMinute;
    }

    public Verdict ask(long now) {
        if (called && now - last < cooldown) {
            return Verdict.COOLING;
        }
        while (!calls.isEmpty() && now - calls.getFirst() >= MINUTE) {
            calls.removeFirst();
        }
        if (calls.size() >= most) {
            boolean first = !isHolding(now);
            holding = true;
            held = now;
            return first ? Verdict.HOLD : Verdict.STILL_HELD;
        }
        calls.addLast(now);
        last = now;
        called = true;
        return Verdict.GO;
    }

    /** The call for which it was asked last, and let go, is not made after all: it does not count. */
    public void takeBack() {
        calls.removeLast();
    }

    /** Whether it was in the last minute. */
    public boolean isHolding(long now) {
        return holding && now - held < MINUTE;
    }
}
