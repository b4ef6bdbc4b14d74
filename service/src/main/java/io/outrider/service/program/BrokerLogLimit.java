package io.outrider.service.program;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * Filter of the log that lets a few lines of the broker's library through each minute: it has one, with a stack trace, for each
 * client that speaks no MQTT. Called by the appender, one thread at a time or several.
 */
public final class BrokerLogLimit extends Filter<ILoggingEvent> {
    private static final int MOST_A_MINUTE = 20;
    private static final long MINUTE_MILLIS = 60_000;

    private long minute;
    private int lines;

    @Override
    public synchronized FilterReply decide(ILoggingEvent event) {
        if (!event.getLoggerName().startsWith("org.apache.activemq")) {
            return FilterReply.NEUTRAL;
        }
        long now = event.getTimeStamp() / MINUTE_MILLIS;
        if (now != minute) {
            minute = now;
            lines = 0;
        }
        return ++lines <= MOST_A_MINUTE ? FilterReply.NEUTRAL : FilterReply.DENY;
    }
}
