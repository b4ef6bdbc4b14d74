package io.outrider.agent.runtime.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.outrider.agent.builtin.LogModule;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.testing.WrongArguments;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LogsTest {
    private static final Logger LOG = LoggerFactory.getLogger("io.outrider.toy.Talker");

    private final LogBuffer buffer = LogBuffer.attach();
    private final Functions functions = new Functions(new Binder(Json.mapper()), List.of(new LogModule(buffer)));

    @AfterEach
    void close() {
        buffer.close();
    }

    private List<?> query(Map<String, ?> keywords) throws Exception {
        return run("log.query", keywords);
    }

    private List<?> run(String function, Map<String, ?> keywords) throws Exception {
        return (List<?>) functions.prepare(function, List.of(), keywords).run();
    }

    @Test
    void linesAreFoundByTextLevelLoggerAndTime() throws Exception {
        LOG.warn("one Fish");
        LOG.warn("two");
        assertThat(query(Map.of("text", "fish"))).singleElement().asString().contains("one Fish", "WARN");
        assertThat(query(Map.of("logger", "toy", "last", 1)))
                .singleElement()
                .asString()
                .contains("two");
        assertThat(query(Map.of("level", "error"))).isEmpty();
        assertThat(query(Map.of("since", "2999-01"))).isEmpty();
        assertThat(query(Map.of("since", "2020-01-01T00:00"))).hasSize(2);
    }

    @Test
    void autoPisNamesGiveTheSameLines() throws Exception {
        LOG.info("all is well");
        LOG.warn("one Fish");
        LOG.warn("two");
        assertThat(run("minionutil.last_errors", Map.of()).toString())
                .contains("one Fish", "two")
                .doesNotContain("well");
        assertThat(run("minionutil.last_errors", Map.of("last", 1)).toString()).doesNotContain("one Fish");
        assertThat(run("minionutil.last_logs", Map.of())).isEqualTo(query(Map.of()));
        assertThatThrownBy(() -> run("minionutil.last_errors", Map.of("last", 0)))
                .hasMessageContaining("last: takes 1 or more");
    }

    @Test
    void memoryIsBoundedByLinesAndBytes() {
        for (int i = 0; i < 3_000; i++) {
            LOG.warn("line {}", i);
        }
        assertThat(buffer.lines())
                .hasSize(LogBuffer.MAX_LINES)
                .last()
                .asString()
                .contains("line 2999");
        for (int i = 0; i < 100; i++) {
            LOG.warn("{}", "x".repeat(100_000));
        }
        assertThat(buffer.lines().stream().mapToInt(LogLine::bytes).sum()).isLessThanOrEqualTo(LogBuffer.MAX_BYTES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "x",
                "2026",
                "2026-",
                "2026-13",
                "2026-00",
                "2026-01-32",
                "2026-01-00",
                "2026-1-1",
                "2026-01-01T24:00",
                "2026-01-01T12:60",
                "2026-01-01T12:00:60",
                "2026-01----",
                "2026-01-01T12:00:00.",
                "2026-01-01T12:00+01:00",
                "now",
                "-1",
                "1700000000"
            })
    void invalidTimesAreRejected(String since) {
        assertThatThrownBy(() -> query(Map.of("since", since)))
                .hasMessage("log.query: since: takes a time such as 2026-01-31T12:00");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"2020-01", "2020-01-31", "2020-01-31T12", "2020-01-31 12:00", "2020-01-31T12:00:00.123456Z"})
    void prefixesOfTimesAreAccepted(String since) throws Exception {
        LOG.warn("later");
        assertThat(query(Map.of("since", since))).isNotEmpty();
    }

    @Test
    void aLongLineReachesTheJournalWholeAndTheMemoryCut() {
        String message = "x".repeat(20_000);
        LoggingEvent event = new LoggingEvent(
                "",
                ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("io.outrider.agent.fleet.mqtt.MqttLink"),
                Level.WARN,
                message,
                null,
                null);
        assertThat(journal(event)).isEqualTo("<4>link: " + message + "\n");
        assertThat(LogLine.of(event).message()).hasSize(8_193).endsWith("x…");
    }

    private static String journal(LoggingEvent event) {
        return new String(CommandLineLog.encoder(Logs::journal).encode(event), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "io.outrider.agent.commands.JobLifecycle, jobs",
        "io.outrider.agent.daemon.Daemon, daemon",
        "io.outrider.agent.runtime.clock.UnitClock, clock",
        "io.outrider.agent.fleet.mqtt.MqttLink, link",
        "io.outrider.agent.fleet.desired.DesiredState, desired",
        "io.outrider.agent.runtime.storage.DataLock, daemon",
        "io.outrider.agent.telemetry.buffer.BufferMaintenance, buffer",
        "io.outrider.agent.runtime.PeriodicTasks, daemon",
        "io.outrider.agent.telemetry.upload.Uploader, upload",
        "io.outrider.obd.query.ReadingValues, obd",
        "io.outrider.can.SocketCanBus, can",
        "io.outrider.unit.gnss.Gpsd, gnss",
        "io.outrider.unit.Sysfs, unit",
        "io.outrider.state.StateRun, state",
        "org.eclipse.paho.mqttv5.client.X, org.eclipse.paho.mqttv5.client.X",
        "X, X"
    })
    void aLineHasTheSubjectOfItsPackage(String logger, String subject) throws Exception {
        assertThat(LogSubject.of(logger)).isEqualTo(subject);
        LoggerFactory.getLogger(logger).warn("here");
        assertThat(buffer.lines()).singleElement().extracting(LogLine::logger).isEqualTo(subject);
        assertThat(query(Map.of("logger", subject))).hasSize(1);
    }

    @Test
    void controlCharactersAreEscapedInEveryLog() {
        LoggingEvent event = new LoggingEvent(
                "",
                ((LoggerContext) LoggerFactory.getILoggerFactory())
                        .getLogger("io.outrider.agent.commands.JobLifecycle"),
                Level.WARN,
                "cmd.\u202Erun \u0085\u2028\u2029\u2066\u200f\u061c\u009b2J \u001b[2J \r\0 ä ☃",
                new IllegalStateException("\u202E"),
                null);
        for (String text : List.of(journal(event), LogLine.of(event).message())) {
            assertThat(text)
                    .contains("cmd.\\u202erun \\x85\\u2028\\u2029\\u2066\\u200f\\u061c\\x9b2J \\x1b[2J \\x0d\\x00 ä ☃")
                    .contains("IllegalStateException: \\u202e")
                    .doesNotContain("\u202E", "\u001b");
        }
    }

    @Test
    void afterClosingNothingIsKept() {
        buffer.close();
        LOG.warn("unheard");
        assertThat(buffer.lines()).isEmpty();
    }

    @Test
    void wrongArgumentsAreRefusedByName() {
        functions.all().forEach(each -> WrongArguments.check(functions, each));
    }

    @Test
    void eachLineForTheJournalHasItsPriority() {
        LoggingEvent event = new LoggingEvent(
                "",
                ((LoggerContext) LoggerFactory.getILoggerFactory())
                        .getLogger("io.outrider.agent.commands.JobLifecycle"),
                Level.ERROR,
                "two\nlines",
                new IllegalStateException("oops"),
                null);
        String text = journal(event);
        assertThat(text).startsWith("<3>jobs: two\n<3>  lines\n<3>  java.lang.IllegalStateException: oops\n");
        assertThat(text.lines()).allMatch(line -> line.startsWith("<3>"));
    }
}
