package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages about wrong settings. */
class BadSettingsTest {
    private static final String JOBS =
            "waiting, limits, allow, header, strict, share, full, key, password, password_file, calls";

    private static Arguments bad(String text, String... lines) {
        return Arguments.of(text, String.join("\n", lines));
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                // values
                bad("[jobs]\nwaiting = 200\n", "f.toml:2: [jobs] waiting: 200 is not from 1 to 100"),
                bad("[jobs]\nwaiting = \"few\"\n", "f.toml:2: [jobs] waiting: takes a whole number, not 'few'"),
                bad("[jobs]\n\n# x\nwaiting = [1]\n", "f.toml:4: [jobs] waiting: takes a whole number, not a list"),
                bad("jobs.strict = 'perhaps'", "f.toml:1: [jobs] strict: takes true or false, not 'perhaps'"),
                bad(
                        "jobs = {\nfull = 1 }",
                        "f.toml:1: is not TOML: the line ends too early: a quote or bracket is not"
                                + " closed, or a value is missing"),
                bad("jobs = { full = 'no' }", "f.toml:1: [jobs] full: takes one of reject, wait, not 'no'"),
                bad("[jobs]\nshare = nan", "f.toml:2: [jobs] share: takes a number, not 'NaN'"),
                bad(
                        "[jobs]\nwaiting = 99999999999999999999",
                        "f.toml:2: [jobs] waiting: '99999999999999999999' is too large a number"),
                bad("[jobs.limits]\na = 1\n\nb = 'x'", "f.toml:4: [jobs] limits.b: takes a whole number, not 'x'"),
                bad("[jobs]\nlimits = 3", "f.toml:2: [jobs] limits: takes a table, not '3'"),
                bad("[jobs]\nallow = [\n  'a',\n  ['b'],\n]", "f.toml:2: [jobs] allow[1]: takes text, not a list"),
                bad(
                        "[obd]\nprotocol = '5'",
                        "f.toml:2: [obd] protocol: unsupported protocol '5' specified; there are auto, 6, 7, 8,"
                                + " 9, 31, 32, 33, 34, 35, 36"),
                // text without quotes
                bad(
                        "[jobs]\nheader = 7E4",
                        "f.toml:2: [jobs] header: takes text, which stands in quotes; without them it is a number, 70000"),
                bad(
                        "[jobs]\nheader = 0x7E4",
                        "f.toml:2: [jobs] header: takes text, which stands in quotes; without them it is a number, 2020"),
                bad(
                        "[jobs]\nheader = true",
                        "f.toml:2: [jobs] header: takes text, which stands in quotes; without them it is a boolean, true"),
                bad(
                        "[jobs]\nallow = ['a', 1.5]",
                        "f.toml:2: [jobs] allow[1]: takes text, which stands in quotes; without them it is a number, 1.5"),
                bad(
                        "[jobs]\nheader = 7E",
                        "f.toml:2: is not TOML: there is more after the value; text stands in quotes as a whole"),
                bad(
                        "[jobs]\nheader = abc",
                        "f.toml:2: is not TOML: this is neither a number, true or false nor text in" + " quotes"),
                bad(
                        "[jobs]\nheader = 0105",
                        "f.toml:2: is not TOML: zero-prefixed ints are not valid. If you want an"
                                + " octal literal, use the prefix '0o'"),
                // numbers and booleans with quotes
                bad("[jobs]\nwaiting = '5'", "f.toml:2: [jobs] waiting: takes a number without quotes: 5"),
                bad("[jobs]\nshare = '0.5'", "f.toml:2: [jobs] share: takes a number without quotes: 0.5"),
                bad("[jobs]\nstrict = 'true'", "f.toml:2: [jobs] strict: takes true or false without quotes: true"),
                bad("[jobs]\nwaiting = '1e1'", "f.toml:2: [jobs] waiting: takes a number without quotes: 1e1"),
                bad("[jobs]\nlimits = {a = '1'}", "f.toml:2: [jobs] limits.a: takes a number without quotes: 1"),
                // other words and numbers for booleans
                bad("[jobs]\nstrict = 'yes'", "f.toml:2: [jobs] strict: takes true or false, not 'yes'"),
                bad("[jobs]\nstrict = 'no'", "f.toml:2: [jobs] strict: takes true or false, not 'no'"),
                bad("[jobs]\nstrict = 'True'", "f.toml:2: [jobs] strict: takes true or false, not 'True'"),
                bad("[jobs]\nstrict = 0", "f.toml:2: [jobs] strict: takes true or false, not '0'"),
                bad("[jobs]\nstrict = 1.5", "f.toml:2: [jobs] strict: takes true or false, not '1.5'"),
                bad("[jobs]\nstrict = [true]", "f.toml:2: [jobs] strict: takes true or false, not a list"),
                // names
                bad(
                        "[jobs]\nwiating = 1",
                        "f.toml:2: [jobs] there is no key 'wiating' (did you mean waiting?); there" + " are: " + JOBS),
                bad(
                        "[jobs.limit]\nx = 1",
                        "f.toml:1: [jobs] there is no key 'limit' (did you mean limits?); there are: " + JOBS),
                bad("[state]\nx = 1", "f.toml:2: [state] there is no key 'x'; there are: none"),
                bad(
                        "\n[job]\nx = 1",
                        "f.toml:2: there is no section [job] (did you mean jobs?); there are: jobs, obd," + " state"),
                bad("[telemetry]", "settings, there is no section [telemetry]; there are: jobs, obd, state"),
                bad(
                        "can = 'can0'",
                        "f.toml:1: can stands outside of a section; put it below one's name in brackets,"
                                + " such as [obd]"),
                bad(
                        "[[obd]]\ncan = 'can0'",
                        "f.toml:1: obd is a list; a section begins with its name in single brackets: [obd]"),
                // twice
                bad(
                        "[obd]\ncan = 'a'\n\ncan = 'b'",
                        "f.toml:4: obd.can is there already, on line 2; remove one of them"),
                bad("[obd]\n[jobs]\n[obd]\n", "f.toml:3: obd is there already, on line 1; remove one of them"),
                // syntax
                bad(
                        "[obd\n",
                        "f.toml:1: is not TOML: the line ends too early: a quote or bracket is not closed, or a"
                                + " value is missing"),
                bad(
                        "[obd]\ncan = 'x\n",
                        "f.toml:2: is not TOML: the line ends too early: a quote or bracket is not"
                                + " closed, or a value is missing"),
                bad(
                        "[obd]\ncan = '''x\n",
                        "f.toml:3: is not TOML: the file ends too early: a quote or bracket is not"
                                + " closed, or a value is missing"),
                bad(
                        "[obd]\ncan = 'a' 'b'\n",
                        "f.toml:2: is not TOML: there is more after the value; text stands in quotes as a whole"),
                bad("[obd]\ncan = \"\\z\"\n", "f.toml:2: is not TOML: unknown escape sequence"),
                bad("x = " + "[".repeat(99), "f.toml: is not TOML: lists and tables in each other more than 50 deep"),
                bad(
                        "x = { " + "a.".repeat(100_000) + "a = 1 }",
                        "f.toml:1: is not TOML: lists and tables in each other more than 50 deep"),
                bad(
                        "a.".repeat(100_000) + "a = 1",
                        "f.toml:1: is not TOML: lists and tables in each other more than 50 deep"),
                bad(
                        "\"x\\ny\" = 1",
                        "f.toml: x?y stands outside of a section; put it below one's name in brackets,"
                                + " such as [obd]"),
                // everything at once, in the order of the sections
                bad(
                        "[jobs]\nallow = ['a', 5, ['b']]\nlimits = {a = 'x', b = true, c = 1}\nwaiting = 0",
                        "f.toml:2: [jobs] allow[1]: takes text, which stands in quotes; without them it is a number, 5",
                        "f.toml:2: [jobs] allow[2]: takes text, not a list",
                        "f.toml:3: [jobs] limits.a: takes a whole number, not 'x'",
                        "f.toml:3: [jobs] limits.b: takes a whole number, not 'true'",
                        "f.toml:4: [jobs] waiting: 0 is not from 1 to 100"),
                bad(
                        "[obd]\nshare_ms = -1\npadding = 256\ncam = 'x'\n[jobs]\nwaiting = 0\nstrict = 'x'\n",
                        "f.toml:7: [jobs] strict: takes true or false, not 'x'",
                        "f.toml:6: [jobs] waiting: 0 is not from 1 to 100",
                        "f.toml:4: [obd] there is no key 'cam' (did you mean can?); there are: can, protocol,"
                                + " response_timeout_ms, quiet_time_ms, share_ms, minimum_gap_ms, listen_only,"
                                + " silence_ms, silent_bus, padding, recording_mb, recordings_mb",
                        "f.toml:2: [obd] share_ms: -1 is not from 0 to 1000",
                        "f.toml:3: [obd] padding: 256 is not from -1 to 255"));
    }

    private static void check(String text) throws Failure {
        Shapes.SECTIONS.validate(new TomlFile().read("f.toml", text));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void messagesHaveFileLineKeyValueAndAllowedValues(String text, String message) {
        assertThatThrownBy(() -> check(text))
                .isInstanceOf(Failure.class)
                .hasMessage(message)
                .extracting("actor", "errorCode.name")
                .containsExactly(Failure.Actor.OPERATOR, "BAD_SETTING");
    }

    @Test
    void theNumberOfListedProblemsIsLimited() {
        String text =
                IntStream.range(0, 1_000).mapToObj(i -> "k" + i + " = 1\n").collect(Collectors.joining());
        assertThatThrownBy(() -> check("[obd]\n" + text))
                .satisfies(e -> assertThat(e.getMessage().lines())
                        .hasSize(21)
                        .startsWith("f.toml:2: [obd] there is no key 'k0'; there are: can, protocol,"
                                + " response_timeout_ms, quiet_time_ms, share_ms, minimum_gap_ms, listen_only,"
                                + " silence_ms, silent_bus, padding, recording_mb, recordings_mb")
                        .endsWith("and 980 more"));
    }

    @ParameterizedTest
    @MethodSource("secrets")
    void messagesQuoteNoSecrets(String line, String message) {
        assertThatThrownBy(() -> check("[jobs]\n" + line)).hasMessage(message);
        assertThat(message).doesNotContain("4711", "hunter2");
    }

    static Stream<Arguments> secrets() {
        return Stream.of(
                bad(
                        "key = 4711",
                        "f.toml:2: [jobs] key: takes text, which stands in quotes; without them it is a" + " number"),
                bad("password = [\"hunter2\"]", "f.toml:2: [jobs] password: takes text"),
                bad(
                        "password = hunter2",
                        "f.toml:2: is not TOML: this is neither a number, true or false nor text in" + " quotes"),
                bad(
                        "password = 'hunter2",
                        "f.toml:2: is not TOML: the file ends too early: a quote or bracket is not"
                                + " closed, or a value is missing"));
    }

    @Test
    void onTheCommandLineQuotesAreNotNeeded() throws Failure {
        Settings settings = Settings.of(
                Arrays.asList("jobs.header=7E4", "jobs.strict=yes", "jobs.allow=[\"a\"]", "jobs.limits={}"));
        Shapes.JobsShape jobs = settings.section("jobs", Shapes.JobsShape.class);
        assertThat(jobs.header()).isEqualTo("7E4");
        assertThat(jobs.strict()).isTrue();
        assertThat(jobs.allow()).containsExactly("a");
        assertThat(jobs.limits()).isEmpty();
    }
}
