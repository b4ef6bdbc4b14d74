package io.outrider.agent.telemetry.loggers;

import static io.outrider.agent.telemetry.loggers.LoggerBench.entry;
import static io.outrider.agent.telemetry.loggers.LoggerBench.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoggerModuleTest {
    private static Object call(LoggerBench bench, String name, Object... arg) throws Exception {
        LoggerModule module = new LoggerModule(bench.loggers);
        return new Functions(new Binder(Json.mapper()), List.of(module))
                .prepare(name, List.of(arg), Map.of())
                .run();
    }

    @Test
    void theListShowsStateAndCounters() throws Exception {
        try (LoggerBench bench = new LoggerBench(query("RPM", "1s"))) {
            bench.vehicleAnswers();
            bench.run(2.5);
            assertThat(call(bench, "logger.list").toString())
                    .isEqualTo("[{name=obd.rpm, function=obd.query RPM, interval=1s, state=running, last={@t=obd.rpm, "
                            + "@ts=2026-03-01T12:00:02.000000Z, value=2}, readings=2, records=2, failures=0, "
                            + "standard=false}]");
        }
    }

    @Test
    void loggersThatRunAreToldToWhoAsksWhyTheUnitIsAwake() throws Exception {
        try (LoggerBench bench = new LoggerBench(query("RPM", "1s"))) {
            Check check = new LoggerModule(bench.loggers).checks().get(0);
            assertThat(check.topic()).isEqualTo(Check.Topic.AWAKE);
            bench.vehicleAnswers();
            bench.run(2.5);
            CheckReport report = check.work().run().get(0);
            assertThat(report.verdict()).isEqualTo(Verdict.LOOK);
            assertThat(report.text()).isEqualTo("1 run: obd.rpm (obd.query RPM, 1s)");
            call(bench, "logger.pause", "*");
            assertThat(check.work().run()).containsExactly(CheckReport.ok("loggers", "none runs"));
        }
        List<Map<String, Object>> many =
                Collections.nCopies(7, Map.of("name", "a", "function", "b.c", "interval", "1s", "state", "running"));
        assertThat(LoggerModule.asking(many).text())
                .startsWith("7 run: a (b.c, 1s), ")
                .endsWith(" and 2 more");
    }

    @Test
    void theListsMaskSecretArguments() throws Exception {
        try (LoggerBench bench = new LoggerBench(entry(
                "function",
                "a.b",
                "arg",
                List.of("x", "token=geheim"),
                "kwarg",
                Map.of("data", Map.of("password", "geheim")),
                "on",
                "x/y"))) {
            assertThat(call(bench, "logger.list").toString())
                    .contains("function=a.b x token=******** data={password=********},")
                    .doesNotContain("geheim");
            assertThat(call(bench, "schedule.list").toString())
                    .contains("job_kwargs={data={password=********}}")
                    .doesNotContain("geheim");
        }
    }

    @Test
    void aPausedLoggerIsNotCalledUntilItIsResumed() throws Exception {
        try (LoggerBench bench = new LoggerBench(query("RPM", "1s"), entry("function", "a.b", "on", "x/y"))) {
            bench.vehicleAnswers();
            assertThat(call(bench, "logger.pause", "*")).isEqualTo(List.of("obd.rpm", "a.b"));
            bench.events.publish("x/y", Map.of());
            bench.run(100);
            assertThat(bench.calls.made).isEmpty();
            assertThat(bench.polls).isZero();
            assertThat(bench.state("obd.rpm")).isEqualTo("paused");
            assertThat(call(bench, "logger.resume", "obd.rpm")).isEqualTo(List.of("obd.rpm"));
            bench.run(10);
            assertThat(bench.calls.made).hasSizeBetween(10, 11);
            assertThat(bench.state("a.b")).isEqualTo("paused");
        }
    }

    @Test
    void runIgnoresPauseGateAndConditions() throws Exception {
        try (LoggerBench bench = new LoggerBench(entry(
                "function", "obd.query", "arg", List.of("RPM"), "every", "1s", "filter", Map.of("change", true)))) {
            bench.vehicleAnswers();
            bench.closed.put("obd", "silent");
            call(bench, "logger.pause", "obd.rpm");
            bench.run(3);
            assertThat(call(bench, "logger.run", "obd.rpm").toString())
                    .startsWith("{name=obd.rpm, read=[{@t=obd.rpm,")
                    .contains("records=[{@t=obd.rpm");
            assertThat(bench.observed).hasSize(1);
            assertThat(bench.records).hasSize(1);
            bench.calls.fails("obd.query", Failure.Actor.VEHICLE, "NO_DATA");
            assertThatThrownBy(() -> call(bench, "logger.run", "obd.rpm")).hasMessage("obd.query fails with NO_DATA");
        }
    }

    @Test
    void anUnknownLoggerIsReportedWithTheKnownOnes() {
        try (LoggerBench bench = new LoggerBench(query("RPM", "1s"))) {
            assertThatThrownBy(() -> call(bench, "logger.pause", "obd.rmp"))
                    .hasMessage("name: there is no logger 'obd.rmp' (did you mean obd.rpm?); there are: obd.rpm");
        }
    }

    @Test
    void theScheduleHasAutoPisFormat() throws Exception {
        try (LoggerBench bench = new LoggerBench(
                query("RPM", "2s"),
                entry("name", "n", "function", "a.b", "cron", "0 3 * * *", "kwarg", Map.of("k", 1)))) {
            assertThat(call(bench, "schedule.list").toString())
                    .isEqualTo("{obd.rpm={function=obd.query, job_args=[RPM], job_kwargs={}, seconds=2, enabled=true, "
                            + "maxrunning=1}, n={function=a.b, job_args=[], job_kwargs={k=1}, cron=0 3 * * *, "
                            + "enabled=true, maxrunning=1}}");
        }
    }

    @Test
    void readingsAreObservedBeforeTheFilter() {
        try (LoggerBench bench = new LoggerBench(
                entry("function", "a.b", "every", "1s", "filter", Map.of("change", true), "converter", "battery"))) {
            bench.calls.returns("a.b", Map.of("_type", "v", "value", 12.5));
            bench.run(10.5);
            assertThat(bench.observed)
                    .hasSizeGreaterThan(5)
                    .allMatch(each -> each.fields().containsKey("level"));
            assertThat(bench.records).hasSize(1);
        }
    }

    @Test
    void theMetricsAreDocumented() throws Exception {
        String page = Files.readString(Path.of("../docs/metrics.md"));
        try (LoggerBench bench = LoggerBench.standard()) {
            bench.vehicleAnswers();
            bench.run(10);
            Health health = bench.loggers.health();
            assertThat(health.metrics()).allMatch(each -> page.contains("| `outrider_" + each.name() + "` |"));
            assertThat(health.facts().toString()).isEqualTo("{absent=4, running=9}");
            assertThat(health.problems()).isEmpty();
        }
    }
}
