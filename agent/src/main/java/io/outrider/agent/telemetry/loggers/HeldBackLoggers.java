package io.outrider.agent.telemetry.loggers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Names of rate limited loggers, collected for 10 s into one log line. Not thread-safe. */
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

    /** @return nanoseconds until they are logged; {@link LoggerState#NEVER} if there are none */
    long untilReport(long now) {
        return names.isEmpty() ? LoggerState.NEVER : Math.max(0, since + WAIT - now);
    }

    /** @return names to be logged now */
    List<String> drain(long now) {
        if (untilReport(now) > 0) {
            return List.of();
        }
        List<String> drained = List.copyOf(names);
        names.clear();
        return drained;
    }
}
