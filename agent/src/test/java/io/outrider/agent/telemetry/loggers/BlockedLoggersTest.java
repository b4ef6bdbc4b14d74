package io.outrider.agent.telemetry.loggers;

import static io.outrider.agent.telemetry.loggers.LoggerBench.entry;
import static io.outrider.agent.telemetry.loggers.LoggerBench.query;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BlockedLoggersTest {
    @Test
    void noFunctionIsCalledWhileTheGateIsClosed() {
        try (LoggerBench bench = LoggerBench.standard()) {
            bench.vehicleAnswers();
            bench.run(10);
            assertThat(bench.calls.made).isNotEmpty();
            bench.closed.put("obd", "the bus is silent");
            bench.run(0.5); // calls already due
            bench.calls.made.clear();
            bench.run(3_600);
            assertThat(bench.calls.made).noneMatch(each -> each.function().startsWith("obd."));
            assertThat(bench.state("obd.rpm")).isEqualTo("gated");
            assertThat(bench.row("obd.rpm").get("why")).isEqualTo("the bus is silent");
        }
    }

    @Test
    void anOpeningGateIsNoticedWithinOneSecondOrTwoAfterAMinute() {
        try (LoggerBench bench = new LoggerBench(query("RPM", "1s"), query("FUEL_LEVEL", "10m"))) {
            bench.vehicleAnswers();
            bench.closed.put("obd", "silent");
            bench.run(30.3);
            assertThat(bench.calls.made).isEmpty();
            bench.closed.clear();
            bench.run(1.0);
            assertThat(bench.calls.made).hasSize(2);
            bench.closed.put("obd", "silent");
            bench.run(3_600);
            int before = bench.calls.made.size();
            bench.closed.clear();
            bench.run(2.0);
            assertThat(bench.calls.made).hasSizeGreaterThan(before);
            assertThat(bench.state("obd.fuel_level")).isEqualTo("running");
        }
    }

    @Test
    void whileAllAreGatedThereIsOneWakeUpASecond() {
        Object[] many = new Object[300];
        for (int i = 0; i < many.length; i++) {
            many[i] = entry("function", "m.f" + i, "every", 10 + 37 * i + "ms");
        }
        try (LoggerBench bench = new LoggerBench(many)) {
            bench.closed.put("m", "silent");
            bench.run(20);
            bench.polls = 0;
            bench.run(100);
            assertThat(bench.polls).isLessThanOrEqualTo(101);
            assertThat(bench.calls.made).isEmpty();
        }
        try (LoggerBench bench = new LoggerBench(query("FUEL_LEVEL", "30s"), query("INTAKE_TEMP", "30s"))) {
            bench.closed.put("obd", "silent");
            bench.run(3_600);
            assertThat(bench.polls).isLessThanOrEqualTo(121);
        }
    }

    @Test
    void aConditionGatesALoggerAndAnEventReleasesItAtOnce() {
        try (LoggerBench bench = new LoggerBench(
                entry("function", "a.b", "every", "10m", "when", List.of("engine/running", "not position/moving")))) {
            bench.calls.returns("a.b", 1);
            bench.holding.add("position/moving");
            bench.run(1_800);
            assertThat(bench.calls.made).isEmpty();
            assertThat(bench.row("a.b").get("why")).isEqualTo("waits for engine/running and not position/moving");
            bench.holding.add("engine/running");
            bench.holding.remove("position/moving");
            bench.events.publish("vehicle/engine/running", Map.of());
            bench.run(1);
            assertThat(bench.calls.made).hasSize(1);
        }
    }

    @Test
    void anOpeningGateRetriesFailedLoggersAtOnce() {
        try (LoggerBench bench = new LoggerBench(query("RPM", "1s"))) {
            bench.calls.fails("obd.query", Failure.Actor.VEHICLE, "NO_DATA");
            bench.run(600);
            bench.closed.put("obd", "silent");
            bench.run(100);
            bench.closed.clear();
            bench.calls.made.clear();
            bench.run(3.1);
            assertThat(bench.calls.made).hasSizeGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void aPausedBusDuringACallIsNoFailure() {
        try (LoggerBench bench = new LoggerBench(query("RPM", "1s"))) {
            bench.calls.fails("obd.query", Failure.Actor.VEHICLE, "BUS_PAUSED");
            bench.run(3);
            assertThat(bench.state("obd.rpm")).isEqualTo("gated");
            bench.vehicleAnswers();
            bench.run(2);
            assertThat(bench.state("obd.rpm")).isEqualTo("running");
        }
    }

    @Test
    void aPausedBusCancelsQueuedLoggers() {
        List<Map<String, Object>> own = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Map<String, Object> entry = query("own" + i, "1s");
            entry.put("kwarg", Map.of("mode", "220", "pid", "10" + i));
            own.add(entry);
        }
        try (LoggerBench bench = new LoggerBench(own.toArray())) {
            bench.vehicleAnswers();
            bench.run(5);
            assertThat(bench.calls.of("obd.query_many")).isEmpty();
            RecordingCalls.CallBody one = bench.calls.bodies.get("obd.query");
            bench.calls.made.clear();
            bench.calls.bodies.put("obd.query", (arg, kwarg) -> {
                if (bench.calls.made.size() == 5) {
                    bench.closed.put("obd", "silent");
                }
                return one.run(arg, kwarg);
            });
            bench.run(60);
            assertThat(bench.calls.made).hasSize(5);
            assertThat(bench.state("obd.own11")).isEqualTo("gated");
        }
    }

    @Test
    void aCallHasAtMostSixStandardQueries() {
        String[] names = {"RPM", "SPEED", "ENGINE_LOAD", "COOLANT_TEMP", "INTAKE_TEMP", "FUEL_LEVEL", "MAF", "RUN_TIME"
        };
        List<Map<String, Object>> all = new ArrayList<>();
        for (String each : names) {
            all.add(query(each, "1s"));
        }
        all.add(query("010C", "1s"));
        try (LoggerBench bench = new LoggerBench(all.toArray())) {
            bench.vehicleAnswers();
            bench.run(3);
            bench.calls.made.clear();
            bench.run(1);
            assertThat(bench.calls.of("obd.query_many"))
                    .extracting(each -> ((List<?>) each.kwarg().get("queries")).size())
                    .containsExactly(6, 2);
            assertThat(bench.calls.of("obd.query"))
                    .extracting(each -> each.arg().get(0))
                    .containsExactly("010C");
        }
    }
}
