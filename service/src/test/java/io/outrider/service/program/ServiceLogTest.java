package io.outrider.service.program;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServiceLogTest {
    /** Text of a unit that would colour a terminal, begin a line and reverse what follows. */
    private static final String TEXT = "a\u001b[31mb\r\nc\u009b\u202ed";

    private final LoggerContext context = new LoggerContext();

    @BeforeEach
    void configure() throws Exception {
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(ServiceLogTest.class.getResource("/logback.xml"));
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private String logged(String message, Throwable failure) {
        Logger logger = context.getLogger("io.outrider.x.Part");
        ConsoleAppender<ILoggingEvent> console = (ConsoleAppender<ILoggingEvent>)
                context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("console");
        LoggingEvent event = new LoggingEvent("", logger, Level.WARN, message, failure, null);
        return new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
    }

    @Test
    void aMessageIsOneLineWhateverAUnitHasWritten() {
        assertThat(logged("unit: " + TEXT, null))
                .endsWith(" WARN  Part - unit: a [31mb c d" + System.lineSeparator())
                .hasLineCount(1);
    }

    @Test
    void aStackTraceKeepsItsLinesOnce() {
        String text = logged("failed", new IllegalStateException(TEXT, new IllegalArgumentException("cause")));
        assertThat(text)
                .contains("Part - failed" + System.lineSeparator() + "java.lang.IllegalStateException: a?[31mb\r\nc??d")
                .containsOnlyOnce("IllegalStateException")
                .containsOnlyOnce("Caused by: java.lang.IllegalArgumentException: cause")
                .contains(System.lineSeparator() + "\tat io.outrider.service.program.ServiceLogTest.");
    }
}
