package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.wire.results.Result;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    private final TestConsole pipe = new TestConsole(false);
    private final TestConsole terminal = new TestConsole(true);

    @Test
    void aPipeGetsALineOfJson() {
        assertThat(pipe.run("toy.speed")).isZero();
        assertThat(pipe.out())
                .isEqualTo("{\"_type\":\"speed\",\"value\":33.333333333333336,\"unit\":\"kph\","
                        + "\"_stamp\":\"2023-08-28T12:22:31.253543\"}" + System.lineSeparator());
        assertThat(pipe.err()).isEmpty();
        assertThat(pipe.closed).hasValue(1);
    }

    @Test
    void aTerminalGetsAlignedText() {
        assertThat(terminal.run("toy.speed")).isZero();
        assertThat(terminal.out()).matches("speed {20,}33\\.333333 kph\\s+");
        terminal.run("toy.codes");
        assertThat(terminal.out()).contains("dtc:").containsPattern("code {10,}P0104");
        terminal.run("toy.say", "two\nlines");
        assertThat(terminal.out().lines()).hasSize(2);
    }

    @Test
    void jsonAndTextOptionsMayStandAnywhere() {
        assertThat(terminal.run("--json", "toy.speed")).isZero();
        assertThat(terminal.out()).startsWith("{\"_type\"");
        assertThat(terminal.run("toy.speed", "--json")).isZero();
        assertThat(terminal.out()).startsWith("{\"_type\"");
        assertThat(pipe.run("toy.speed", "--text")).isZero();
        assertThat(pipe.out()).startsWith("speed ");
    }

    @Test
    void argumentsArePositionalOrNamed() {
        assertThat(pipe.run("toy.say", "hello", "loud=true")).isZero();
        assertThat(pipe.out()).contains("\"value\":\"HELLO\"");
        assertThat(pipe.run("toy.say", "text=0105", "times=2")).isZero();
        assertThat(pipe.out()).contains("\"value\":\"0105\"");
        assertThat(pipe.run("toy.say", "x==1")).isZero();
        assertThat(pipe.out()).contains("\"value\":\"x==1\"");
    }

    @Test
    void argumentsBeginningWithAtOrDashArePassedUnchanged() {
        assertThat(pipe.run("toy.say", "@/etc/hostname")).isZero();
        assertThat(pipe.out()).contains("\"value\":\"@/etc/hostname\"");
        assertThat(pipe.run("toy.say", "-5")).isZero();
        assertThat(pipe.out()).contains("\"value\":\"-5\"");
    }

    @Test
    void settingsReachTheirModule() {
        assertThat(pipe.run("--set", "toy.greeting=Dear", "toy.say", "sir")).isZero();
        assertThat(pipe.out()).contains("Dear sir");
        assertThat(pipe.run("--set", "toy.greeting", "toy.say", "sir")).isEqualTo(2);
        assertThat(pipe.run("--set", "toy.volume=1", "toy.say", "sir")).isEqualTo(3);
        assertThat(pipe.err()).contains("settings, [toy] there is no key 'volume'; there are: greeting");
        assertThat(pipe.run("--set", "tyo.greeting=1", "toy.say", "sir")).isEqualTo(3);
        assertThat(pipe.err()).contains("there is no section [tyo] (did you mean toy?); there are: toy");
        assertThat(pipe.run("--can", "can0", "toy.say", "sir")).isEqualTo(3);
    }

    @Test
    void resultsAreLimitedAsInTheDaemon() throws Exception {
        assertThat(pipe.run("toy.list")).isZero();
        assertThat(pipe.gathered.get()).as("of a kilobyte each").isBetween(8_000, 10_000);
        JsonNode cut = new ObjectMapper().readTree(pipe.out());
        assertThat(cut.get("truncated").asBoolean()).isTrue();
        assertThat(cut.get("limit").asInt()).isEqualTo(Result.LOCAL);
        assertThat(cut.get("head").asText()).startsWith("[\"0123456789");
        assertThat(pipe.out().strip().length()).isLessThanOrEqualTo(Result.LOCAL);
        assertThat(pipe.run("toy.say", "x".repeat(3_000_000))).isZero();
        assertThat(pipe.out()).contains("\"truncated\":true,\"length\":3000");
        assertThat(terminal.run("toy.list")).isZero();
        assertThat(terminal.out()).containsPattern("truncated +true").hasSizeLessThan(3 << 20);
    }

    @ParameterizedTest
    @CsvSource({"caller, 2", "operator, 3", "vehicle, 1", "network, 1", "agent, 4"})
    void theExitCodeDependsOnTheActorOfTheFailure(String actor, int code) {
        assertThat(pipe.run("toy.fail", actor)).isEqualTo(code);
        assertThat(pipe.out())
                .isEqualTo("{\"error\":\"it failed on purpose\",\"code\":\"FAILED\",\"actor\":\"" + actor + "\"}"
                        + System.lineSeparator());
        assertThat(pipe.err()).isEqualTo("outrider: it failed on purpose" + System.lineSeparator());
        assertThat(terminal.run("toy.fail", actor)).isEqualTo(code);
        assertThat(terminal.out()).isEmpty();
        assertThat(pipe.closed).hasValue(1);
    }

    @Test
    void aModuleThatCannotBeUsedIsNamedAndOthersWork() {
        pipe.missing = List.of("module door of door.jar cannot be used (oops)");
        assertThat(pipe.run("toy.say", "a")).isZero();
        assertThat(pipe.run("toy.say", "--help")).isZero();
        assertThat(pipe.run("--help")).isEqualTo(3);
        assertThat(pipe.out()).contains("toy.say");
        assertThat(pipe.err()).isEqualTo("outrider: " + pipe.missing.get(0) + System.lineSeparator());
        for (String[] words : new String[][] {{"door.state"}, {"door.state", "--help"}}) {
            assertThat(pipe.run(words)).isEqualTo(3);
            assertThat(pipe.err()).contains("'door.state' is not available", pipe.missing.get(0));
        }
    }

    @Test
    void anInternalErrorIsReportedWithoutStackTrace() {
        assertThat(pipe.run("toy.fault")).isEqualTo(4);
        assertThat(pipe.out()).contains("\"code\":\"FAULT\"");
        assertThat(pipe.err())
                .contains("toy.fault: a fault in outrider; please report it")
                .doesNotContain("\tat ");
        assertThat(pipe.closed).hasValue(1);
    }

    @Test
    void anInterruptedCommandExitsWith130() {
        assertThat(pipe.run("toy.wait")).isEqualTo(130);
        assertThat(pipe.closed).hasValue(1);
    }

    @Test
    void wrongArgumentsNameFunctionAndArgument() {
        assertThat(pipe.run("toy.say")).isEqualTo(2);
        assertThat(pipe.err()).contains("toy.say: text: is missing: what to say");
        assertThat(pipe.run("toy.say", "a", "volume=3")).isEqualTo(2);
        assertThat(pipe.err()).contains("toy.say: unknown argument 'volume'; there are: text, times, loud");
        assertThat(pipe.run("toy.say", "a", "1", "true", "b")).isEqualTo(2);
        assertThat(pipe.err()).contains("takes at most 3 positional arguments (text, times, loud), and got 4");
        assertThat(pipe.run("toy.say", "a", "times=9")).isEqualTo(2);
        assertThat(pipe.err()).contains("toy.say: times: 9 is not from 1 to 3");
    }

    @Test
    void aMissingDotInAFunctionNameIsSuggested() {
        assertThat(pipe.run("toy", "say", "it")).isEqualTo(2);
        assertThat(pipe.err()).contains("'toy' is not available (did you mean toy.say?)");
        assertThat(pipe.run("toy", "sya")).isEqualTo(2);
        assertThat(pipe.err()).contains("'toy' is not available. There are toy.codes, toy.fail");
    }

    @Test
    void anUnknownFunctionListsSimilarOnes() {
        assertThat(pipe.run("toy.sya")).isEqualTo(2);
        assertThat(pipe.err())
                .contains("'toy.sya' is not available (did you mean toy.say?). There are toy.codes, toy.fail");
        assertThat(pipe.run("game.say")).isEqualTo(2);
        assertThat(pipe.err()).contains("There are the modules toy");
        assertThat(pipe.out()).contains("\"code\":\"NO_SUCH_FUNCTION\"");
        assertThat(pipe.run("toy.sya", "--help")).isEqualTo(2);
    }

    @Test
    void anEmptyCommandLinePrintsTheUsage() {
        assertThat(pipe.run()).isEqualTo(2);
        assertThat(pipe.err()).contains("outrider [OPTION]... FUNCTION").contains("--help lists the functions");
    }

    @Test
    void helpListsFunctionsExamplesAndExitCodes() {
        assertThat(pipe.run("--help")).isZero();
        assertThat(pipe.out())
                .contains("toy.say            Says something")
                .contains("outrider obd.query RPM")
                .contains("Exit codes:")
                .containsPattern("130 +interrupted");
        for (ExitCode code : ExitCode.values()) {
            assertThat(pipe.out()).contains(code.meaning());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void helpOfAFunctionComesFromItsArguments(String option) {
        assertThat(pipe.run("toy.say", option)).isZero();
        assertThat(pipe.out())
                .startsWith("toy.say: Says something")
                .containsPattern("text \\* +text +what to say")
                .containsPattern("times +integer +how often, 1 to 3 \\(default: 1\\)")
                .containsPattern("loud +true\\|false +louder")
                .contains("* has to be given");
        assertThat(pipe.run(option, "toy.codes")).isZero();
        assertThat(pipe.out()).contains("Takes no arguments.");
    }

    @Test
    void versionOptionPrintsTheVersion() {
        assertThat(pipe.run("-V")).isZero();
        assertThat(pipe.out()).startsWith("outrider ");
    }

    @Test
    void everyAndCountRepeatTheCommand() {
        assertThat(pipe.run("--every", "0.01", "--count", "3", "toy.speed")).isZero();
        assertThat(pipe.out().lines()).hasSize(3);
        assertThat(terminal.run("toy.speed", "--every=0.01", "--count=2")).isZero();
        assertThat(terminal.out()).contains("\033[2J");
        assertThat(pipe.calls).hasValue(3);
    }

    @Test
    void aRepetitionContinuesAfterVehicleFailuresAndEndsAfterCallerFailures() {
        assertThat(pipe.run("--every", "0.01", "--count", "3", "toy.fail", "vehicle"))
                .as("nothing succeeded")
                .isEqualTo(1);
        assertThat(pipe.out().lines()).hasSize(3).allMatch(line -> line.contains("it failed on purpose"));
        assertThat(pipe.run("--every", "0.01", "--count", "3", "toy.fail", "caller"))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "--every=0, --every: 0 is not from 0.01 to 86400 seconds",
        "--every=NaN, --every: NaN is not",
        "--every=often, --every",
        "--count=2, --count: goes with --every",
    })
    void invalidRepetitionsAreRefused(String option, String message) {
        assertThat(pipe.run(option, "toy.speed")).isEqualTo(2);
        assertThat(pipe.err()).contains(message);
        assertThat(pipe.calls).hasValue(0);
    }

    @Test
    void numbersHaveADecimalPointInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            terminal.run("toy.speed");
            assertThat(terminal.out()).contains("33.333333 kph");
        } finally {
            Locale.setDefault(before);
        }
    }
}
