package io.outrider.agent.telemetry.loggers;

import static io.outrider.agent.telemetry.loggers.LoggerBench.entry;
import static io.outrider.agent.telemetry.loggers.LoggerBench.query;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Invariants under random sequences of gates, conditions, failures, pauses and events. */
@Tag("slow")
class HistoriesTest {
    private static final String[] NAMES = {"obd.a", "obd.b", "obd.c", "m.slow", "m.when", "m.event"};

    private final Set<String> paused = new HashSet<>();

    private static LoggerBench bench() {
        return new LoggerBench(
                query("A", "1s"),
                query("B", "1500ms"),
                query("C", "10s"),
                entry("function", "m.slow", "every", "7s"),
                entry("function", "m.when", "every", "2s", "when", List.of("engine/running")),
                entry("function", "m.event", "on", "vehicle/engine/*"));
    }

    @Test
    void theRulesHoldInRandomHistories() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int history = 0; history < 40; history++) {
            String as = "seed " + seed + ", history " + history;
            paused.clear();
            try (LoggerBench bench = bench()) {
                answers(bench, random, as);
                for (int step = 0; step < 60; step++) {
                    change(bench, random);
                    bench.run(random.nextDouble() * 20);
                }
                bench.closed.clear();
                bench.holding.add("engine/running");
                resume(bench);
                bench.vehicleAnswers();
                bench.calls.returns("m.slow", 1);
                bench.calls.returns("m.when", 1);
                bench.events.publish("vehicle/engine/running", Map.of());
                bench.run(400);
                for (int i = 0; i < 5; i++) {
                    assertThat(bench.state(NAMES[i])).as(as + " " + NAMES[i]).isEqualTo("running");
                }
                assertThat(bench.records).as(as).hasSizeGreaterThan(100);
            }
        }
    }

    /** Some calls fail; none may come while its gate is closed. */
    private void answers(LoggerBench bench, Random random, String as) {
        bench.vehicleAnswers();
        for (String function : List.of("m.slow", "m.when", "m.event")) {
            bench.calls.returns(function, 1);
        }
        for (Map.Entry<String, RecordingCalls.CallBody> each : new ArrayList<>(bench.calls.bodies.entrySet())) {
            String function = each.getKey();
            RecordingCalls.CallBody answering = each.getValue();
            String module = function.substring(0, function.indexOf('.'));
            each.setValue((arg, kwarg) -> {
                assertThat(bench.closed).as(as + " " + function).doesNotContainKey(module);
                assertThat(paused).as(as).doesNotContain(name(function, arg));
                if (function.equals("m.when")) {
                    assertThat(bench.holding).as(as).contains("engine/running");
                }
                if (random.nextInt(4) == 0) {
                    String code = List.of("NO_DATA", "NOT_SUPPORTED", "BUSY").get(random.nextInt(3));
                    throw Failure.reported(Failure.Actor.VEHICLE, code, "for the test");
                }
                return answering.run(arg, kwarg);
            });
        }
    }

    private static String name(String function, List<Object> arg) {
        return function.equals("obd.query")
                ? "obd." + String.valueOf(arg.get(0)).toLowerCase(java.util.Locale.ROOT)
                : function;
    }

    private void change(LoggerBench bench, Random random) {
        switch (random.nextInt(7)) {
            case 0 -> bench.closed.put("obd", "silent");
            case 1 -> bench.closed.remove("obd");
            case 2 -> bench.holding.add("engine/running");
            case 3 -> bench.holding.remove("engine/running");
            case 4 -> bench.events.publish("vehicle/engine/" + random.nextInt(3), Map.of());
            case 5 -> {
                String name = NAMES[random.nextInt(NAMES.length)];
                paused.add(name);
                pause(bench, name, true);
            }
            default -> resume(bench);
        }
    }

    private void resume(LoggerBench bench) {
        paused.clear();
        pause(bench, "*", false);
    }

    private static void pause(LoggerBench bench, String name, boolean pause) {
        try {
            bench.loggers.pause(name, pause);
        } catch (Failure e) {
            throw new AssertionError(e);
        }
    }
}
