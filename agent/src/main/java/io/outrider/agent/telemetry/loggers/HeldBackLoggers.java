package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.vehicle.triggers.RateLimiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Names of rate limited loggers, collected for 10 s into one log line. Not thread-safe. */
final class HeldBackLoggers {
    static final String REMEDY = "If its function causes the event that it waits for, narrow its 'on'.";

    private static final Logger LOG = LoggerFactory.getLogger(HeldBackLoggers.class);
    private static final long WAIT = TimeUnit.SECONDS.toNanos(10);

    private final List<String> names = new ArrayList<>();
    private long since;

    void add(String name, long now) {
        since = names.isEmpty() ? now : since;
        names.add(name);
    }

    /**
     * Logs them if it is time.
     *
     * @return nanoseconds until then; {@link LoggerState#NEVER} if there are none left
     */
    long log(long now) {
        if (names.isEmpty()) {
            return LoggerState.NEVER;
        }
        if (now - since < WAIT) {
            return since + WAIT - now;
        }
        LOG.warn("{}", RateLimiter.notice("logger", names, REMEDY));
        names.clear();
        return LoggerState.NEVER;
    }
}
