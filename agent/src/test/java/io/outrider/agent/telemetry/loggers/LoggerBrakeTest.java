package io.outrider.agent.telemetry.loggers;

import static io.outrider.agent.telemetry.loggers.LoggerBench.entry;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.outrider.agent.vehicle.triggers.EventCallLimit;
import io.outrider.api.Metric;
import io.outrider.testkit.Announces;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Rate limits of loggers called by events. */
class LoggerBrakeTest {
    private static final String REMEDY = "If its function causes the event that it waits for, narrow its 'on'.";

    private static LoggerBench ofItself(int loggers) {
        Object[] entries = new Object[loggers];
        for (int i = 0; i < loggers; i++) {
            entries[i] = entry("name", "l" + i, "function", "minionutil.trigger_event", "on", "a/*");
        }
        LoggerBench bench = new LoggerBench(entries);
        bench.calls.bodies.put("minionutil.trigger_event", (arg, kwarg) -> {
            bench.events.publish("a/b", Map.of());
            return true;
        });
        return bench;
    }

    private static double held(LoggerBench bench) {
        return bench.loggers.health().metrics().stream()
                .filter(each -> each.name().equals("loggers_held_total"))
                .mapToDouble(Metric::value)
                .sum();
    }

    @Test
    @Announces("The logger 'l0' is held back, as it was pulled more than 20 times in a minute. If its function")
    void aLoggerThatCausesItsOwnEventStopsAfterTwentyCallsAndIsReported() {
        try (LoggerBench bench = ofItself(1)) {
            bench.events.publish("a/b", Map.of());
            bench.run(30);
            assertThat(bench.calls.made).hasSize(20);
            assertThat(held(bench)).isEqualTo(1);
            assertThat(bench.loggers.health().problems())
                    .containsExactly(
                            "The logger 'l0' is held back, as it was pulled more than 20 times in a minute. " + REMEDY);
            bench.run(70);
            assertThat(bench.loggers.health().problems()).isEmpty();
            assertThat(bench.calls.made).hasSize(20);
        }
    }

    @Test
    @Announces("50 loggers are held back, as each was pulled more than 20 times in a minute: 'l0', 'l1'")
    void manyLimitedLoggersAreOneProblemAndOneLogLine() {
        Object[] entries = new Object[50];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = entry("name", "l" + i, "function", "a.b", "on", "a/e" + i);
        }
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(HeldBackLoggers.class);
        log.start();
        logger.addAppender(log);
        try (LoggerBench bench = new LoggerBench(entries)) {
            bench.calls.returns("a.b", 1);
            for (int i = 0; i < entries.length; i++) {
                for (int times = 0; times < 22; times++) {
                    bench.events.publish("a/e" + i, Map.of());
                    bench.run(0.002);
                }
            }
            String held = "50 loggers are held back, as each was pulled more than 20 times in a minute:"
                    + " 'l0', 'l1', 'l2', 'l3', 'l4' and 45 more. " + REMEDY;
            assertThat(bench.loggers.health().problems()).containsExactly(held);
            bench.run(10);
            assertThat(log.list).extracting(ILoggingEvent::getFormattedMessage).containsExactly(held);
            assertThat(bench.calls.made).hasSize(50 * 20);
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    @Announces("are held back, as events have pulled them more than 1200 times in a minute together. If the functions")
    void loggersThatCauseEachOthersEventsStopAtTheSharedLimit() {
        Object[] entries = new Object[999];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = entry(
                    "name", "l" + i, "function", "minionutil.trigger_event", "arg", List.of("a/e" + i), "on", "*");
        }
        try (LoggerBench bench = new LoggerBench(entries)) {
            bench.calls.bodies.put("minionutil.trigger_event", (arg, kwarg) -> {
                bench.time.advance(4_000_000); // one round takes 4 s, so that none is called 20 times in a minute
                bench.events.publish((String) arg.get(0), Map.of());
                return true;
            });
            bench.events.publish("a/b", Map.of());
            bench.run(30);
            assertThat(bench.calls.made).hasSize(EventCallLimit.MOST_PER_MINUTE);
            assertThat(held(bench)).isPositive();
            assertThat(bench.limit.problem()).isPresent();
            assertThat(bench.loggers.health().problems())
                    .as("none has come to its own limit")
                    .isEmpty();
            bench.run(120);
            assertThat(bench.calls.made).as("no event was left to go on from").hasSize(EventCallLimit.MOST_PER_MINUTE);
            assertThat(bench.limit.problem()).isEmpty();
        }
    }

    @Test
    void fiftyLoggersOfAnEventEveryFewSecondsAreNeverLimited() {
        Object[] entries = new Object[50];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = entry("name", "l" + i, "function", "a.b", "on", "x/y");
        }
        try (LoggerBench bench = new LoggerBench(entries)) {
            bench.calls.returns("a.b", 1);
            for (int i = 0; i < 100; i++) {
                bench.events.publish("x/y", Map.of());
                bench.run(3);
            }
            assertThat(bench.records).hasSize(50 * 100);
            assertThat(held(bench)).isZero();
        }
    }

    @Test
    void occasionalEventsAreNeverLimited() {
        try (LoggerBench bench = new LoggerBench(entry("function", "a.b", "on", "x/y"))) {
            bench.calls.returns("a.b", 1);
            for (int i = 0; i < 200; i++) {
                bench.events.publish("x/y", Map.of());
                bench.run(4);
            }
            assertThat(bench.calls.made).hasSize(200);
            assertThat(bench.loggers.health().problems()).isEmpty();
        }
    }
}
