package io.outrider.agent.telemetry.loggers;

import static io.outrider.agent.telemetry.loggers.LoggerBench.entry;
import static io.outrider.agent.telemetry.loggers.LoggerBench.query;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.testkit.TimeoutFactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoggerScheduleTest {
    @Test
    void aLoggerIsCalledOnceInEachInterval() {
        try (LoggerBench bench = new LoggerBench(entry("function", "rpi.temp", "every", "2s"))) {
            bench.calls.returns("rpi.temp", Map.of("cpu", Map.of("value", 47.5, "unit", "C")));
            bench.run(60);
            List<RecordingCalls.RecordedCall> made = bench.calls.of("rpi.temp");
            assertThat(made).hasSizeBetween(29, 30);
            for (int i = 1; i < made.size(); i++) {
                assertThat(made.get(i).second() - made.get(i - 1).second()).isBetween(1.999, 2.001);
            }
            assertThat(bench.records).hasSize(made.size()).allSatisfy(each -> {
                assertThat(each.type()).isEqualTo("rpi.temp");
                assertThat(each.fields()).isEqualTo(Map.of("cpu", Map.of("value", 47.5, "unit", "C")));
            });
            assertThat(bench.polls).as("nobody is woken but for a call").isLessThanOrEqualTo(made.size() + 1);
        }
    }

    @Test
    void theWallClockChangesNoInterval() {
        try (LoggerBench bench = new LoggerBench(entry("function", "rpi.temp", "every", "10s"))) {
            bench.calls.returns("rpi.temp", 1);
            bench.run(60);
            bench.time.setWall("2031-01-01T00:00:00Z");
            bench.run(60);
            bench.time.setWall("1970-01-01T00:00:00Z");
            bench.run(60);
            assertThat(bench.calls.made).hasSizeBetween(17, 18);
        }
    }

    @Test
    void missedIntervalsAreSkipped() {
        try (LoggerBench bench = new LoggerBench(entry("function", "a.slow", "every", "1s"))) {
            bench.calls.bodies.put("a.slow", (arg, kwarg) -> {
                bench.time.advance(3_400_000_000L);
                return 1;
            });
            bench.run(100);
            assertThat(bench.calls.made).hasSizeBetween(24, 26);
        }
    }

    @Test
    void vehicleQueriesDueTogetherAreOneCall() {
        try (LoggerBench bench =
                new LoggerBench(query("RPM", "1s"), query("SPEED", "1s"), query("COOLANT_TEMP", "5s"))) {
            bench.vehicleAnswers();
            bench.run(3); // each is called alone first
            assertThat(bench.calls.of("obd.query")).hasSize(3);
            bench.calls.made.clear();
            bench.run(10);
            assertThat(bench.calls.of("obd.query")).hasSizeLessThanOrEqualTo(0);
            assertThat(bench.calls.of("obd.query_many")).hasSize(10);
            assertThat(bench.calls.made)
                    .filteredOn(each -> each.kwarg().toString().contains("COOLANT"))
                    .hasSize(2);
        }
    }

    @Test
    void callsOfOneFunctionWithABatchAreOneCallInAnyModule() {
        try (LoggerBench bench = new LoggerBench()) {
            for (String function : List.of("m.ask", "m.tell")) {
                bench.batches.put(function, function + "_all");
                bench.calls.returns(function, 1);
                bench.calls.returns(function + "_all", Map.of("values", List.of(Map.of("v", 1), Map.of("v", 2))));
            }
            List<Object> entries = new ArrayList<>();
            for (String each : List.of("m.ask x", "m.ask y", "m.tell x", "m.tell y", "m.other x", "m.other y")) {
                String function = each.substring(0, each.indexOf(' '));
                entries.add(
                        entry("function", function, "arg", List.of(each.substring(each.length() - 1)), "every", "1s"));
            }
            bench.calls.returns("m.other", 1);
            bench.loggers.configure(LoggerBench.settings(false, entries.toArray()));
            bench.run(4); // each is called alone first
            bench.calls.made.clear();
            bench.run(10);
            assertThat(bench.calls.of("m.ask_all")).hasSize(10);
            assertThat(bench.calls.of("m.tell_all")).hasSize(10);
            assertThat(bench.calls.of("m.other")).hasSize(20);
            assertThat(bench.calls.made).hasSize(40);
        }
    }

    @Test
    void aLoggerDueSoonJoinsTheCall() {
        try (LoggerBench bench = new LoggerBench(query("RPM", "1s"), query("SPEED", "1050ms"))) {
            bench.vehicleAnswers();
            bench.run(2.5);
            bench.calls.made.clear();
            bench.run(1);
            assertThat(bench.calls.made).hasSize(1);
        }
    }

    @Test
    void equalQueriesAreMadeOnce() {
        try (LoggerBench bench = new LoggerBench(
                query("RPM", "1s"),
                entry(
                        "name",
                        "mine",
                        "function",
                        "obd.query",
                        "arg",
                        List.of("RPM"),
                        "every",
                        "1s",
                        "type",
                        "my.rpm"))) {
            bench.vehicleAnswers();
            bench.run(10);
            assertThat(bench.calls.made)
                    .hasSizeBetween(9, 10)
                    .allMatch(each -> each.function().equals("obd.query"));
            assertThat(bench.records).extracting(each -> each.type()).contains("obd.rpm", "my.rpm");
            assertThat(bench.records).hasSize(2 * bench.calls.made.size());
        }
    }

    @Test
    void singleQueriesAreMadeWhereBatchesAreForbidden() {
        try (LoggerBench bench = new LoggerBench(query("RPM", "1s"), query("SPEED", "1s"))) {
            bench.vehicleAnswers();
            bench.calls.fails("obd.query_many", io.outrider.api.Failure.Actor.OPERATOR, "DENIED");
            bench.run(10);
            assertThat(bench.calls.of("obd.query_many")).hasSize(1);
            assertThat(bench.records).hasSizeBetween(18, 20);
            assertThat(bench.failures).isEmpty();
        }
    }

    @Test
    void anEventCallsALogger() {
        try (LoggerBench bench = new LoggerBench(entry("function", "obd.dtc", "on", "vehicle/engine/*"))) {
            bench.calls.returns("obd.dtc", Map.of("_type", "dtc", "values", List.of(Map.of("code", "P0104"))));
            bench.run(1_000);
            assertThat(bench.calls.made).isEmpty();
            assertThat(bench.polls).isZero();
            bench.events.publish("vehicle/engine/running", Map.of());
            bench.events.publish("vehicle/motor/running", Map.of());
            bench.run(1);
            assertThat(bench.calls.made).hasSize(1);
            assertThat(bench.records).extracting(each -> each.type()).containsExactly("obd.dtc");
        }
    }

    @Test
    void cronFollowsTheWallClockAndRunsEachMinuteOnce() {
        try (LoggerBench bench = new LoggerBench(entry("function", "a.b", "cron", "*/10 * * * *"))) {
            bench.calls.returns("a.b", 1);
            bench.run(3_601);
            assertThat(bench.calls.made).hasSize(6);
            bench.time.setWall("2026-03-01T12:59:58Z"); // slightly back: 13:00 has run already
            bench.run(60);
            assertThat(bench.calls.made).hasSize(6);
            bench.time.setWall("2026-03-03T07:09:00Z"); // days ahead: missed times are skipped
            bench.run(90);
            assertThat(bench.calls.made).hasSizeBetween(7, 8);
            int before = bench.calls.made.size();
            bench.time.setWall("2025-01-01T00:05:00Z"); // far back
            bench.run(600);
            assertThat(bench.calls.made).hasSize(before + 1);
        }
    }

    @Test
    void callsToAModuleKeepTheMinimumGap() {
        List<Map<String, Object>> two =
                List.of(entry("function", "a.b", "every", "1s"), entry("function", "a.c", "every", "1s"));
        try (LoggerBench bench = new LoggerBench()) {
            bench.calls.returns("a.b", 1);
            bench.calls.returns("a.c", 1);
            bench.loggers.configure(
                    LoggerBench.settings(Map.of("standard", false, "list", two, "minimum_gap_ms", 400)));
            bench.run(20);
            List<RecordingCalls.RecordedCall> made = bench.calls.made;
            assertThat(made).hasSizeGreaterThan(30);
            for (int i = 1; i < made.size(); i++) {
                assertThat(made.get(i).second() - made.get(i - 1).second()).isGreaterThan(0.3999);
            }
        }
    }

    @Test
    void aThousandLoggersAreSpreadWithFewWakeUps() {
        List<Object> many = new ArrayList<>();
        IntStream.range(0, 1_000).forEach(i -> many.add(entry("function", "m" + i % 5 + ".f" + i, "every", "10s")));
        try (LoggerBench bench = new LoggerBench(many.toArray())) {
            for (int i = 0; i < 1_000; i++) {
                bench.calls.returns("m" + i % 5 + ".f" + i, i);
            }
            long start = System.nanoTime();
            bench.run(100);
            double seconds = (System.nanoTime() - start) / 1e9;
            assertThat(bench.calls.made).hasSizeBetween(9_000, 10_000);
            assertThat(bench.polls).isLessThan(1_000);
            assertThat(seconds).isLessThan(TimeoutFactor.scaledSeconds(10));
            Map<Long, Long> bySecond = bench.calls.made.stream()
                    .collect(java.util.stream.Collectors.groupingBy(
                            each -> (long) each.second(), java.util.stream.Collectors.counting()));
            assertThat(bySecond.values()).allMatch(each -> each < 400);
        }
    }

    @Test
    void unchangedLoggersKeepTheirStateOnAReload() {
        try (LoggerBench bench =
                new LoggerBench(entry("function", "a.b", "every", "1m"), entry("function", "a.c", "every", "1m"))) {
            bench.calls.returns("a.b", 1);
            bench.calls.returns("a.c", 1);
            bench.calls.returns("a.d", 1);
            bench.run(70);
            Object before = bench.row("a.b").get("readings");
            assertThat(bench.loggers.apply(
                            List.of(entry("function", "a.c", "every", "30s"), entry("function", "a.d", "every", "1m")),
                            call -> Optional.empty()))
                    .isEmpty();
            assertThat(bench.row("a.b").get("readings")).isEqualTo(before);
            assertThat(bench.row("a.c").get("readings")).isEqualTo(0L);
            bench.run(120);
            assertThat(bench.calls.of("a.b")).hasSize(4);
            assertThat(bench.calls.of("a.d")).hasSizeBetween(2, 3);
            bench.loggers.apply(List.of(), call -> Optional.empty());
            assertThat(bench.loggers.list())
                    .extracting(each -> each.get("name"))
                    .containsExactly("a.b", "a.c");
            assertThat(bench.row("a.c").get("interval")).isEqualTo("1m");
        }
    }
}
