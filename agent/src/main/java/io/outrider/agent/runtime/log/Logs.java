package io.outrider.agent.runtime.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.slf4j.LoggerFactory;

/** Where the log goes. The command line leaves it as {@link CommandLineLog} has it. */
public final class Logs {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS").withZone(ZoneId.systemDefault());

    private Logs() {}

    /**
     * Logs as a daemon does from now on: its first act.
     *
     * @param journal whether systemd's journal reads standard error, which adds the time itself; else a person does
     */
    public static void asDaemon(boolean journal) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Encoder<ILoggingEvent> encoder = new TextEncoder(journal ? Logs::journal : Logs::timed);
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAppender(CommandLineLog.STDERR);
        root.addAppender(CommandLineLog.appender(context, encoder));
    }

    /** The least that is logged from now on. Any thread, at any time. */
    public static void level(LogLevel level) {
        ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
                .setLevel(Level.toLevel(level.name()));
    }

    /** With the local time, as a person reads it. */
    private static String timed(ILoggingEvent event) {
        return TIME.format(event.getInstant()) + " " + CommandLineLog.level(event)
                + LogSubject.of(event.getLoggerName()) + ": " + LogLine.text(event);
    }

    /** One entry for each line of text, for so does the journal read it: each has the priority before it. */
    static String journal(ILoggingEvent event) {
        String prefix = "<" + priority(event.getLevel()) + ">";
        String text = LogLine.text(event).replace("\n", "\n" + prefix + "  ");
        return prefix + LogSubject.of(event.getLoggerName()) + ": " + text;
    }

    /** Severity of syslog. */
    private static int priority(Level level) {
        return switch (level.toInt()) {
            case Level.ERROR_INT -> 3;
            case Level.WARN_INT -> 4;
            case Level.INFO_INT -> 6;
            default -> 7;
        };
    }
}
