package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.agent.operator.api.LocalUnit;
import io.outrider.agent.operator.cli.Terminal.TerminalSize;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Failure;
import io.outrider.testkit.Announces;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command line with a daemon's local API on a real socket. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class DaemonCommandsTest {
    private static final String LINE = System.lineSeparator();

    @TempDir
    private Path directory;

    private LocalUnit unit;
    private DaemonConsole pipe;
    private DaemonConsole terminal;

    @BeforeEach
    void open() throws Exception {
        unit = new LocalUnit(directory);
        pipe = new DaemonConsole(false, unit.port(), directory.resolve("token"));
        terminal = new DaemonConsole(true, unit.port(), directory.resolve("token"));
    }

    @AfterEach
    void close() {
        unit.close();
    }

    @Test
    void theDaemonRunsTheFunctionAndTheResultIsPrinted() {
        assertThat(pipe.run("toy.rpm")).isZero();
        assertThat(pipe.out())
                .isEqualTo("{\"_type\":\"rpm\",\"value\":33.333333333333336,\"unit\":\"u\","
                        + "\"_stamp\":\"2023-08-28T12:22:31.253543\"}" + LINE);
        assertThat(pipe.err()).isEmpty();
        assertThat(terminal.run("toy.rpm")).isZero();
        assertThat(terminal.out()).matches("rpm {20,}33\\.333333 u\\s+");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0105", "two words", "it's", "\"x\"", "back\\slash", "a=b=c", "ünïcode ✓", "new\nline", ""})
    void argumentsReachTheDaemonUnchanged(String word) throws Exception {
        assertThat(pipe.run("toy.say", "text=" + word, "loud=true")).isZero();
        String json = JsonMapper.builder().build().writeValueAsString(word);
        assertThat(pipe.out()).contains("{\"text\":" + json + ",\"times\":null,\"loud\":true}");
    }

    @ParameterizedTest
    @CsvSource({"caller, 2", "operator, 3", "vehicle, 1", "network, 1", "agent, 4"})
    void theExitCodeDependsOnTheActorOfTheFailure(String actor, int code) {
        assertThat(pipe.run("toy.fail", actor)).isEqualTo(code);
        assertThat(pipe.out())
                .isEqualTo(
                        "{\"error\":\"it failed on purpose\",\"code\":\"FAILED\",\"actor\":\"" + actor + "\"}" + LINE);
        assertThat(pipe.err()).isEqualTo("outrider: it failed on purpose" + LINE);
    }

    @Test
    void aPartialFailureExitsWith5() {
        assertThat(pipe.run("toy.partly")).isEqualTo(5);
        assertThat(pipe.out()).isEqualTo("\"half\"" + LINE);
    }

    @Test
    void unknownFunctionsAndArgumentsAreCallerErrors() {
        assertThat(pipe.run("toy.syy")).isEqualTo(2);
        assertThat(pipe.err()).contains("did you mean toy.say?");
        assertThat(pipe.run("it's")).isEqualTo(2);
        assertThat(pipe.err()).contains("'it's' is not available");
        assertThat(pipe.run("toy.say", "a", "volume=3")).isEqualTo(2);
        assertThat(pipe.err()).contains("unknown argument 'volume'");
    }

    @Test
    void aMissingDotInTheNameOfAFunctionOfTheDaemonIsSuggested() {
        assertThat(pipe.run("toy", "say", "it")).isEqualTo(2);
        assertThat(pipe.err()).contains("'toy' is not available (did you mean toy.say?)");
        assertThat(pipe.run("toy", "sya")).isEqualTo(2);
        assertThat(pipe.err()).contains("'toy' is not available").doesNotContain("did you mean");
    }

    @Test
    void progressIsShownOnATerminalUntilTheResult() throws Exception {
        Thread releases = new Thread(() -> {
            unit.toy.begun.acquireUninterruptibly();
            unit.toy.go.countDown();
        });
        releases.start();
        assertThat(terminal.run("toy.wait")).isZero();
        releases.join();
        assertThat(terminal.err()).isEqualTo("\r\033[K[######..............] 33 %  1/3 steps  waiting\r\033[K");
        assertThat(terminal.out()).isEqualTo("went on" + LINE);
        assertThat(pipe.run("toy.wait")).isZero();
        assertThat(pipe.err()).isEmpty();
    }

    @Test
    void repeatedCallsUseTheDaemon() {
        assertThat(pipe.run("--every", "0.01", "--count", "3", "toy.rpm")).isZero();
        assertThat(pipe.out().lines()).hasSize(3);
        assertThat(pipe.run("--every", "0.01", "--count", "3", "toy.fail", "vehicle"))
                .isEqualTo(1);
        assertThat(pipe.out().lines()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--alone", "--can=can0", "--set=obd.protocol=6", "--data=folder"})
    void optionsOfThisProcessRunTheFunctionHere(String option) {
        assertThat(pipe.run(option, "toy.rpm")).isEqualTo(4);
        assertThat(pipe.err()).contains("this was to run alone");
    }

    @Test
    void formulasAndHelpNeedNoDaemon() {
        assertThat(pipe.run("formula", "1", "7E804410C0FA0")).isEqualTo(4);
        assertThat(pipe.err()).contains("alone");
        assertThat(pipe.run("obd.formula", "1", "7E804410C0FA0")).isEqualTo(4);
        assertThat(pipe.run("toy.rpm", "--help")).isEqualTo(4);
    }

    @Test
    void withoutADaemonTheErrorSaysHowToStartIt() {
        unit.close();
        String sentence = "outrider: the daemon does not run on port " + unit.port()
                + ": systemctl start outrider; or run this command without it: outrider --alone …" + LINE;
        for (String[] words :
                new String[][] {{"toy.rpm"}, {"--config", "valid", "status"}, {"reload"}, {"stream"}, {"plot", "a.b"}
                }) {
            assertThat(pipe.run(words)).isEqualTo(3);
            assertThat(pipe.err()).isEqualTo(sentence);
        }
    }

    @Test
    void theStatusWithoutADaemonNamesWrongSettings() {
        unit.close();
        assertThat(pipe.run("status")).isEqualTo(3);
        assertThat(pipe.err())
                .contains(
                        "does not run on port " + unit.port(),
                        "the settings are wrong, correct them first: line 3: no");
    }

    @Test
    void aWrongOrMissingTokenFileIsExplained() throws Exception {
        Path wrong = Files.writeString(directory.resolve("wrong"), "0".repeat(64));
        assertThat(pipe.run("--token-file", wrong.toString(), "toy.rpm")).isEqualTo(3);
        assertThat(pipe.err())
                .contains(
                        "does not take the token in " + wrong,
                        directory.resolve("token").toString())
                .doesNotContain("run it as root");
        assertThat(pipe.run("--token-file", directory + "/none", "status")).isEqualTo(3);
        assertThat(pipe.err())
                .contains("there is no file " + directory + "/none: name the right one with --token-file")
                .doesNotContain("run it as root");
        Path noFile = Files.createDirectory(directory.resolve("no-file"));
        assertThat(pipe.run("--token-file", noFile.toString(), "status")).isEqualTo(3);
        assertThat(pipe.err()).contains("the token file " + noFile + " cannot be read: it is a directory");
    }

    @Test
    void apiAndTokenFileOptionsSelectAnotherDaemon() throws Exception {
        DaemonConsole lost = new DaemonConsole(false, 1, directory.resolve("none"));
        String token = directory.resolve("token").toString();
        assertThat(lost.run("--api", unit.url(), "--token-file", token, "toy.rpm"))
                .isZero();
        assertThat(lost.run("--api", "localhost:" + unit.port(), "--token-file", token, "toy.rpm"))
                .isZero();
        for (String url :
                new String[] {"https://localhost:1", "nonsense", "http://x y:1", "http://localhost", "localhost:99999"
                }) {
            assertThat(lost.run("--api", url, "toy.rpm")).isEqualTo(2);
            assertThat(lost.err()).contains("--api: '" + url + "' is not like http://127.0.0.1:9000");
        }
        lost.run("--config", "other.toml", "toy.rpm");
        assertThat(lost.config).hasValue(Path.of("other.toml"));
    }

    @Test
    void aReloadPrintsTheChanges() {
        assertThat(terminal.run("reload")).isZero();
        assertThat(terminal.out()).isEqualTo("nothing changed" + LINE);
        unit.reloadFails(new Failure(AgentErrors.BAD_SETTING, "line 3: no"));
        assertThat(terminal.run("reload")).isEqualTo(3);
        assertThat(terminal.err()).isEqualTo("outrider: line 3: no" + LINE);
    }

    @Test
    @Announces("another one runs")
    void settingsAreCheckedWithoutADaemon() {
        unit.close();
        assertThat(terminal.run("config", "check", "--config", "x")).isZero();
        assertThat(terminal.out()).isEqualTo("all is well" + LINE);
        assertThat(terminal.run("config", "check")).isEqualTo(3);
        assertThat(pipe.run("config", "example")).isZero();
        assertThat(pipe.out()).contains("[local]" + LINE, "#port = 9000" + LINE);
        assertThat(pipe.run("daemon", "--config", "y")).isEqualTo(3);
        assertThat(pipe.config).hasValue(Path.of("y"));
    }

    @ParameterizedTest
    @CsvSource({"daemon --config y", "--config y daemon", "daemon --config=y", "--json daemon --config y"})
    @Announces("another one runs")
    void theConfigOptionMayStandBeforeOrAfterDaemon(String line) {
        assertThat(pipe.run(line.split(" "))).isEqualTo(3);
        assertThat(pipe.err()).isEmpty(); // it is in the log, with its priority
        assertThat(pipe.out().isEmpty()).isEqualTo(!line.startsWith("--json"));
        assertThat(pipe.config).hasValue(Path.of("y"));
    }

    @ParameterizedTest
    @CsvSource({"daemon --config", "daemon now", "daemon --config y now", "daemon --alone --config y"})
    void theDaemonDoesNotStartWithInvalidArguments(String line) {
        assertThat(pipe.run(line.split(" "))).isEqualTo(2);
        assertThat(pipe.config).hasValue(null);
    }

    @ParameterizedTest
    @CsvSource({
        "status now, status: takes nothing but -v",
        "config, 'config: takes check, check FILE or example'",
        "config chekc, 'config: takes check, check FILE or example'",
        "stream kind=job, stream: 'kind=job' is no pattern",
        "stream --fast, stream: '--fast' is no pattern",
        "stream event=jobs, neither event=record nor event=job",
        "plot, plot: names 1 to 8 series",
        "plot rpm, plot: 'rpm' is no series such as obd.rpm",
        "plot obd.*, plot: 'obd.*' is no series such as obd.rpm",
        "plot a.a a.b a.c a.d a.e a.f a.g a.h a.i, plot: names 1 to 8 series",
        "plot --seconds 0 a.b, plot: --seconds is from 1 to 86400",
        "plot --seconds NaN a.b, plot: --seconds is from 1 to 86400",
        "plot --seconds x a.b, '--seconds: takes a number of seconds, not ''x'''",
        "plot a.b --seconds, --seconds",
        "plot --poll 0 obd.rpm, plot: --poll is from 0.1 to 3600",
        "plot --poll 1 track.pos.sog, plot: --poll asks obd.query",
        "plot --colour a.b, plot: there is no option --colour",
        "--every=1 plot a.b, go with functions only",
        "--every=1 status, go with functions only",
        "--json --text status, only one of them",
        "--every=often toy.rpm, '--every: takes a number of seconds, not ''often'''",
        "--every=1 --count=x toy.rpm, '--count: takes a whole number, not ''x'''",
    })
    void invalidArgumentsOfSubcommandsAreRefused(String words, String message) {
        assertThat(pipe.run(words.split(" "))).isEqualTo(2);
        assertThat(pipe.err()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({"stauts, status", "plto, plot", "dameon, daemon", "formular, formula", "decod, decode"})
    void aMistypedCommandIsCorrected(String word, String meant) {
        unit.close();
        assertThat(pipe.run(word)).isEqualTo(2);
        assertThat(pipe.err())
                .isEqualTo("outrider: there is no command '" + word + "' (did you mean " + meant
                        + "?); outrider --help lists them" + LINE);
    }

    @Test
    void configPrintsTextIntoAPipe() {
        assertThat(pipe.run("config", "check", "x")).isZero();
        assertThat(pipe.out()).isEqualTo("all is well" + LINE);
        assertThat(pipe.run("config", "check")).isEqualTo(3);
        assertThat(pipe.out()).isEmpty();
        assertThat(pipe.run("--json", "config", "check", "x")).isZero();
        assertThat(pipe.out()).isEqualTo("{\"result\":\"all is well\"}" + LINE);
    }

    private DaemonConsole leadingTo(IntFunction<String> streams) {
        Terminal nowhere =
                new Terminal(false, false, false, false, () -> TerminalSize.USUAL, action -> {}, action -> {}, streams);
        return new DaemonConsole(nowhere, unit.port(), directory.resolve("token"));
    }

    @Test
    void anErrorIsPrintedOnceIfBothStreamsHaveTheSameReader() {
        DaemonConsole together = leadingTo(descriptor -> "pipe:[1]");
        assertThat(together.run("toy.fail", "vehicle")).isEqualTo(1);
        assertThat(together.out())
                .isEqualTo("{\"error\":\"it failed on purpose\",\"code\":\"FAILED\",\"actor\":\"vehicle\"}" + LINE);
        assertThat(together.err()).isEmpty();
        assertThat(together.run("--text", "toy.fail", "vehicle")).isEqualTo(1);
        assertThat(together.err()).isEqualTo("outrider: it failed on purpose" + LINE);
    }

    @Test
    void aClosedPipeEndsTheCommandSilentlyAndAFullDiskWithAnError() {
        Writer closed = new Writer() {
            @Override
            public void write(char[] text, int offset, int length) throws IOException {
                throw new IOException("Broken pipe");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        DaemonConsole pipe = leadingTo(descriptor -> "pipe:[" + descriptor + "]");
        assertThat(pipe.run(closed, "--every", "0.01", "toy.rpm")).isEqualTo(141);
        assertThat(pipe.err()).isEmpty();
        DaemonConsole file = leadingTo(descriptor -> "/file" + descriptor);
        assertThat(file.run(closed, "toy.rpm")).isEqualTo(3);
        assertThat(file.err()).isEqualTo("outrider: the result cannot be written: Broken pipe" + LINE);
    }

    @Test
    void theHelpOfConfigMentionsTheFileArgument() {
        assertThat(pipe.run("config", "check", "--help")).isZero();
        assertThat(pipe.out())
                .startsWith("outrider config check [FILE]|example")
                .contains("  check FILE ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "stream", "plot", "decode", "reload", "config", "daemon"})
    void eachCommandHasHelp(String verb) {
        assertThat(pipe.run(verb, "--help")).isZero();
        assertThat(pipe.out()).startsWith("outrider " + verb);
    }
}
