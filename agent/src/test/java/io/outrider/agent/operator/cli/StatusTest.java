package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.agent.operator.api.LocalUnit;
import io.outrider.agent.operator.cli.Terminal.TerminalSize;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code outrider status}. */
class StatusTest {
    private static final String ONLINE = """
            {"unit_id": "u1", "stamp": "2026-11-22T08:00:00.000001Z",
             "versions": {"java": "17", "outrider": "1.2.3"},
             "sections": {
               "link": {"state": "connected", "broker": "mqtt://broker:1883", "since": "2026-11-22T07:50:00.123456Z",
                 "connected_seconds": 600, "attempts": 0, "last_error": "it was down"},
               "obd": {"interface": "can0", "state": "error_active", "heard": true, "protocol": "6", "frames_dropped": 0},
               "cloud": {"sink": "mqtt", "connected": true, "last_success": "2026-11-22T07:59:50Z", "last_error": null},
               "vehicle": {"communication": "established", "engine": "running", "position": "moving"},
               "loggers": {"running": 13}, "triggers": {"triggers": 0}, "desired": {"revision": null},
               "buffer": {"records": 0, "bytes": 15289, "lost": {}},
               "clock": {"trusted": true, "source": "position"},
               "jobs": {"running": 1, "waiting": 0, "abandoned": 0, "unsent": 0},
               "process": {"uptime_seconds": 7300, "resident_mb": 71, "threads": 35}},
             "problems": []}
            """;

    @TempDir
    private Path directory;

    private static ObjectNode online() throws Exception {
        return (ObjectNode) JsonMapper.builder().build().readTree(ONLINE);
    }

    private static ObjectNode section(ObjectNode status, String name) {
        return (ObjectNode) status.path("sections").path(name);
    }

    private static Terminal terminal(boolean colour, int columns) {
        return new Terminal(
                true, true, colour, true, () -> new TerminalSize(columns, 24), run -> {}, run -> {}, Terminal.FILES);
    }

    private static String screen(ObjectNode status, int columns) throws Exception {
        StringWriter out = new StringWriter();
        new StatusScreen(new PrintWriter(out), terminal(false, columns)).print(status);
        return out.toString();
    }

    private static String head(ObjectNode status) throws Exception {
        return screen(status, 80).lines().findFirst().orElseThrow();
    }

    private static String details(ObjectNode status) throws Exception {
        StringWriter out = new StringWriter();
        new StatusScreen(new PrintWriter(out), terminal(false, 80)).printAll(status);
        return out.toString();
    }

    private static ObjectNode offline() throws Exception {
        ObjectNode status = online();
        section(status, "link")
                .put("state", "waiting")
                .put("offline_seconds", 200)
                .put("retry_in_seconds", 40);
        section(status, "link").put("attempts", 5).remove("connected_seconds");
        return status;
    }

    @Test
    void theStateIsTheFirstLineBeforeTheFigures() throws Exception {
        assertThat(screen(online(), 80)).isEqualTo("""
                        ● u1 online, engine running, 13 loggers, 0 waiting
                          link     mqtt://broker:1883, connected for 10 min
                          upload   by mqtt, last 10 s ago
                          buffer   0 records wait, 14.9 KiB on disk
                          jobs     1 running, 0 waiting
                          bus      can0, error active, protocol 6
                          vehicle  communication established, position moving
                          clock    trusted, by position
                          process  outrider 1.2.3, up 2 h, 71 MB of memory
                        """);
    }

    @Test
    void anOfflineLinkShowsItsDurationAndNextAttempt() throws Exception {
        ObjectNode status = offline();
        assertThat(head(status))
                .isEqualTo("● u1 offline for 3 min, tries again in 40 s, engine running, 13 loggers, 0 waiting");
        section(status, "link").put("state", "connecting").remove("retry_in_seconds");
        assertThat(head(status)).startsWith("● u1 offline for 3 min, attempt 5 is under way, engine");
        section(status, "link").put("attempts", 1);
        assertThat(head(status)).startsWith("● u1 starting, not connected yet, engine");
        section(status, "link").removeAll();
        assertThat(head(status)).startsWith("● u1 without a link: no [link] url is set, engine");
    }

    @Test
    void waitingAndLostRecordsAreCounted() throws Exception {
        ObjectNode status = online();
        section(status, "buffer").put("records", 2500).put("oldest", "2026-11-22T05:00:00Z");
        section(status, "buffer")
                .putObject("lost")
                .put("age", 12)
                .put("disk", 0)
                .put("poison", 1);
        assertThat(screen(status, 80))
                .contains(", 2500 waiting\n", "2500 records wait, the oldest of 3 h ago, 14.9 KiB on disk\n")
                .contains("  lost     13 records in all (age 12, poison 1)\n");
    }

