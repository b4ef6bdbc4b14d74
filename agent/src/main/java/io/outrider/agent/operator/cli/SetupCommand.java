package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.node.TextNode;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import io.outrider.api.Ticker;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Command {@code outrider setup}: first settings of a unit, from its words and, on a terminal, from answers of a person. */
final class SetupCommand {
    private static final long LISTENED = TimeUnit.SECONDS.toNanos(1);
    private static final String YES = "--yes";

    private static final List<String> WORDS = List.of("unit", "broker", "user", "password_file", "upload", "can");

    private final Invocation invocation;
    private final Map<String, String> given = new LinkedHashMap<>();
    private final BufferedReader answers;
    private final Path net;
    private final Ticker ticker;
    private boolean yes;

    /**
     * @param answers of the person at the terminal
     * @param net folder of the network interfaces
     */
    SetupCommand(List<String> words, Invocation invocation, BufferedReader answers, Path net, Ticker ticker)
            throws Failure {
        this.invocation = invocation;
        this.answers = answers;
        this.net = net;
        this.ticker = ticker;
        for (String word : words) {
            int equals = word.indexOf('=');
            String name = word.substring(0, Math.max(0, equals));
            if (word.equals(YES)) {
                yes = true;
            } else if (WORDS.contains(name)) {
                given.put(name, word.substring(equals + 1));
            } else {
                throw CommandOptions.bad("setup: takes no '" + word + "', but " + Subcommand.SETUP.arguments());
            }
        }
    }

    void run() throws Failure, InterruptedException {
        String bus = bus();
        if (bus != null) {
            given.putIfAbsent("can", bus);
        }
        question("unit", "Id of this unit in the fleet (Enter: made from the machine's id): ");
        question("broker", "Address of the broker, such as mqtts://broker.example.com (Enter: no link): ");
        if (given.containsKey("broker")) {
            question("user", "User name at the broker (Enter: none): ");
        }
        question("upload", "https address that takes the records (Enter: they go over the broker): ");
        Path main = invocation.config() == null
                ? SettingsFiles.DEFAULT
                : invocation.config().toAbsolutePath();
        Path file = Files.exists(main) ? main.resolveSibling("conf.d").resolve("10-setup.toml") : main;
        if (Files.exists(file)
                && !yes
                && !(isInteractive()
                        && ask(file + " exists. Replace it? [y/N] ").matches("(?i)y(es)?"))) {
            throw CommandOptions.bad("setup: " + file + " exists already and stays as it is; " + YES + " replaces it");
        }
        String checked = write(file);
        say(file + " is written.\n" + checked + "\nNext: systemctl restart outrider, then outrider status.");
        if (invocation.json()) {
            invocation
                    .printer()
                    .print(Map.of(
                            "file", file.toString(), "settings", RedactedArguments.masked(given), "check", checked));
        }
    }

    private void say(String text) throws Failure {
        if (!invocation.json()) {
            invocation.printer().printLine(text);
        }
    }

    private void question(String word, String question) throws Failure {
        String answer = !isInteractive() || given.containsKey(word) ? "" : ask(question);
        if (!answer.isEmpty()) {
            given.put(word, answer);
        }
    }

    private boolean isInteractive() {
        return invocation.terminal().out() && !yes;
    }

    /** Answer without blanks around it; empty at the end of the input. */
    private String ask(String question) throws Failure {
        invocation.out().print(question);
        invocation.out().flush();
        try {
            String line = answers.readLine();
            return line == null ? "" : line.strip();
        } catch (IOException e) {
            throw new Failure(CommandLineErrors.OUTPUT_FAILED, "the answer cannot be read: " + IoReason.of(e), e);
        }
    }

    /** Prints what is to be seen of each CAN interface; returns the first on which there are frames, else the first. */
    private String bus() throws Failure, InterruptedException {
        List<CanInterface> interfaces = CanInterface.in(net);
        Map<CanInterface, Long> before = new LinkedHashMap<>();
        interfaces.forEach(each -> before.put(each, each.received()));
        if (interfaces.stream().anyMatch(CanInterface::isUp)) {
            ticker.sleep(LISTENED);
        }
        String chosen = interfaces.isEmpty() ? null : interfaces.get(0).name();
        boolean heard = false;
        for (CanInterface each : interfaces) {
            long frames = each.received() - before.get(each);
            say(each.name() + ": "
                    + (!each.isUp()
                            ? "down; systemctl enable --now can@" + each.name() + " brings it up"
                            : frames == 0
                                    ? "up, no frames: the ignition may be off, or the bit rate another one"
                                    : "up, " + frames + " frames per second"));
            chosen = frames > 0 && !heard ? each.name() : chosen;
            heard = heard || frames > 0;
        }
        if (interfaces.isEmpty()) {
            say("There is no CAN interface; outrider takes the first one that comes.");
        }
        return chosen;
    }

    private String text() {
        StringBuilder text = new StringBuilder("# Written by outrider setup.\n");
        line(text, "unit.id", given.get("unit"));
        line(text, "link.url", given.get("broker"));
        line(text, "link.user", given.get("user"));
        line(text, "link.password_file", given.get("password_file"));
        line(text, "upload.via", given.containsKey("upload") ? "https" : null);
        line(text, "upload.url", given.get("upload"));
        line(text, StandardNames.BUS_INTERFACE, given.get("can"));
        return text.toString();
    }

    /** A text in quotes is written in TOML as in JSON. */
    private static void line(StringBuilder text, String key, String value) {
        if (value != null) {
            text.append(key).append(" = ").append(TextNode.valueOf(value)).append('\n');
        }
    }

    /** Writes the file, and takes it back if the settings are wrong with it. */
    private String write(Path file) throws Failure {
        try {
            Files.createDirectories(file.getParent());
            byte[] before = Files.exists(file) ? Files.readAllBytes(file) : null;
            put(file, text().getBytes(StandardCharsets.UTF_8));
            try {
                return invocation.service().checkConfig(invocation.config());
            } catch (Failure e) {
                if (before == null) {
                    Files.delete(file);
                } else {
                    put(file, before);
                }
                throw e.withMessage(e.getMessage() + "\nnothing is changed");
            }
        } catch (IOException e) {
            throw new Failure(
                    CommandLineErrors.OUTPUT_FAILED,
                    file + " cannot be written: " + IoReason.of(e) + "; run it as root: sudo outrider setup",
                    e);
        }
    }

    /** For the owner, and for the daemon's group if there is one and this user may give it the file. */
    private static void put(Path file, byte[] bytes) throws IOException {
        SmallFile.replace(file, bytes, PosixFilePermissions.fromString("rw-r-----"), true);
        try {
            Files.getFileAttributeView(file, PosixFileAttributeView.class)
                    .setGroup(file.getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByGroupName("outrider"));
        } catch (IOException e) {
            // no such group, or not this user's: the daemon runs as this user
        }
    }
}
