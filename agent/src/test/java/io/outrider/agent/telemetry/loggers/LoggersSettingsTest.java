package io.outrider.agent.telemetry.loggers;

import static io.outrider.agent.telemetry.loggers.LoggerBench.entry;
import static io.outrider.agent.telemetry.loggers.LoggerBench.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.wire.Priority;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoggersSettingsTest {
    private final ObjectMapper mapper = new ObjectMapper();

    private static String nameOf(Object... keysAndValues) {
        return LoggerBench.settings(false, entry(keysAndValues))
                .loggers()
                .get(0)
                .name();
    }

    @Test
    void aDefaultNameContainsNoArguments() {
        String name = nameOf("function", "cmd.run", "arg", List.of("curl -H Authorization:geheim"), "every", "1m");
        assertThat(name).matches("cmd\\.run#[0-9a-f]{6}");
        assertThat(nameOf("function", "cmd.run", "arg", List.of("curl -H Authorization:geheim"), "every", "5m"))
                .as("it stays, whatever else changes")
                .isEqualTo(name);
        assertThat(nameOf("function", "cmd.run", "arg", List.of("date"), "every", "1m"))
                .isNotEqualTo(name);
        assertThat(nameOf("function", "disk.usage", "every", "1m")).isEqualTo("disk.usage");
        assertThat(nameOf("function", "obd.query", "arg", List.of("RPM"), "every", "1m"))
                .isEqualTo("obd.rpm");
    }

    @Test
    void allKeysOfAnEntryAreRead() {
        LoggerSettings read = LoggerBench.settings(
                        false,
                        entry(
                                "name",
                                "soc",
                                "function",
                                "obd.query",
                                "arg",
                                List.of("soc"),
                                "kwarg",
                                Map.of("mode", "220"),
                                "every",
                                2.5,
                                "filter",
                                Map.of("deadband", "5%", "min", "500ms", "max", "1m"),
                                "converter",
                                "realistic_speed",
                                "when",
                                List.of("not engine/running"),
                                "priority",
                                "low",
                                "type",
                                "my.soc"))
                .loggers()
                .get(0);
        assertThat(read)
                .isEqualTo(new LoggerSettings(
                        "soc",
                        "obd.query",
                        List.of("soc"),
                        Map.of("mode", "220"),
                        new LoggerTiming.Every(2_500_000_000L),
                        new FilterSettings(true, 5, true, 500_000_000L, 60_000_000_000L, false),
                        ReadingConverter.REALISTIC_SPEED,
                        List.of("not engine/running"),
                        Priority.LOW,
                        "my.soc",
                        true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'every':'1s'} | list[0].function: is missing: what to call, such as obd.query",
                "{'function':'RPM','every':'1s'} | list[0].function: a function is called module.function, not 'RPM'",
                "{'function':'a.b'} | list[0].every: give exactly one of every, cron and on, not none",
                "{'function':'a.b','every':'1s','on':'a/b'} | list[0].on: give exactly one of every, cron and on, not every and on",
                "{'function':'a.b','every':'often'} | list[0].every: takes a time such as \"500ms\"",
                "{'function':'a.b','every':'1ms'} | list[0].every: 1ms is not from 10ms to 31d",
                "{'function':'a.b','every':-5} | list[0].every: takes a time",
                "{'function':'a.b','every':true} | list[0].every: takes a time",
                "{'function':'a.b','cron':'* * * *'} | list[0].cron: takes five fields",
                "{'function':'a.b','cron':'61 * * * *'} | list[0].cron: the minute '61' is not of 0 to 59",
                "{'function':'a.b','cron':'0 0 30 2 *'} | list[0].cron: '0 0 30 2 *' never comes",
                "{'function':'a.b','on':'nonsense'} | list[0].on: takes the tag of an event",
                "{'function':'a.b','evry':'1s'} | list[0].evry: there is no key 'evry' (did you mean every?); there are: name, function",
                "{'function':'a.b','every':'1s','filter':{'chnge':true}} | list[0].filter.chnge: there is no key 'chnge' (did you mean change?)",
                "{'function':'a.b','every':'1s','filter':5} | list[0].filter: takes a table, not 5",
                "{'function':'a.b','every':'1s','filter':{'deadband':'x'}} | list[0].filter.deadband: takes a number above 0",
                "{'function':'a.b','every':'1s','filter':{'deadband':-1}} | list[0].filter.deadband: takes a number above 0",
                "{'function':'a.b','every':'1s','filter':{'change':false,'max':'1m'}} | list[0].filter.max: tells when an unchanged",
                "{'function':'a.b','every':'1s','filter':{'change':true,'min':'1m','max':'1s'}} | list[0].filter.max: 1s is less than min, 1m",
                "{'function':'a.b','every':'1s','converter':'batery'} | list[0].converter: takes one of none, battery, realistic_speed, not 'batery' (did you mean battery?)",
                "{'function':'a.b','every':'1s','when':['running']} | list[0].when: 'running' is no condition",
                "{'function':'a.b','every':'1s','when':[7]} | list[0].when: takes a list of texts",
                "{'function':'a.b','every':'1s','priority':'urgent'} | list[0].priority: takes one of high, normal, low, not 'urgent'",
                "{'function':'a.b','every':'1s','enabled':'perhaps'} | list[0].enabled: takes true or false",
                "{'function':'a.b','every':'1s','enabled':'no'} | list[0].enabled: takes true or false, not 'no'",
                "{'function':'a.b','every':'1s','enabled':'true'} | list[0].enabled: takes true or false without quotes: true",
                "{'function':'a.b','every':'1s','enabled':0} | list[0].enabled: takes true or false, not '0'",
                "{'function':'a.b','every':'1s','name':'a b'} | list[0].name: takes 1 to 100 characters",
                "{'function':'a.b','every':'1s','kwarg':[1]} | list[0].kwarg: takes a table",
            })
    void everyMistakeIsReportedWithItsPath(String json, String expected) throws Exception {
        Map<?, ?> table = mapper.readValue(json.replace('\'', '"'), Map.class);
        assertThatThrownBy(() -> LoggerBench.settings(false, table))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(expected);
    }

    @Test
    void allMistakesAreReported() {
        assertThatThrownBy(
                        () -> LoggerBench.settings(false, query("RPM", "x"), query("SPEED", "y"), query("RPM", "1s")))
                .hasMessageContaining("list[0].every")
                .hasMessageContaining("list[1].every");
    }

    @Test
    void duplicateNamesAreRejected() {
        assertThatThrownBy(() -> LoggerBench.settings(false, query("RPM", "1s"), query("rpm", "2s")))
                .hasMessage("list[1].name: 'obd.rpm' is the name of entry 1 too; give one of them another name");
    }

    @Test
    void allStandardLoggersAreValid() {
        assertThat(StandardLoggers.loggers())
                .extracting(LoggerSettings::name)
                .containsExactly(
                        "obd.rpm",
                        "obd.speed",
                        "obd.engine_load",
                        "obd.coolant_temp",
                        "obd.intake_temp",
                        "obd.ambiant_air_temp",
                        "obd.fuel_level",
                        "obd.bat",
                        "obd.dtc",
                        "track.pos",
                        "acc.xyz",
                        "rpi.temp",
                        "ec2x.data_usage");
    }

    @Test
    void anEntryReplacesOrDisablesTheStandardLoggerOfItsName() {
        try (LoggerBench bench = LoggerBench.standard()) {
            bench.loggers.configure(LoggerBench.settings(
                    true, query("RPM", "7s"), entry("name", "rpi.temp", "enabled", false), query("SOC", "1m")));
            assertThat(bench.row("obd.rpm").get("interval")).isEqualTo("7s");
            assertThat(bench.row("obd.rpm").get("standard")).isEqualTo(false);
            assertThat(bench.loggers.list())
                    .extracting(each -> each.get("name"))
                    .doesNotContain("rpi.temp")
                    .contains("obd.soc", "obd.speed");
            bench.loggers.configure(LoggerBench.settings(false));
            assertThat(bench.loggers.list()).isEmpty();
        }
    }

    @Test
    void validDesiredLoggersRunAndInvalidOnesAreReported() {
        try (LoggerBench bench = LoggerBench.standard()) {
            List<LoggersDesiredPart.RefusedLogger> refused = bench.loggers.apply(
                    Arrays.asList(
                            query("SOC", "1m"),
                            query("RPM", "often"),
                            null,
                            entry("name", "obd.speed", "enabled", false)),
                    call -> Optional.empty());
            assertThat(refused)
                    .extracting(LoggersDesiredPart.RefusedLogger::index)
                    .containsExactly(1, 2);
            assertThat(refused.get(0).why()).startsWith("every: takes a time").doesNotContain("; ");
            assertThat(refused.get(1).why()).isEqualTo("is no table with the keys of a logger");
            assertThat(bench.loggers.list())
                    .extracting(each -> each.get("name"))
                    .contains("obd.soc", "obd.rpm")
                    .doesNotContain("obd.speed");
        }
    }

    @Test
    void anyEntryIsReadOrRejectedWithAMessage() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Object[] values = {
            null,
            1,
            -1,
            1e300,
            Double.NaN,
            "",
            " ",
            "1s",
            "a.b",
            "a/b",
            "* * * * *",
            true,
            List.of(),
            Map.of(),
            "x\u0000",
            "x\u009b2J",
            List.of(Map.of()),
            Arrays.asList((Object) null),
            Map.of("deadband", Double.NaN),
            Map.of("max", "9d")
        };
        String[] keys = {
            "name",
            "function",
            "arg",
            "kwarg",
            "every",
            "cron",
            "on",
            "filter",
            "converter",
            "when",
            "priority",
            "type",
            "enabled",
            "",
            "\u0000"
        };
        for (int round = 0; round < 5_000; round++) {
            Map<String, Object> table = entry();
            for (int i = random.nextInt(6); i >= 0; i--) {
                table.put(keys[random.nextInt(keys.length)], values[random.nextInt(values.length)]);
            }
            DesiredEntries read = DesiredEntries.of(List.of(table), call -> Optional.empty());
            assertThat(read.valid().size() == 1)
                    .as("seed %d: %s %s", seed, table, read.refused())
                    .isEqualTo(read.refused().isEmpty());
            assertThat(read.refused()).allMatch(each -> !each.why().isEmpty());
        }
    }
}
