package io.outrider.agent.runtime.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.outrider.agent.runtime.functions.Printable;
import io.outrider.api.Excerpt;
import io.outrider.api.Reading;

/**
 * Log line.
 *
 * @param time UTC with microseconds and no zone, so that texts sort as times
 * @param logger the {@link LogSubject}
 */
public record LogLine(String time, String level, String logger, String message) {
    /** Longer messages are cut, so that one line cannot displace all others. */
    private static final int MAX_LENGTH = 8_192;

    static LogLine of(ILoggingEvent event) {
        String message = text(event);
        return new LogLine(
                Reading.text(event.getInstant()),
                event.getLevel().toString(),
                LogSubject.of(event.getLoggerName()),
                Excerpt.of(message, MAX_LENGTH));
    }

    /** Printable message, with the stack trace if any. */
    static String text(ILoggingEvent event) {
        String trace = event.getThrowableProxy() == null
                ? ""
                : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy()).replace("\r\n", "\n");
        return Printable.text(message(event) + trace).stripTrailing();
    }

    static String message(ILoggingEvent event) {
        return Printable.text(String.valueOf(event.getFormattedMessage()));
    }

    int bytes() {
        return 100 + logger.length() + message.length() * 2;
    }
}
