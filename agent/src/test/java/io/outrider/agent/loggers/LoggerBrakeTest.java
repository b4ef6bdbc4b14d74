package io.outrider.agent.loggers;

import static io.outrider.agent.loggers.Bench.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Metric;
import io.outrider.api.testing.Announces;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Loggers that events call have the brake that triggers have. */
class LoggerBrakeTest {
    private static final String REMEDY = "If its function causes the event that it waits for, narrow its 'on'.";

    private static Bench ofItself(int loggers) {
        Object[] entries = new Object[loggers];
        for (int i = 0; i < loggers; i++) {
            entries[i] = entry("name", "l" + i, "function", "minionutil.trigger_event", "on", "a/*");
        }
        Bench bench = new Bench(entries);
        bench.calls.bodies.put("minionutil.trigger_event", (arg, kwarg) -> {
            bench.occurrences.say("a/b", Map.of());
            return true;
        });
        return bench;
    }

    private static double held(Bench bench) {
        return bench.loggers.health().metrics().stream()
                .filter(each -> each.name().equals("loggers_held_total"))
                .mapToDouble(Metric::value)
                .sum();
    }

    @Test
    @Announces("The logger 'l0' is held back, as it was pulled more than 20 times in a minute. If its function")
    void aLoggerThatSetsItselfOffStopsAfterItsTwentyCallsAndSaysSo() {
        try (Bench bench = ofItself(1)) {
            bench.occurrences.say("a/b", Map.of());
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
    @Announces("300 loggers are held back, as each was pulled more than 20 times in a minute: 'l0', 'l1'")
    void manyThatAreHeldBackAreOneProblem() {
        try (Bench bench = ofItself(300)) {
            bench.occurrences.say("a/b", Map.of());
            bench.run(30);
            assertThat(bench.loggers.health().problems())
                    .containsExactly("300 loggers are held back, as each was pulled more than 20 times in a minute:"
                            + " 'l0', 'l1', 'l2', 'l3', 'l4' and 295 more. " + REMEDY);
        }
    }

    @Test
    void eventsThatComeNowAndThenCallForEver() {
        try (Bench bench = new Bench(entry("function", "a.b", "on", "x/y"))) {
            bench.calls.returns("a.b", 1);
            for (int i = 0; i < 200; i++) {
                bench.occurrences.say("x/y", Map.of());
                bench.run(4);
            }
            assertThat(bench.calls.made).hasSize(200);
            assertThat(bench.loggers.health().problems()).isEmpty();
        }
    }
}
