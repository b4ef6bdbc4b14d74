package io.outrider.agent.runtime.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.slf4j.LoggerFactory;

/** Configuration of the daemon's log; the command line uses {@link CommandLineLog}. */
public final class Logs {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS").withZone(ZoneId.systemDefault());

    private Logs() {}

    /** @param journal true if systemd's journal reads standard error and adds the time; else a person reads it */
    public static void asDaemon(boolean journal) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Encoder<ILoggingEvent> encoder = CommandLineLog.encoder(journal ? Logs::journal : Logs::timed);
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAppender(CommandLineLog.STDERR);
        root.addAppender(CommandLineLog.appender(context, encoder));
    }

    public static void configure(LogSettings settings) {
        ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
                .setLevel(Level.toLevel(settings.level().name()));
    }

    private static String timed(ILoggingEvent event) {
        return TIME.format(event.getInstant()) + " " + CommandLineLog.level(event)
                + LogSubject.of(event.getLoggerName()) + ": " + LogLine.text(event);
    }

    /** One journal entry for each line of text, each with its priority prefix. */
    static String journal(ILoggingEvent event) {
        String prefix = "<" + priority(event.getLevel()) + ">";
        String text = LogLine.text(event).replace("\n", "\n" + prefix + "  ");
        return prefix + LogSubject.of(event.getLoggerName()) + ": " + text;
    }

    private static int priority(Level level) {
        return switch (level.toInt()) {
            case Level.ERROR_INT -> 3;
            case Level.WARN_INT -> 4;
            case Level.INFO_INT -> 6;
            default -> 7;
        };
    }
}