    @Test
    void theDotHasTheColourOfTheState() throws Exception {
        StringWriter out = new StringWriter();
        new StatusScreen(new PrintWriter(out), terminal(true, 80)).print(online());
        assertThat(out.toString()).startsWith("\033[32m●\033[0m u1 online").contains("\033[2m  link     \033[0mmqtt");
        ObjectNode troubled = online();
        troubled.withArray("problems").addObject().put("section", "obd").put("problem", "no bus");
        out.getBuffer().setLength(0);
        new StatusScreen(new PrintWriter(out), terminal(true, 80)).print(troubled);
        assertThat(out.toString())
                .startsWith("\033[33m●\033[0m u1 online, 1 problem,")
                .contains("\n\033[33m! obd: no bus\033[0m\n");
        out.getBuffer().setLength(0);
        new StatusScreen(new PrintWriter(out), terminal(true, 80)).print(offline());
        assertThat(out.toString()).startsWith("\033[31m●\033[0m u1 offline");
        out.getBuffer().setLength(0);
        new StatusScreen(new PrintWriter(out), new Terminal(true, true)).print(online());
        assertThat(out.toString()).startsWith("* u1 online").doesNotContain("\033");
    }

    @Test
    void fewProblemsAreWrappedAndManyAreTruncated() throws Exception {
        ObjectNode status = online();
        String longOne = "this is wrong, and here is what has to be done about it by somebody: ".repeat(2) + "do it";
        status.withArray("problems").addObject().put("section", "obd").put("problem", longOne);
        assertThat(screen(status, 80).lines().skip(1).limit(2))
                .allMatch(line -> line.length() <= 80)
                .first()
                .asString()
                .startsWith("! obd: this is wrong");
        assertThat(screen(status, 80).replaceAll("\n +", " ")).contains(longOne);
        for (int i = 0; i < 9; i++) {
            status.withArray("problems").addObject().put("section", "s" + i).put("problem", longOne);
        }
        assertThat(screen(status, 80).lines())
                .hasSizeLessThanOrEqualTo(15)
                .allMatch(line -> line.length() <= 80)
                .anyMatch(line -> line.startsWith("! s2: this is wrong") && line.endsWith("…"))
                .contains("  … and 5 more: outrider status -v");
        assertThat(details(status)).contains("! s8: " + longOne);
    }

    @Test
    void theScreenHasAtMostFifteenLines() throws Exception {
        ObjectNode status = online();
        section(status, "buffer")
                .put("records", 1)
                .put("oldest", "2026-11-22T07:00:00Z")
                .putObject("lost")
                .put("age", 1);
        for (int problems = 0; problems < 30; problems++) {
            assertThat(screen(status, 60).lines()).as("%d problems", problems).hasSizeLessThanOrEqualTo(15);
            status.withArray("problems").addObject().put("section", "a").put("problem", "x ".repeat(problems * 9));
        }
    }

    @Test
    void detailsOmitEmptyFacts() throws Exception {
        assertThat(details(online()))
                .startsWith("● u1 online, engine running")
                .containsPattern("link:\n  state +connected\n")
                .containsPattern("since +9 min ago \\(2026-11-22T07:50:00Z\\)")
                .doesNotContain("null", "{}", "it was down", "desired", "123456");
        assertThat(details(offline())).contains("it was down");
    }

    @Test
    void controlCharactersOfTheDaemonAreEscaped() throws Exception {
        ObjectNode status = online().put("unit_id", "\033[2Ju1\nx");
        status.withArray("problems").addObject().put("section", "a").put("problem", "b\033]0;c\007\nd");
        section(status, "link").put("broker", "m\033qtt");
        assertThat(screen(status, 80) + details(status)).doesNotContain("\033", "\007");
        assertThat(screen(status, 80)).startsWith("● \\x1b[2Ju1 x online");
    }

    @Test
    void anEmptyResponseIsShown() throws Exception {
        ObjectNode nothing = JsonMapper.builder().build().createObjectNode();
        assertThat(screen(nothing, 80) + details(nothing)).contains("without a link");
    }

    @Test
    void statusOfADaemonIsTextOnATerminalAndJsonIntoAPipe() throws Exception {
        try (LocalUnit unit = new LocalUnit(directory)) {
            DaemonConsole terminal = new DaemonConsole(true, unit.port(), directory.resolve("token"));
            assertThat(terminal.run("status")).isZero();
            assertThat(terminal.out())
                    .startsWith("* u-1 without a link: no [link] url is set, 1 problem\n"
                            + "! toy: the toy is dusty: wipe it\n")
                    .containsPattern("\n  process  outrider test, up \\d+ s, \\d+ MB of memory\n");
            assertThat(terminal.run("status", "-v")).isZero();
            assertThat(terminal.out())
                    .containsPattern("\ntoy:\n  state +fine\n")
                    .containsPattern("threads +\\d+\n");
            assertThat(terminal.run("status", "--json")).isZero();
            assertThat(terminal.out()).startsWith("{\"unit_id\":\"u-1\"");
            DaemonConsole pipe = new DaemonConsole(false, unit.port(), directory.resolve("token"));
            assertThat(pipe.run("status")).isZero();
            assertThat(pipe.out()).startsWith("{\"unit_id\":\"u-1\"").hasLineCount(1);
        }
    }
}
