package io.outrider.agent.logs;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.outrider.api.Reading;

/**
 * A line of the log.
 *
 * @param time UTC with microseconds and no zone, so that texts sort as times
 * @param message with the trace, if there is one
 */
record LogLine(String time, String level, String logger, String message) {
    /** Longer ones are cut: no line may push all others out of memory. */
    private static final int LONGEST = 8_192;

    static LogLine of(ILoggingEvent event) {
        String message = text(event);
        return new LogLine(
                Reading.text(event.getInstant()),
                event.getLevel().toString(),
                event.getLoggerName(),
                message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "…");
    }

    /** The message as it is, with the trace if there is one. */
    static String text(ILoggingEvent event) {
        String message = String.valueOf(event.getFormattedMessage());
        if (event.getThrowableProxy() != null) {
            message += "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
        }
        return message.stripTrailing();
    }

    /** About what it takes in memory. */
    int bytes() {
        return 100 + logger.length() + message.length() * 2;
    }
}
