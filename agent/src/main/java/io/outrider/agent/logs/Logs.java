package io.outrider.agent.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/** Where the log goes. The command line leaves it as {@link CommandLineLog} has it. */
public final class Logs {
    private Logs() {}

    /**
     * Logs as a daemon does from now on: its first act.
     *
     * @param journal whether systemd's journal reads standard error, which adds the time itself; else a person does
     */
    public static void asDaemon(boolean journal) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Encoder<ILoggingEvent> encoder = journal ? new JournalEncoder() : withTime();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAppender(CommandLineLog.STDERR);
        root.addAppender(CommandLineLog.appender(context, encoder));
    }

    private static PatternLayoutEncoder withTime() {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setPattern("%d %-5level %logger{0}: %msg%n");
        return encoder;
    }

    /** The least that is logged from now on. Any thread, at any time. */
    public static void level(LogLevel level) {
        ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
                .setLevel(Level.toLevel(level.name()));
    }

    /** One entry for each line of text, for so does the journal read it: each has the priority before it. */
    static final class JournalEncoder extends EncoderBase<ILoggingEvent> {
        @Override
        public byte[] headerBytes() {
            return new byte[0];
        }

        @Override
        public byte[] encode(ILoggingEvent event) {
            String prefix = "<" + priority(event.getLevel()) + ">";
            String logger =
                    event.getLoggerName().substring(event.getLoggerName().lastIndexOf('.') + 1);
            String text = prefix + logger + ": " + LogLine.text(event).replaceAll("\\R", "\n" + prefix + "  ") + "\n";
            return text.getBytes(StandardCharsets.UTF_8);
        }

        /** Of syslog. */
        private static int priority(Level level) {
            return switch (level.toInt()) {
                case Level.ERROR_INT -> 3;
                case Level.WARN_INT -> 4;
                case Level.INFO_INT -> 6;
                default -> 7;
            };
        }

        @Override
        public byte[] footerBytes() {
            return new byte[0];
        }
    }
}
