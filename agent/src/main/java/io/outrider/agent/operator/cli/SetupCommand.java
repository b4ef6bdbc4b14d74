package io.outrider.agent.operator.cli;

import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.agent.runtime.functions.Printable;
import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Command {@code outrider setup}: first settings of a unit, from its words and, on a terminal, from answers of a person. */
final class SetupCommand {
    private static final String YES = "--yes";
    private static final String PASSWORD = "password";

    /** Of the password of the broker, beside the settings. */
    private static final String PASSWORD_FILE = "broker-password";

    private static final List<String> WORDS = List.of("unit", "broker", "user", "password_file", "upload", "can");

    private final Invocation invocation;
    private final SetupAnswers answers;
    private final SetupListening listening;
    private final Map<String, String> given = new LinkedHashMap<>();
    private boolean yes;
    private boolean passwordFromInput;

    SetupCommand(List<String> words, Invocation invocation, SetupAnswers answers, SetupListening listening)
            throws Failure {
        this.invocation = invocation;
        this.answers = answers;
        this.listening = listening;
        for (String word : words) {
            int equals = word.indexOf('=');
            String name = word.substring(0, Math.max(0, equals));
            if (word.equals(YES)) {
                yes = true;
            } else if (word.equals(PASSWORD + "=-")) {
                passwordFromInput = true;
            } else if (name.equals(PASSWORD)) {
                throw CommandOptions.bad(
                        "setup: a password in the command would be in the shell's history; give password=-,"
                                + " and the password as a line of standard input");
            } else if (WORDS.contains(name)) {
                given.put(name, word.substring(equals + 1));
            } else {
                throw CommandOptions.bad("setup: takes no '" + word + "', but " + Subcommand.SETUP.arguments());
            }
        }
    }

    void run() throws Failure, InterruptedException {
        List<HeardBus> buses = listening.listen(invocation.config());
        buses.forEach(bus -> bus.lines().forEach(this::say));
        if (buses.isEmpty()) {
            say("There is no CAN interface; outrider takes the first one that comes.");
        } else {
            given.putIfAbsent("can", SetupListening.chosen(buses));
        }
        question("unit", "Id of this unit in the fleet (Enter: made from the machine's id): ");
        question("broker", "Address of the broker, such as mqtts://broker.example.com (Enter: no link): ");
        if (given.containsKey("broker")) {
            question("user", "User name at the broker (Enter: none): ");
        }
        String password = password();
        question("upload", "https address that takes the records (Enter: they go over the broker): ");
        Path main = invocation.config() == null
                ? SettingsFiles.DEFAULT
                : invocation.config().toAbsolutePath();
        Path file = Files.exists(main) ? main.resolveSibling("conf.d").resolve("10-setup.toml") : main;
        Path passwordFile = main.resolveSibling(PASSWORD_FILE);
        if (!password.isEmpty()) {
            given.put("password_file", passwordFile.toString());
        }
        if (Files.exists(file)
                && !yes
                && !(isInteractive()
                        && answers.ask(file + " exists. Set these in it, and keep the rest? [y/N] ")
                                .matches("(?i)y(es)?"))) {
            throw CommandOptions.bad("setup: " + file + " exists already and stays as it is; " + YES
                    + " sets these in it, and keeps the rest");
        }
        finish(file, passwordFile, password, buses);
    }

    private void finish(Path file, Path passwordFile, String password, List<HeardBus> buses) throws Failure {
        try (UndoableFiles files = new UndoableFiles()) {
            SetupFile setup = SetupFile.of(text(file), values());
            if (!password.isEmpty()) {
                files.write(passwordFile, password + "\n");
                say(passwordFile + " has the password.");
            }
            files.write(file, setup.text());
            String checked = checked();
            files.keep();
            say(file + (setup.changes().isEmpty() ? " has that already." : " is written:"));
            setup.changes().forEach(each -> say("  " + each));
            say(checked + "\nNext: systemctl restart outrider, then outrider status.");
            if (invocation.json()) {
                invocation
                        .printer()
                        .print(Map.of(
                                "file",
                                file.toString(),
                                "settings",
                                RedactedArguments.masked(given),
                                "changes",
                                setup.changes(),
                                "check",
                                checked,
                                "buses",
                                buses));
            }
        } catch (IOException e) {
            throw new Failure(
                    CommandLineErrors.NOT_WRITTEN,
                    file + " cannot be written: " + IoReason.of(e) + "; run it as root: sudo outrider setup",
                    e);
        }
    }

    private String checked() throws Failure {
        try {
            return invocation.service().checkConfig(invocation.config());
        } catch (Failure e) {
            throw e.withMessage(e.getMessage() + "\nnothing is changed");
        }
    }

    private static String text(Path file) throws IOException {
        return Files.exists(file) ? new String(SmallFile.read(file), StandardCharsets.UTF_8) : "";
    }

    private void say(String text) {
        if (!invocation.json()) {
            invocation.out().println(Printable.text(text));
        }
    }

    private void question(String word, String question) throws Failure {
        String answer = !isInteractive() || given.containsKey(word) ? "" : answers.ask(question);
        if (!answer.isEmpty()) {
            given.put(word, answer);
        }
    }

    /** Password of the broker; empty if there is none, or a file has it. */
    private String password() throws Failure {
        if (passwordFromInput) {
            String line = answers.ask("");
            if (line.isEmpty()) {
                throw CommandOptions.bad("setup: password=- needs a line of standard input with the password");
            }
            return line;
        }
        return isInteractive() && given.containsKey("user") && !given.containsKey("password_file")
                ? answers.askHidden("Password at the broker, which is not shown (Enter: as it is): ")
                : "";
    }

    private boolean isInteractive() {
        return invocation.terminal().out() && !yes;
    }

    private Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("unit.id", given.get("unit"));
        values.put("link.url", given.get("broker"));
        values.put("link.user", given.get("user"));
        String ofAnotherBroker = given.containsKey("broker") ? "" : null; // a certificate that enrolment has asked for
        values.put("link.issuer", ofAnotherBroker);
        values.put("link.issuer_ca", ofAnotherBroker);
        values.put("link.password_file", given.get("password_file"));
        values.put("upload.via", given.containsKey("upload") ? "https" : null);
        values.put("upload.url", given.get("upload"));
        values.put(StandardNames.BUS_INTERFACE, given.get("can"));
        return values;
    }
}
