package io.outrider.agent.telemetry.loggers;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.agent.vehicle.state.ConditionNames;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loggers in settings files. */
class LoggersFileTest {
    private final SettingsSchema sections = new SettingsSchema(Map.of("loggers", LoggersSettings.class));

    private static Settings file(Path folder, String text) throws Exception {
        Path file = folder.resolve("outrider.toml");
        Files.writeString(file, text);
        return SettingsFiles.named(file, Settings.none()).load();
    }

    @Test
    void theExamplesOfTheDocumentationAreValid(@TempDir Path folder) throws Exception {
        String page = Files.readString(Path.of("../docs/loggers.md"));
        String example = page.substring(page.indexOf("```toml\n") + 8);
        Settings settings = file(folder, example.substring(0, example.indexOf("```")));
        sections.validate(settings);
        assertThat(settings.section("loggers", LoggersSettings.class).loggers())
                .extracting(LoggerSettings::name)
                .containsExactly("obd.soc", "obd.rpm", "acc.xyz", "nightly");
    }

    private void refused(Path folder, String text, String... lines) throws Exception {
        Settings settings = file(folder, text);
        assertThat(sections.problems(settings))
                .containsExactlyElementsOf(Arrays.stream(lines)
                        .map(line -> folder + "/outrider.toml:" + line)
                        .toList());
    }

    @Test
    void everyMistakeNamesItsLineLoggerAndKey(@TempDir Path folder) throws Exception {
        refused(
                folder,
                """
                [[loggers.list]]
                function = "a.b"
                every = "1s"

                [[loggers.list]]
                name = "oil"
                function = "a.c"
                evry = 5

                [[loggers.list]]
                function = "a.d"
                every = "often"
                converter = "batery"
                [loggers.list.filter]
                deadband = 3
                chnge = true
                """,
                "8: [loggers] the 2nd logger ('oil'): there is no key 'evry' (did you mean every?); there are:"
                        + " name, function, arg, kwarg, every, cron, on, filter, converter, when, priority, type, enabled",
                "5: [loggers] the 2nd logger ('oil'), every: give exactly one of every, cron and on, not none",
                "16: [loggers] the 3rd logger, filter: there is no key 'chnge' (did you mean change?); there are:"
                        + " change, deadband, min, max, position",
                "12: [loggers] the 3rd logger, every: takes a time such as \"500ms\", \"5s\", \"1m\", or seconds, from"
                        + " 10ms to 31d, not often",
                "13: [loggers] the 3rd logger, converter: takes one of none, battery, realistic_speed, not 'batery' (did"
                        + " you mean battery?)");
    }

    @Test
    void oneMistakeHidesNoOther(@TempDir Path folder) throws Exception {
        refused(
                folder,
                """
                [[loggers.list]]
                name = "a"
                function = "a.b"
                every = "often"
                [[loggers.list]]
                name = "b"
                function = "a.b"
                every = "1s"
                when = ["engine/running", "running", 7]
                filter = { deadband = "x", min = "1m", max = "1s" }
                [[loggers.list]]
                name = "c"
                function = "a.b"
                every = "1s"
                [[loggers.list]]
                name = "c"
                function = "a.b"
                every = "2s"
                [[loggers.list]]
                name = "a"
                function = "a.b"
                every = "2s"
                """,
                "4: [loggers] the 1st logger ('a'), every: takes a time such as \"500ms\", \"5s\", \"1m\", or seconds, from"
                        + " 10ms to 31d, not often",
                "10: [loggers] the 2nd logger ('b'), filter.deadband: takes a number above 0, or percent such as \"5%\","
                        + " not x",
                "10: [loggers] the 2nd logger ('b'), filter.max: 1s is less than min, 1m",
                "9: [loggers] the 2nd logger ('b'), when[1]: " + ConditionNames.problem("running"),
                "9: [loggers] the 2nd logger ('b'), when[2]: takes a list of texts in quotes, not 7",
                "16: [loggers] the 4th logger ('c'), name: 'c' is the name of entry 3 too; give one of them another"
                        + " name",
                "20: [loggers] the 5th logger ('a'), name: 'a' is the name of entry 1 too; give one of them another"
                        + " name");
    }

    @Test
    void aWrongTimingIsNoMissingOne(@TempDir Path folder) throws Exception {
        refused(
                folder,
                "[[loggers.list]]\nfunction = \"a.b\"\non = [\"a/b\", \"c/d\"]\n",
                "3: [loggers] the 1st logger, on: takes text, not a list");
        refused(
                folder,
                "[[loggers.list]]\nname = \"obd.rpm\"\nenabled = \"no\"\n",
                "3: [loggers] the 1st logger ('obd.rpm'), enabled: takes true or false, not 'no'");
    }

    @Test
    void booleansAreTrueOrFalseWithoutQuotes(@TempDir Path folder) throws Exception {
        refused(
                folder,
                """
                [loggers]
                standard = "no"
                [[loggers.list]]
                function = "a.b"
                every = "1s"
                enabled = 0
                [[loggers.list]]
                function = "a.c"
                every = "1s"
                enabled = "false"
                filter = { change = "yes", position = 1 }
                """,
                "2: [loggers] standard: takes true or false, not 'no'",
                "6: [loggers] the 1st logger, enabled: takes true or false, not '0'",
                "10: [loggers] the 2nd logger, enabled: takes true or false without quotes: false",
                "11: [loggers] the 2nd logger, filter.change: takes true or false, not 'yes'",
                "11: [loggers] the 2nd logger, filter.position: takes true or false, not '1'");
    }

    @Test
    void mistakesInInlineTablesNameTheirLineToo(@TempDir Path folder) throws Exception {
        refused(
                folder,
                """
                [loggers]
                list = [
                  {function = "a.b", every = "1s"}, # fine
                  {function = "a.c", every = "1y"},
                ]
                """,
                "4: [loggers] the 2nd logger, every: takes a time such as \"500ms\", \"5s\", \"1m\", or seconds, from 10ms"
                        + " to 31d, not 1y");
        refused(
                folder,
                "loggers.list = [{function = \"a.b\", every = 1}, 7]",
                "1: [loggers] the 2nd logger: is no table, each of which begins with [[loggers.list]]");
    }

    @Test
    void allOfAThousandMistakesAreFound(@TempDir Path folder) throws Exception {
        String text = "[[loggers.list]]\nfunction = \"a.b\"\nevery = -1\n".repeat(1_000);
        assertThat(sections.problems(file(folder, text)))
                .hasSize(1_000)
                .last()
                .asString()
                .contains("outrider.toml:3000: [loggers] the 1000th logger, every: ");
    }

    @Test
    void aThousandLoggersAreRead(@TempDir Path folder) throws Exception {
        String text = IntStream.range(0, 1_000)
                .mapToObj(i -> "[[loggers.list]]\nfunction = \"obd.query\"\narg = [\"p" + i
                        + "\"]\nkwarg = {mode = \"22\", pid = \"F1" + i
                        + "\"}\nevery = \"10s\"\nfilter = {max = \"1m\"}\n")
                .collect(Collectors.joining("\n"));
        Settings settings = file(folder, text);
        long start = System.nanoTime();
        sections.validate(settings);
        assertThat(settings.section("loggers", LoggersSettings.class).loggers()).hasSize(1_000);
        assertThat((System.nanoTime() - start) / 1e9).isLessThan(TimeoutFactor.scaledSeconds(5));
    }
}
