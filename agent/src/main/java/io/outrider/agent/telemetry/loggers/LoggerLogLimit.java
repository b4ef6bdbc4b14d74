package io.outrider.agent.telemetry.loggers;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Rate limit of log lines about failing and recovering loggers. Not thread-safe. */
final class LoggerLogLimit {
    static final int MOST_PER_MINUTE = 20;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final Consumer<String> log;
    private long since;
    private int lines;

    LoggerLogLimit(Consumer<String> log) {
        this.log = log;
    }

    void log(String line, long now) {
        if (lines == 0 || now - since >= MINUTE) {
            if (lines > MOST_PER_MINUTE) {
                log.accept("the log has left out " + (lines - MOST_PER_MINUTE) + " such lines about loggers");
            }
            since = now;
            lines = 0;
        }
        lines++;
        if (lines <= MOST_PER_MINUTE) {
            log.accept(line);
        } else if (lines == MOST_PER_MINUTE + 1) {
            log.accept("more loggers fail or work again, which the log does not name for a minute; outrider logger.list"
                    + " has them all");
        }
    }
}
