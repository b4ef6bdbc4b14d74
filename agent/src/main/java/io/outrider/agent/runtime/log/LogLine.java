package io.outrider.agent.runtime.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.outrider.agent.runtime.functions.Printable;
import io.outrider.api.Reading;

/**
 * A line of the log.
 *
 * @param time UTC with microseconds and no zone, so that texts sort as times
 * @param logger the {@link LogSubject}: what it is from
 * @param message with the trace, if there is one
 */
public record LogLine(String time, String level, String logger, String message) {
    /** Longer ones are cut: no line may push all others out of memory. */
    private static final int LONGEST = 8_192;

    static LogLine of(ILoggingEvent event) {
        String message = text(event);
        return new LogLine(
                Reading.text(event.getInstant()),
                event.getLevel().toString(),
                LogSubject.of(event.getLoggerName()),
                message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "…");
    }

    /** The message as it can be printed, with the trace if there is one. */
    static String text(ILoggingEvent event) {
        String trace = event.getThrowableProxy() == null
                ? ""
                : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy()).replace("\r\n", "\n");
        return Printable.text(message(event) + trace).stripTrailing();
    }

    /** Without the trace. */
    static String message(ILoggingEvent event) {
        return Printable.text(String.valueOf(event.getFormattedMessage()));
    }

    /** About what it takes in memory. */
    int bytes() {
        return 100 + logger.length() + message.length() * 2;
    }
}
