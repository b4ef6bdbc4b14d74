package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.operator.api.LocalUnit;
import io.outrider.agent.operator.cli.Terminal.TerminalSize;
import io.outrider.agent.operator.stream.StreamEvent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code outrider plot} beside a real local API. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class PlotTest {
    @TempDir
    private Path directory;

    private final AtomicReference<TerminalSize> size = new AtomicReference<>(new TerminalSize(50, 12));
    private final List<Runnable> resized = new CopyOnWriteArrayList<>();
    private final List<Runnable> ending = new CopyOnWriteArrayList<>();
    private LocalUnit unit;

    @BeforeEach
    void open() throws Exception {
        unit = new LocalUnit(directory);
    }

    @AfterEach
    void close() {
        unit.close();
    }

    private DaemonConsole terminal() {
        Terminal terminal = new Terminal(true, true, true, true, size::get, resized::add, ending::add, Terminal.FILES);
        return new DaemonConsole(terminal, unit.port(), directory.resolve("token"));
    }

    private DaemonConsole pipe() {
        return new DaemonConsole(false, unit.port(), directory.resolve("token"));
    }

    private TerminalSession session(DaemonConsole console, String... words) {
        TerminalSession session = new TerminalSession(console, words);
        TerminalSession.await(() -> unit.broadcast.listeners() == 1);
        return session;
    }

    private void record(String type, Map<String, Object> fields) {
        unit.broadcast.publish(new StreamEvent(StreamEvent.RECORD, type, merged(type, fields)));
    }

    private static Map<String, Object> merged(String type, Map<String, Object> fields) {
        Map<String, Object> all = new java.util.LinkedHashMap<>(fields);
        all.put("@t", type);
        all.put("@ts", "2026-11-21T10:15:00.061530Z");
        return all;
    }

    @Test
    void valuesAreDrawnOnTheAlternateScreen() {
        try (TerminalSession session = session(terminal(), "plot", "obd.rpm", "track.pos.sog")) {
            assertThat(session.out()).startsWith("\033[?1049h\033[?25l");
            record("obd.rpm", Map.of("value", 800, "unit", "rpm"));
            record("obd.rpm", Map.of("value", 900.5, "unit", "rpm"));
            record("track.pos", Map.of("sog", 13, "alt", 34));
            record("obd.speed", Map.of("value", 77));
            session.awaitOut("track.pos.sog  13");
            TerminalSession.await(() -> session.page().contains("obd.rpm  900.5 rpm"));
            assertThat(session.page())
                    .contains("min 800  max 900.5", "┤", "┴", "-60 s", "now")
                    .doesNotContain("77");
            assertThat(session.page().lines()).as("fits").hasSizeLessThanOrEqualTo(12);
            unit.close();
            assertThat(session.end()).isEqualTo(130);
            assertThat(session.out()).endsWith("\033[?25h\033[?1049l");
        }
    }

    @Test
    void theChartFollowsTheTerminalSize() {
        try (TerminalSession session = session(terminal(), "plot", "--seconds=600", "--ascii", "a.b")) {
            record("a.b", Map.of("value", 1));
            session.awaitOut("a.b  1");
            assertThat(session.out()).contains("+").doesNotContain("┤");
            size.set(new TerminalSize(100, 12));
            resized.forEach(Runnable::run);
            TerminalSession.await(() -> session.page().lines().anyMatch(line -> line.length() > 90));
            assertThat(session.page()).contains("-10 min");
            unit.close();
        }
    }

    @Test
    void terminationRestoresTheTerminal() {
        try (TerminalSession session = session(terminal(), "plot", "a.b")) {
            ending.forEach(Runnable::run);
            String restored = session.out();
            assertThat(restored).endsWith("\033[?25h\033[?1049l");
            record("a.b", Map.of("value", 1));
            unit.close();
            session.end();
            assertThat(session.out()).as("nothing is drawn behind it").isEqualTo(restored);
        }
    }

    @Test
    void textOutputHasALineForEachValue() {
        try (TerminalSession session = session(pipe(), "plot", "--text", "a.b", "track.pos.loc.lat", "rpi.temp.cpu")) {
            record("a.b", Map.of("value", 21.5, "unit", "C"));
            record("track.pos", Map.of("loc", Map.of("lat", 57.25)));
            record("rpi.temp", Map.of("cpu", Map.of("value", 48, "unit", "C")));
            session.awaitOut("cpu");
            assertThat(session.out().lines().map(String::strip))
                    .containsExactly(
                            "2026-11-21T10:15:00.061530Z  a.b  21.5 C",
                            "2026-11-21T10:15:00.061530Z  track.pos.loc.lat  57.25",
                            "2026-11-21T10:15:00.061530Z  rpi.temp.cpu  48 C");
            unit.close();
        }
    }

    @Test
    void aPipeGetsJson() {
        try (TerminalSession session = session(pipe(), "plot", "a.b")) {
            record("a.b", Map.of("value", true));
            session.awaitOut("\n");
            assertThat(session.out().strip())
                    .isEqualTo("{\"series\":\"a.b\",\"@ts\":\"2026-11-21T10:15:00.061530Z\",\"value\":1.0}");
            unit.close();
        }
    }

    @Test
    void aSeriesWithoutNumbersListsTheNumericFields() {
        try (TerminalSession session = session(terminal(), "plot", "track.pos")) {
            size.set(new TerminalSize(120, 12));
            resized.forEach(Runnable::run);
            record("track.pos", Map.of("sog", 13, "utc", "06:02:24"));
            session.awaitOut("no number there: there is track.pos.sog");
            unit.close();
        }
    }

    @Test
    @Tag("slow")
    void aSeriesWithoutValuesGetsAHint() {
        DaemonConsole pipe = pipe();
        try (TerminalSession session = session(pipe, "plot", "a.b")) {
            TerminalSession.await(() -> pipe.err().contains("a.b: nothing yet; try outrider stream, or --poll 1"));
            assertThat(session.out()).isEmpty();
            unit.close();
        }
    }

    @Test
    @Tag("slow")
    void hintsFitATerminalOf80Columns() {
        size.set(new TerminalSize(80, 12));
        try (TerminalSession session = session(terminal(), "plot", "obd.control_module_voltage")) {
            session.awaitOut("nothing yet; try outrider stream, or --poll 1");
            unit.close();
        }
    }

    @Test
    void failuresOfPollingAreShown() {
        try (TerminalSession session = session(terminal(), "plot", "--poll", "0.1", "obd.rpm")) {
            session.awaitOut("obd.rpm  -  'obd.query' is not available");
            unit.close();
        }
    }
}
