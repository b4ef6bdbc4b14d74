package io.outrider.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * JUnit extension that fails a test that logs an error, or an exception from WARN up, without {@link Announces}, and a
 * test whose announced line is missing. Registered for every test through {@code META-INF/services}.
 */
public final class LoggedErrors implements BeforeEachCallback, AfterEachCallback {
    private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(LoggedErrors.class);

    @Override
    public void beforeEach(ExtensionContext context) {
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        root().addAppender(seen);
        context.getStore(SPACE).put("seen", seen);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        @SuppressWarnings("unchecked")
        ListAppender<ILoggingEvent> seen = context.getStore(SPACE).remove("seen", ListAppender.class);
        root().detachAppender(seen);
        seen.stop();
        check(List.copyOf(seen.list), announced(context));
    }

    static void check(List<ILoggingEvent> events, List<String> announced) {
        List<String> missing = new ArrayList<>(announced);
        List<String> surprises = new ArrayList<>();
        for (ILoggingEvent event : events) {
            String message = event.getFormattedMessage();
            boolean expected = missing.removeIf(pattern -> matches(pattern, message))
                    || announced.stream().anyMatch(pattern -> matches(pattern, message));
            if (!expected && isAlarming(event)) {
                surprises.add(event.getLevel() + " " + event.getLoggerName() + ": " + message
                        + (event.getThrowableProxy() == null
                                ? ""
                                : " ← " + event.getThrowableProxy().getMessage()));
            }
        }
        if (!surprises.isEmpty()) {
            throw new AssertionError("logged, and not announced with @Announces: " + surprises);
        }
        if (!missing.isEmpty()) {
            throw new AssertionError("announced, but never logged: " + missing);
        }
    }

    private static boolean matches(String pattern, String message) {
        return Pattern.compile(pattern).matcher(message).find();
    }

    private static boolean isAlarming(ILoggingEvent event) {
        return event.getLevel().isGreaterOrEqual(Level.ERROR)
                || event.getLevel().isGreaterOrEqual(Level.WARN) && event.getThrowableProxy() != null;
    }

    private static List<String> announced(ExtensionContext context) {
        return context.getTestMethod().map(method -> method.getAnnotationsByType(Announces.class)).stream()
                .flatMap(Arrays::stream)
                .map(Announces::value)
                .toList();
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }
}
