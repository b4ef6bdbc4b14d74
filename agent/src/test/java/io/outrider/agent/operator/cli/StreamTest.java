package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.operator.api.LocalUnit;
import io.outrider.agent.operator.cli.Terminal.TerminalSize;
import io.outrider.agent.operator.stream.StreamEvent;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code outrider stream} beside a real local API. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class StreamTest {
    private static final String STAMP = "2026-11-21T10:15:00.061530Z";

    @TempDir
    private Path directory;

    private LocalUnit unit;
    private DaemonConsole terminal;
    private DaemonConsole pipe;

    @BeforeEach
    void open() throws Exception {
        unit = new LocalUnit(directory);
        terminal = new DaemonConsole(true, unit.port(), directory.resolve("token"));
        pipe = new DaemonConsole(false, unit.port(), directory.resolve("token"));
    }

    @AfterEach
    void close() {
        unit.close();
    }

    private TerminalSession session(DaemonConsole console, String... words) {
        TerminalSession session = new TerminalSession(console, words);
        TerminalSession.await(() -> unit.broadcast.listeners() == 1);
        return session;
    }

    private void record(String type, Object... fields) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("@t", type);
        data.put("@ts", STAMP);
        for (int i = 0; i < fields.length; i += 2) {
            data.put((String) fields[i], fields[i + 1]);
        }
        unit.broadcast.publish(new StreamEvent(StreamEvent.RECORD, type, data));
    }

    @Test
    void aTerminalGetsALineForEachRecord() {
        try (TerminalSession session = session(terminal, "stream")) {
            unit.broadcast.publish(new StreamEvent(StreamEvent.JOB, "running", Map.of("jid", "1")));
            record("obd.rpm", "value", 2305.0, "unit", "revolutions_per_minute");
            record("track.pos", "loc", Map.of("lat", 57.5), "nsat", 9);
            session.awaitOut("nsat=9");
            assertThat(session.out().lines())
                    .containsExactly(
                            "10:15:00.061Z  obd.rpm               2305.0 revolutions_per_minute",
                            "10:15:00.061Z  track.pos             loc.lat=57.5 nsat=9");
            unit.close();
            assertThat(session.end()).as("as after Ctrl-C").isEqualTo(130);
        }
    }

    @Test
    void aPipeGetsRecordsUnchanged() {
        try (TerminalSession session = session(pipe, "stream")) {
            record("obd.rpm", "value", 2305.0);
            session.awaitOut("\n");
            assertThat(session.out().strip())
                    .isEqualTo("{\"@t\":\"obd.rpm\",\"@ts\":\"" + STAMP + "\",\"value\":2305.0}");
            unit.close();
        }
    }

    @Test
    void patternsSelectTypes() {
        try (TerminalSession session = session(terminal, "stream", "obd.*", "type=a b")) {
            record("track.pos", "value", 1);
            record("obd.rpm", "value", 2);
            record("a b", "value", 3);
            session.awaitOut("a b");
            assertThat(session.out()).contains("obd.rpm").doesNotContain("track");
            unit.close();
        }
    }

    @Test
    void jobEventsAreShownOnRequest() {
        try (TerminalSession session = session(terminal, "stream", "event=job", "run*")) {
            record("running", "value", 2);
            unit.broadcast.publish(new StreamEvent(StreamEvent.JOB, "running", Map.of("jid", "1")));
            session.awaitOut("jid=1");
            assertThat(session.out()).contains("  job  ").doesNotContain("value", "2");
            unit.close();
        }
    }

    @Test
    void aColourTerminalGetsColours() {
        Terminal coloured = new Terminal(
                true, true, true, true, () -> TerminalSize.USUAL, action -> {}, action -> {}, Terminal.FILES);
        try (TerminalSession session =
                session(new DaemonConsole(coloured, unit.port(), directory.resolve("token")), "stream")) {
            record("obd.rpm", "value", 1);
            session.awaitOut("\n");
            assertThat(session.out()).startsWith("\033[2m10:15:00.061Z\033[0m  \033[1mobd.rpm");
            unit.close();
        }
    }

    @Test
    void controlCharactersOfRecordsAreEscaped() {
        try (TerminalSession session = session(terminal, "stream")) {
            record("my.text", "value", "\033[2Jgone\nand\tnew", "\033[1m", 1);
            session.awaitOut("=1");
            assertThat(session.out()).doesNotContain("\033").contains("\\x1b[2Jgone and new");
            assertThat(session.out().lines()).hasSize(1);
            unit.close();
        }
    }

    @Test
    void anUntrustedClockIsMarked() {
        try (TerminalSession session = session(terminal, "stream")) {
            record("my.text", "@tq", "unknown", "value", 1);
            session.awaitOut("\n");
            assertThat(session.out()).startsWith("10:15:00.061?  my.text").doesNotContain("@tq");
            unit.close();
        }
    }

    @Test
    void theStreamContinuesAfterARestartOfTheDaemon() throws Exception {
        int port = unit.port();
        try (TerminalSession session = session(terminal, "stream")) {
            record("obd.rpm", "value", 1);
            session.awaitOut(" 1\n");
            unit.close();
            TerminalSession.await(() -> terminal.err().contains("the daemon has ended; this goes on when it is back"));
            unit = new LocalUnit(directory, port);
            TerminalSession.await(() -> unit.broadcast.listeners() == 1);
            record("obd.rpm", "value", 2);
            session.awaitOut(" 2\n");
            unit.close();
        }
        assertThat(terminal.err()).as("once each time").hasLineCount(2);
    }
}
