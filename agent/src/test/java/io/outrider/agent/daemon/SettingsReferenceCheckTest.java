package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.agent.runtime.settings.ConfigCheck;
import io.outrider.agent.runtime.settings.ReferenceCheck;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import io.outrider.testkit.Announces;
import io.outrider.testkit.ThrowAwayCa;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages of {@code outrider config check} and a reload about functions and files that the settings name. */
class SettingsReferenceCheckTest {
    @TempDir
    Path folder;

    private List<String> check(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("outrider.toml"), text);
        ReferenceCheck named = SettingsReferenceCheck.of(RunningDaemon.modules());
        return new ConfigCheck(
                        SettingsFiles.named(file, Settings.none()),
                        BuiltinModules.sections(RunningDaemon.modules()),
                        named)
                .check(Optional.empty());
    }

    private void refused(String text, String... lines) throws Exception {
        Failure refusal = catchThrowableOfType(Failure.class, () -> check(text));
        List<String> problems = refusal.getMessage().lines().toList();
        assertThat(problems).hasSize(lines.length);
        for (int i = 0; i < lines.length; i++) {
            assertThat(problems.get(i)).startsWith(folder + "/outrider.toml:" + lines[i]);
        }
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void anUnknownFunctionIsReportedWithTheNearestOne() throws Exception {
        refused(
                """
                [[loggers.list]]
                every = "1s"
                arg = ["RPM"]
                function = "obd.qery"

                [[triggers.list]]
                name = "door"
                on = "door/open"
                function = "clod.upload"
                """,
                "4: [loggers] the 1st logger, function: 'obd.qery' is not available (did you mean obd.query?). There are obd.",
                "9: [triggers] the 1st trigger ('door'), function: 'clod.upload' is not available (did you mean"
                        + " cloud.upload?).");
    }

    @Test
    void rejectedArgumentsAreReported() throws Exception {
        refused(
                """
                [[loggers.list]]
                name = "shake"
                function = "acc.query"
                kwarg = {nonsense = 5}
                every = "1s"

                [[loggers.list]]
                function = "obd.query"
                arg = ["soc"]
                kwarg = {mode = "22", pid = "F190", frames = 900}
                every = "1s"
                """,
                "4: [loggers] the 1st logger ('shake'), kwarg: acc.query: unknown argument 'nonsense'",
                "10: [loggers] the 2nd logger, kwarg: obd.query: frames: 900 is not from 1 to 255");
    }

    @Test
    void theWrongArgumentIsNamed() throws Exception {
        refused(
                """
                [[loggers.list]]
                function = "obd.query"
                arg = ["RPM"]
                every = "1s"
                kwarg = { froce = true }

                [[loggers.list]]
                name = "many"
                function = "acc.query"
                arg = ["xyz", "x", "y", "z", "a", "b"]
                kwarg = { alias = "x" }
                every = "1s"
                """,
                "5: [loggers] the 1st logger, kwarg: obd.query: unknown argument 'froce'",
                "7: [loggers] the 2nd logger ('many'): acc.query: takes at most ");
    }

    @Test
    void aProblemInOneSectionHidesNoneInAnother() throws Exception {
        refused(
                """
                [obd]
                share_ms = 2000

                [[loggers.list]]
                function = "obd.query"
                arg = ["RPM"]
                kwarg = { froce = true }
                every = "1s"

                [[triggers.list]]
                name = "door"
                on = "door/open"
                function = "clod.upload"
                """,
                "2: [obd] share_ms: 2000 is not from 0 to 1000",
                "7: [loggers] the 1st logger, kwarg: obd.query: unknown argument 'froce'",
                "13: [triggers] the 1st trigger ('door'), function: 'clod.upload' is not available");
    }

    @Test
    void aWrongEntryHidesNoUnknownFunctionOfAnother() throws Exception {
        refused(
                """
                [[loggers.list]]
                function = "obd.query"
                arg = ["RPM"]
                every = "often"

                [[loggers.list]]
                function = "obd.qery"
                every = "1s"

                [[triggers.list]]
                on = "door/open"
                function = "test.ping"

                [[triggers.list]]
                name = "door"
                on = "door/open"
                function = "clod.upload"
                """,
                "4: [loggers] the 1st logger, every: takes a time",
                "10: [triggers] the 1st trigger, name: is missing",
                "7: [loggers] the 2nd logger, function: 'obd.qery' is not available (did you mean obd.query?)",
                "17: [triggers] the 2nd trigger ('door'), function: 'clod.upload' is not available");
    }

    @Test
    void impossibleVehicleQueriesAreReported() throws Exception {
        refused(
                """
                [[loggers.list]]
                function = "obd.query"
                arg = ["RPMM"]
                every = "1s"

                [[loggers.list]]
                function = "obd.query"
                every = "1s"
                kwarg = {name = "soc", mode = "22", pid = "F190", formula = "bytes_to_int("}

                [[loggers.list]]
                function = "obd.query"
                every = "1s"
                kwarg = {name = "odo", mode = "22", pid = "F1X0"}

                [[loggers.list]]
                function = "obd.query"
                every = "1s"
                kwarg = {name = "RPM", decoder = "percentt"}
                """,
                "3: [loggers] the 1st logger, arg: obd.query: name: 'RPMM' is no standard command (did you mean RPM?)",
                "9: [loggers] the 2nd logger, kwarg: obd.query: formula: ",
                "14: [loggers] the 3rd logger, kwarg: obd.query: pid: 'F1X0' is not hexadecimal",
                "19: [loggers] the 4th logger, kwarg: obd.query: decoder: there is no decoder 'percentt'");
    }

    @Test
    void argumentsOfEventsAndFunctionsWithoutHardwareAreNotRejected() throws Exception {
        List<String> lines = check("""
                [[triggers.list]]
                name = "door"
                on = "door/open"
                function = "obd.query"
                arg = ["{data.name}"]

                [[triggers.list]]
                name = "out"
                on = "door/open"
                function = "cloud.upload"

                [[loggers.list]]
                function = "ec2x.data_usage"
                every = "1m"

                [[loggers.list]]
                function = "not.there"
                name = "rpi.temp"
                enabled = false
                """);
        assertThat(lines).hasSize(2);
    }

    @Test
    void forbiddenCallsAreReported() throws Exception {
        List<String> lines = check("""
                [jobs]
                deny = ["acc.*"]
                [[loggers.list]]
                function = "cmd.run"
                arg = ["df"]
                every = "1m"
                [[loggers.list]]
                function = "acc.query"
                every = "1m"
                """);
        assertThat(lines)
                .contains("but: " + folder + "/outrider.toml:4: [loggers] the 1st logger, function: cmd.run is not"
                        + " allowed here, and will not be called: [cmd] enabled = true allows it")
                .contains("but: " + folder + "/outrider.toml:8: [loggers] the 2nd logger, function: acc.query is not"
                        + " allowed here, and will not be called: [jobs] allow and deny do not let it be called");
    }

    @Test
    void anUnusableTokenIsReported() throws Exception {
        String text =
                "[upload]\nvia = \"https\"\nurl = \"https://fleet.example\"\n\ntoken_file = \"" + folder + "/token\"";
        refused(text, "5: [upload] token_file: " + folder + "/token");
        Path token = Files.writeString(folder.resolve("token"), "secret\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        refused(text, "5: [upload] token_file: " + token + ": is open to everybody (mode 0644); run: chmod 0640 ");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(check(text)).first().asString().startsWith("good: ");
    }

    @Test
    void unusableAuthoritiesAreReported() throws Exception {
        Path ca = folder.resolve("ca.crt");
        String text = "[upload]\nvia = \"https\"\nurl = \"https://fleet.example\"\n\nca = \"" + ca + "\"";
        refused(text, "5: [upload] ca: there is no file " + ca);
        Files.writeString(ca, "no certificate\n");
        refused(text, "5: [upload] ca: " + ca + " holds no PEM certificate");
        Files.copy(
                new ThrowAwayCa(Files.createDirectory(folder.resolve("tls")), "own").certificate(),
                ca,
                StandardCopyOption.REPLACE_EXISTING);
        assertThat(check(text)).first().asString().startsWith("good: ");
    }

    @Test
    @Announces("outrider.toml:5: .loggers. the 1st logger, function: 'obd.qery' is not available")
    void aDaemonStartsAndLogsImpossibleCalls() throws Exception {
        String[] lines = {
            "loggers.standard = false", "[[loggers.list]]", "function = \"obd.qery\"", "cron = \"0 3 * * *\""
        };
        try (RunningDaemon unit = new RunningDaemon(folder).settings(lines).start()) {
            assertThat((Iterable<?>) unit.run("logger.list")).hasSize(1);
        }
    }

    @Test
    @Announces("are not in force")
    void aReloadRejectsThemToo() throws Exception {
        try (RunningDaemon unit =
                new RunningDaemon(folder).settings("loggers.standard = false").start()) {
            unit.settings("[[loggers.list]]", "every = 1", "function = \"obd.qery\"");
            assertThatThrownBy(() -> unit.daemon().reload())
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("outrider.toml:5: [loggers] the 1st logger, function: 'obd.qery' is not");
            assertThat((Iterable<?>) unit.run("logger.list")).isEmpty();
        }
    }
}
