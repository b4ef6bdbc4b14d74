package io.outrider.agent.runtime.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;

/**
 * Logback configuration without a {@code logback.xml}: warnings on standard error, or more with {@code
 * -Doutrider.log=DEBUG}. A service that logback finds; an XML file would keep its parser in the daemon's memory.
 */
@ConfiguratorRank(CommandLineLog.BEHIND_FILES)
public final class CommandLineLog extends ContextAwareBase implements Configurator {
    static final int BEHIND_FILES = (ConfiguratorRank.NOMINAL + ConfiguratorRank.FALLBACK) / 2;

    static final String STDERR = "stderr";

    /** Loggers of libraries that write requests with passwords at DEBUG. */
    private static final List<String> CREDENTIALS = List.of("com.github.dockerjava");

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Encoder<ILoggingEvent> encoder =
                encoder(event -> level(event) + LogSubject.of(event.getLoggerName()) + ": " + LogLine.message(event));
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender(context, encoder));
        context.getLogger(Logger.ROOT_LOGGER_NAME)
                .setLevel(Level.toLevel(System.getProperty("outrider.log"), Level.WARN));
        CREDENTIALS.forEach(name -> context.getLogger(name).setLevel(Level.WARN));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Padded for a column. */
    static String level(ILoggingEvent event) {
        return String.format("%-5s ", event.getLevel());
    }

    /** @param lines text of an event without the final newline */
    static Encoder<ILoggingEvent> encoder(Function<ILoggingEvent, String> lines) {
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setLayout(new LayoutBase<>() {
            @Override
            public String doLayout(ILoggingEvent event) {
                return lines.apply(event) + "\n";
            }
        });
        return encoder;
    }

    /** Started appender to standard error. */
    static ConsoleAppender<ILoggingEvent> appender(LoggerContext context, Encoder<ILoggingEvent> encoder) {
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setName(STDERR);
        encoder.setContext(context);
        encoder.start();
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }
}
