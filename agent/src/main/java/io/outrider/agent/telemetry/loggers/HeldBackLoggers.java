package io.outrider.agent.telemetry.loggers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Names of loggers that are held back and not said to be so yet: they wait for others, so that one line has them all. Not for threads. */
final class HeldBackLoggers {
    private static final long WAIT = TimeUnit.SECONDS.toNanos(10);

    private final List<String> names = new ArrayList<>();
    private long since;

    void add(String name, long now) {
        if (names.isEmpty()) {
            since = now;
        }
        names.add(name);
    }

    /** @return nanoseconds until they are to be said; {@link LoggerState#NEVER} if there are none */
    long untilSaid(long now) {
        return names.isEmpty() ? LoggerState.NEVER : Math.max(0, since + WAIT - now);
    }

    /** @return those that are to be said now */
    List<String> take(long now) {
        if (untilSaid(now) > 0) {
            return List.of();
        }
        List<String> taken = List.copyOf(names);
        names.clear();
        return taken;
    }
}
