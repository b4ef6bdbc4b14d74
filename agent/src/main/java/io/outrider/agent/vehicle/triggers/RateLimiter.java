package io.outrider.agent.vehicle.triggers;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Rate limiter of a trigger, or of a logger called by events: a cooldown and a limit a minute. A call that causes its
 * own event can be recognised by its rate only. Any thread.
 */
public final class RateLimiter {
    public static final int MOST_PER_MINUTE = 20;
    private static final int MOST_NAMED = 5;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final long cooldown;
    private final int most;
    private final Deque<Long> calls = new ArrayDeque<>(); // ticker times of the last minute's calls
    private Long last; // ticker time of the last call; null before the first
    private Long limitedAt; // ticker time of the last rejection by the limit

    public enum Decision {
        ALLOWED,
        COOLDOWN,
        /** Rejected by the limit for the first time in a minute. */
        LIMIT_REACHED,
        LIMITED
    }

    public RateLimiter(int cooldownSeconds) {
        this(cooldownSeconds, MOST_PER_MINUTE);
    }

    RateLimiter(int cooldownSeconds, int mostPerMinute) {
        cooldown = TimeUnit.SECONDS.toNanos(cooldownSeconds);
        most = mostPerMinute;
    }

    public synchronized Decision tryAcquire(long now) {
        if (last != null && now - last < cooldown) {
            return Decision.COOLDOWN;
        }
        while (!calls.isEmpty() && now - calls.getFirst() >= MINUTE) {
            calls.removeFirst();
        }
        if (calls.size() >= most) {
            boolean first = !isLimiting(now);
            limitedAt = now;
            return first ? Decision.LIMIT_REACHED : Decision.LIMITED;
        }
        calls.addLast(now);
        last = now;
        return Decision.ALLOWED;
    }

    /** Undoes the last allowed call, which is not made and does not count. */
    public synchronized void release() {
        calls.removeLast();
    }

    /** True if the limit rejected a call in the last minute. */
    public synchronized boolean isLimiting(long now) {
        return limitedAt != null && now - limitedAt < MINUTE;
    }

    /** Problem text about all rate limited ones of a kind, such as trigger; at least one. The remedy is a sentence. */
    public static String notice(String kind, List<String> names, String remedy) {
        if (names.size() == 1) {
            return "The " + kind + " '" + names.get(0) + "' is held back, as it was pulled more than " + MOST_PER_MINUTE
                    + " times in a minute. " + remedy;
        }
        String some = names.stream().limit(MOST_NAMED).collect(Collectors.joining("', '", "'", "'"));
        int more = names.size() - MOST_NAMED;
        return names.size() + " " + kind + "s are held back, as each was pulled more than " + MOST_PER_MINUTE
                + " times in a minute: " + some + (more > 0 ? " and " + more + " more" : "") + ". " + remedy;
    }
}
