package io.outrider.agent.telemetry.loggers;

import static io.outrider.agent.telemetry.loggers.LoggerBench.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventTest {
    private static LoggerBench codes() {
        LoggerBench bench = new LoggerBench(entry("function", "obd.dtc", "on", "vehicle/engine/running"));
        bench.calls.returns("obd.dtc", 1);
        return bench;
    }

    private static void engineStarts(LoggerBench bench) {
        bench.events.publish("vehicle/engine/running", Map.of());
    }

    @Test
    void anEventWaitsUntilTheGateOpens() {
        try (LoggerBench bench = codes()) {
            bench.closed.put("obd", "silent");
            engineStarts(bench);
            bench.run(20);
            assertThat(bench.calls.made).isEmpty();
            bench.closed.clear();
            bench.run(1.1);
            assertThat(bench.calls.made).hasSize(1);
            bench.run(3_600);
            assertThat(bench.calls.made).hasSize(1);
        }
    }

    @Test
    void anEventExpiresAfterAMinuteAtTheGate() {
        try (LoggerBench bench = codes()) {
            bench.closed.put("obd", "silent");
            engineStarts(bench);
            bench.run(62);
            bench.polls = 0;
            bench.run(1_000);
            assertThat(bench.polls).isZero();
            bench.closed.clear();
            bench.run(1_000);
            assertThat(bench.calls.made).isEmpty();
            engineStarts(bench);
            bench.run(1);
            assertThat(bench.calls.made).hasSize(1);
        }
    }

    @Test
    void aPausedBusDuringTheCallKeepsTheEvent() {
        try (LoggerBench bench = codes()) {
            bench.calls.fails("obd.dtc", Failure.Actor.VEHICLE, "BUS_PAUSED");
            engineStarts(bench);
            bench.run(3);
            bench.calls.returns("obd.dtc", 1);
            bench.run(1.1);
            bench.calls.made.clear();
            assertThat(bench.records).hasSize(1);
            bench.run(3_600);
            assertThat(bench.calls.made).isEmpty();
        }
    }

    @Test
    void eventsDuringTheCallCauseOneMoreCall() {
        try (LoggerBench bench = codes()) {
            bench.calls.bodies.put("obd.dtc", (arg, kwarg) -> {
                if (bench.calls.made.size() == 1) {
                    for (int i = 0; i < 3; i++) {
                        engineStarts(bench);
                        bench.loggers.poll();
                    }
                }
                return 1;
            });
            engineStarts(bench);
            bench.run(10);
            assertThat(bench.calls.made).hasSize(2);
        }
    }
}
