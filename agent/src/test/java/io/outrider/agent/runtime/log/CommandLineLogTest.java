package io.outrider.agent.runtime.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class CommandLineLogTest {
    private final LoggerContext context = new LoggerContext();

    @Test
    void warningsAreALineEachWithoutTheirTraces() {
        new CommandLineLog().configure(context);
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        assertThat(root.getLevel()).isEqualTo(Level.WARN);
        ConsoleAppender<ILoggingEvent> appender =
                (ConsoleAppender<ILoggingEvent>) root.getAppender(CommandLineLog.STDERR);
        assertThat(appender.getTarget()).isEqualTo("System.err");
        LoggingEvent event = new LoggingEvent(
                "", context.getLogger("toy.Talker"), Level.WARN, "it rains", new IllegalStateException("wet"), null);
        assertThat(new String(appender.getEncoder().encode(event), StandardCharsets.UTF_8))
                .isEqualTo("WARN  toy.Talker: it rains" + System.lineSeparator());
        context.stop();
    }

    @Test
    void theLogLevelPropertyApplies() {
        System.setProperty("outrider.log", "debug");
        try {
            new CommandLineLog().configure(context);
            assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME).getLevel()).isEqualTo(Level.DEBUG);
        } finally {
            System.clearProperty("outrider.log");
            context.stop();
        }
    }

    @Test
    void logbackFindsItAfterFilesAndBeforeItsOwnDefault() {
        assertThat(ServiceLoader.load(Configurator.class)).hasAtLeastOneElementOfType(CommandLineLog.class);
        assertThat(CommandLineLog.BEHIND_FILES).isBetween(ConfiguratorRank.FALLBACK + 1, ConfiguratorRank.NOMINAL - 1);
    }
}
