package io.outrider.agent.telemetry.loggers;

import static io.outrider.agent.telemetry.loggers.LoggerBench.entry;
import static io.outrider.agent.telemetry.loggers.LoggerBench.query;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.outrider.api.Failure;
import io.outrider.api.Failure.Actor;
import io.outrider.api.VehicleErrors;
import io.outrider.testkit.Announces;
import io.outrider.wire.TelemetryRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class FailureTest {
    @Test
    @Announces("logger a.b fails, tried again later: a.b fails with BROKEN")
    void aFailingLoggerBacksOff() {
        try (LoggerBench bench = new LoggerBench(entry("function", "a.b", "every", "10s"))) {
            bench.calls.fails("a.b", Actor.OPERATOR, "BROKEN");
            bench.run(4 * 3_600);
            List<RecordingCalls.RecordedCall> made = bench.calls.made;
            double longest = 0;
            for (int i = 1; i < made.size(); i++) {
                longest =
                        Math.max(longest, made.get(i).second() - made.get(i - 1).second());
            }
            assertThat(made.get(1).second() - made.get(0).second()).isEqualTo(10);
            assertThat(longest).isBetween(290.0, 310.0);
            assertThat(made).hasSizeLessThan(60);
            assertThat(bench.state("a.b")).isEqualTo("backing off");
            assertThat(bench.row("a.b").get("why")).isEqualTo("a.b fails with BROKEN");
            assertThat(bench.failures).hasSize(made.size()).containsOnly("BROKEN");
            assertThat(bench.loggers.health().problems())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("a.b fails");
            bench.calls.returns("a.b", 1);
            bench.run(310);
            assertThat(bench.state("a.b")).isEqualTo("running");
            assertThat(bench.loggers.health().problems()).isEmpty();
            bench.calls.made.clear();
            bench.run(100);
            assertThat(bench.calls.made).hasSizeBetween(9, 10);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DENIED", "CMD_DISABLED"})
    @Announces("logger a.b is not allowed, not tried again before a reload: a.b fails with (DENIED|CMD_DISABLED)")
    void aForbiddenCallIsLoggedAndNotRetriedBeforeAReload(String code) {
        try (LoggerBench bench = new LoggerBench(entry("function", "a.b", "every", "10s"))) {
            bench.calls.fails("a.b", Actor.OPERATOR, code);
            bench.run(3_600);
            assertThat(bench.calls.made).hasSize(1);
            assertThat(bench.state("a.b")).isEqualTo("not allowed");
            assertThat(bench.row("a.b").get("why")).isEqualTo("a.b fails with " + code);
            assertThat(bench.loggers.health().facts()).containsEntry("not allowed", 1);
            bench.calls.returns("a.b", 1);
            bench.loggers.configure(LoggerBench.settings(false, entry("function", "a.b", "every", "10s")));
            bench.run(20);
            assertThat(bench.state("a.b")).isEqualTo("running");
        }
    }

    /** The vehicle answers all queries but one. */
    private static void without(LoggerBench bench, String command, String code) {
        bench.vehicleAnswers();
        RecordingCalls.CallBody one = bench.calls.bodies.get("obd.query");
        bench.calls.bodies.put("obd.query", (arg, kwarg) -> {
            if (arg.contains(command)) {
                throw Failure.reported(Actor.VEHICLE, code, command + " has no answer");
            }
            return one.run(arg, kwarg);
        });
    }

    @Test
    void anUnsupportedValueIsSilencedUntilTheNextDrive() {
        for (String code : List.of("NOT_SUPPORTED", "NO_DATA", "NEGATIVE_RESPONSE")) {
            try (LoggerBench bench = new LoggerBench(query("RPM", "1s"), query("FUEL_LEVEL", "2s"))) {
                without(bench, "FUEL_LEVEL", code);
                bench.run(700);
                assertThat(bench.failures).as(code).hasSize(10);
                assertThat(bench.state("obd.fuel_level")).isEqualTo("silenced");
                assertThat(bench.row("obd.fuel_level").get("why")).isEqualTo("FUEL_LEVEL has no answer");
                assertThat(bench.state("obd.rpm")).isEqualTo("running");
                assertThat(bench.loggers.health().problems()).hasSize(1);

                bench.events.publish("vehicle/engine/running", Map.of());
                bench.run(700);
                assertThat(bench.failures).as("after the engine's start").hasSize(20);

                bench.closed.put("obd", "silent");
                bench.run(60);
                bench.closed.clear();
                bench.run(700);
                assertThat(bench.failures).as("after the gate was closed").hasSize(30);
            }
        }
    }

    @Test
    void aSilentVehicleIsQueriedAgainOftenEnoughForTheEngineStart() {
        try (LoggerBench bench = LoggerBench.standard()) {
            for (String each : List.of("obd.query", "obd.query_many")) {
                bench.calls.fails(each, Actor.VEHICLE, "NO_DATA");
            }
            bench.run(3_600);
            assertThat(bench.state("obd.rpm")).isEqualTo("backing off");
            bench.calls.made.clear();
            bench.vehicleAnswers();
            bench.run(36);
            assertThat(bench.state("obd.rpm")).isEqualTo("running");
            assertThat(bench.state("obd.speed")).isEqualTo("running");
            bench.run(30);
            assertThat(bench.state("obd.coolant_temp"))
                    .as("the others are told")
                    .isEqualTo("running");
        }
    }

    @Test
    void aQueryThatFailsInABatchIsRetriedAloneAndDelaysNoOther() {
        try (LoggerBench bench = new LoggerBench(query("RPM", "1s"), query("SPEED", "1s"))) {
            bench.vehicleAnswers();
            bench.run(5);
            bench.calls.bodies.put(
                    "obd.query_many",
                    (arg, kwarg) -> Map.of(
                            "values",
                            List.of(Map.of("_type", "rpm", "value", 1), Map.of("_type", "speed", "error", "no"))));
            RecordingCalls.CallBody one = bench.calls.bodies.get("obd.query");
            bench.calls.bodies.put("obd.query", (arg, kwarg) -> {
                if (arg.contains("SPEED")) {
                    throw new Failure(VehicleErrors.NO_DATA, "nobody");
                }
                return one.run(arg, kwarg);
            });
            bench.calls.made.clear();
            bench.run(1);
            assertThat(bench.failures).containsExactly("NO_DATA");
            bench.run(10);
            assertThat(bench.calls.of("obd.query_many")).hasSize(1);
            assertThat(bench.state("obd.rpm")).isEqualTo("running");
            assertThat(bench.row("obd.speed").get("why")).isEqualTo("nobody");
        }
    }

    @Test
    void missingHardwareIsRetriedRarely() {
        try (LoggerBench bench = LoggerBench.standard()) {
            bench.vehicleAnswers();
            bench.calls.fails("acc.query", Actor.OPERATOR, "NO_HARDWARE");
            bench.run(3_600); // rpi.temp and others are absent here
            assertThat(bench.calls.of("acc.query")).hasSizeBetween(11, 13); // every five minutes
            assertThat(bench.state("acc.xyz")).isEqualTo("absent");
            assertThat(bench.row("acc.xyz").get("why")).isEqualTo("acc.query fails with NO_HARDWARE");
            assertThat(bench.state("rpi.temp")).isEqualTo("absent");
            assertThat(bench.loggers.health().problems()).isEmpty();
            bench.calls.returns("acc.query", Map.of("_type", "xyz", "x", 0.1, "y", 0, "z", 1));
            bench.run(301); // the hardware was plugged in
            assertThat(bench.state("acc.xyz")).isEqualTo("running");
        }
    }

    @Test
    @Announces("logger no.such fails, not tried again before a reload")
    void aConfiguredLoggerOfAnAbsentFunctionIsAProblem() {
        try (LoggerBench bench = new LoggerBench(entry("function", "no.such", "every", "1s"))) {
            bench.run(60);
            assertThat(bench.calls.made).hasSize(1);
            assertThat(bench.loggers.health().problems())
                    .containsExactly("Logger no.such does not work: 'no.such' is not available");
        }
    }

    @Test
    @Announces("unexpected error in loggers of module a")
    @Announces("logger a.b fails, tried again later: .*a fault in outrider")
    void anInternalErrorFailsOnlyItsCall() {
        try (LoggerBench bench = new LoggerBench(entry("function", "a.b", "every", "1s"))) {
            bench.calls.bodies.put("a.b", (arg, kwarg) -> {
                throw new IllegalStateException("ours");
            });
            bench.run(2);
            bench.calls.returns("a.b", 1);
            bench.run(10);
            assertThat(bench.records).hasSizeBetween(7, 11);
        }
    }

    @Test
    void aCallByAnEventIsRetriedThreeTimes() {
        try (LoggerBench bench = new LoggerBench(entry("function", "obd.dtc", "on", "vehicle/engine/running"))) {
            bench.calls.fails("obd.dtc", Actor.VEHICLE, "NO_DATA");
            bench.events.publish("vehicle/engine/running", Map.of());
            bench.run(3_600);
            assertThat(bench.calls.made).hasSize(4);
            bench.events.publish("vehicle/engine/running", Map.of());
            bench.run(3_600);
            assertThat(bench.calls.made).as("at the next start too").hasSize(8);
        }
    }

    @Test
    @Announces("unexpected error in loggers of module obd")
    @Announces("logger obd.speed fails, tried again later: .*a fault in outrider")
    void anErrorOnOneResultLosesNoOtherAndStopsNoLogger() {
        try (LoggerBench bench = new LoggerBench(query("RPM", "1s"), query("SPEED", "1s"))) {
            bench.vehicleAnswers();
            bench.run(5);
            bench.records.clear();
            bench.watcher = sample -> {
                if (sample.type().equals("obd.speed")) {
                    throw new StackOverflowError("in this test");
                }
            };
            bench.run(1);
            assertThat(bench.records).extracting(TelemetryRecord::type).containsExactly("obd.rpm");
            assertThat(bench.state("obd.rpm")).isEqualTo("running");
            assertThat(bench.row("obd.speed").get("why")).asString().contains("a fault in outrider");
            bench.watcher = sample -> {};
            bench.run(5);
            assertThat(bench.records).extracting(TelemetryRecord::type).contains("obd.speed");
            assertThat(bench.records).hasSizeGreaterThanOrEqualTo(8);
        }
    }

    @Test
    @Announces("logger a.f\\d+ fails, tried again later: a.f\\d+ fails with BROKEN")
    @Announces("more loggers fail or work again, which the log does not name for a minute")
    @Announces("the log has left out 980 such lines about loggers")
    @Announces("logger z.z fails")
    void aThousandFailingLoggersAreAFewLogLines() {
        Object[] entries = new Object[1_001];
        for (int i = 0; i < 1_000; i++) {
            entries[i] = entry("function", "a.f" + i, "on", "x/y");
        }
        entries[1_000] = entry("function", "z.z", "on", "x/z");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(FailurePolicy.class);
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
        try (LoggerBench bench = new LoggerBench(entries)) {
            for (int i = 0; i < 1_000; i++) {
                bench.calls.fails("a.f" + i, Actor.OPERATOR, "BROKEN");
            }
            bench.events.publish("x/y", Map.of());
            bench.run(1);
            assertThat(bench.failures).hasSize(1_000);
            assertThat(lines(log, "logger a.f")).isEqualTo(FailurePolicy.LogLimit.MOST_PER_MINUTE);
            assertThat(log.list).hasSize(FailurePolicy.LogLimit.MOST_PER_MINUTE + 1);
            bench.run(60);
            bench.calls.fails("z.z", Actor.OPERATOR, "BROKEN");
            bench.events.publish("x/z", Map.of());
            bench.run(1);
            assertThat(lines(log, "the log has left out 980 such lines")).isOne();
            assertThat(lines(log, "logger z.z fails")).isOne();
            for (int i = 0; i < 1_000; i++) {
                bench.calls.returns("a.f" + i, i);
            }
            bench.events.publish("x/y", Map.of());
            bench.run(1);
            assertThat(bench.records).hasSize(1_000);
            assertThat(lines(log, "works again")).isEqualTo(FailurePolicy.LogLimit.MOST_PER_MINUTE);
        } finally {
            logger.setLevel(null);
            logger.detachAppender(log);
        }
    }

    private static long lines(ListAppender<ILoggingEvent> log, String part) {
        return log.list.stream()
                .filter(each -> each.getFormattedMessage().contains(part))
                .count();
    }
}
