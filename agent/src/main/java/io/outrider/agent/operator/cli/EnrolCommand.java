package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.runtime.functions.Printable;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Command {@code outrider enrol}: makes the unit one of a fleet service, with a code, and writes its settings of the link. */
final class EnrolCommand {
    /** Files of the password and the authority of the broker, beside the settings. */
    private static final String PASSWORD_FILE = "broker-password";

    private static final String AUTHORITY_FILE = "broker-ca.pem";
    private static final String DEFAULT_PREFIX = "outrider/v1";

    private final Invocation invocation;
    private final EnrolmentRequest request;
    private final boolean isCertified;
    private final Path main;

    EnrolCommand(List<String> words, Invocation invocation) throws Failure {
        this.invocation = invocation;
        if (words.size() < 2 || !words.get(0).matches("https?://[^/?#@\\s]+(/[^?#\\s]*)?")) {
            throw CommandOptions.bad("enrol: takes " + Subcommand.ENROL.arguments()
                    + "; the address is http:// or https://, as the fleet service prints it with the code");
        }
        String unit = null;
        boolean wantsCertificate = false;
        Path authorities = null;
        for (String word : words.subList(2, words.size())) {
            if (word.startsWith("unit=")) {
                unit = word.substring("unit=".length());
            } else if (word.startsWith("ca=")) {
                authorities = Path.of(word.substring("ca=".length()));
            } else if (word.matches("certificate=(yes|no)")) {
                wantsCertificate = word.endsWith("yes");
            } else {
                throw CommandOptions.bad("enrol: takes no '" + word + "', but " + Subcommand.ENROL.arguments());
            }
        }
        request = new EnrolmentRequest(URI.create(words.get(0)), words.get(1), unit, authorities);
        isCertified = wantsCertificate;
        main = invocation.config() == null
                ? SettingsFiles.DEFAULT
                : invocation.config().toAbsolutePath();
    }

    void run() throws Failure {
        Path file = main;
        try (UndoableFiles files = new UndoableFiles()) {
            if (Files.exists(main) && !text(main).startsWith(SetupFile.HEAD)) {
                file = main.resolveSibling("conf.d").resolve("10-setup.toml");
            }
            String before = text(file);
            for (Path each : List.of(file, main.resolveSibling(PASSWORD_FILE), main.resolveSibling(AUTHORITY_FILE))) {
                files.write(each, text(each)); // what cannot be written is found before the code is used up
            }
            JsonNode answer = request.send();
            SetupFile settings = SetupFile.of(before, values(answer));
            files.write(
                    main.resolveSibling(PASSWORD_FILE), answer.get("password").textValue() + "\n");
            if (answer.path("ca").isTextual()) {
                files.write(
                        main.resolveSibling(AUTHORITY_FILE), answer.get("ca").textValue());
            }
            files.write(file, settings.text());
            files.keep();
            report(answer, file, settings);
        } catch (IOException e) {
            throw new Failure(
                    CommandLineErrors.NOT_WRITTEN,
                    file + " cannot be written: " + IoReason.of(e) + "; run it as root: sudo outrider enrol",
                    e);
        }
    }

    private static String text(Path file) throws IOException {
        return Files.exists(file) ? new String(SmallFile.read(file), StandardCharsets.UTF_8) : "";
    }

    /** Settings of the link: those of a service before that this one does not have go. */
    private Map<String, String> values(JsonNode answer) {
        boolean hasAuthority = answer.path("ca").isTextual();
        String prefix = answer.path("prefix").asText(DEFAULT_PREFIX);
        Map<String, String> values = new LinkedHashMap<>();
        values.put("unit.id", answer.get("unit_id").textValue());
        values.put("link.url", answer.get("broker").textValue());
        values.put("link.user", answer.get("username").textValue());
        values.put("link.password_file", main.resolveSibling(PASSWORD_FILE).toString());
        values.put("link.ca", hasAuthority ? main.resolveSibling(AUTHORITY_FILE).toString() : "");
        values.put("link.prefix", prefix.equals(DEFAULT_PREFIX) ? "" : prefix);
        values.put("link.certificate", "");
        values.put("link.key", "");
        boolean isIssued = isCertified && answer.path("issuer").isTextual();
        values.put("link.issuer", isIssued ? answer.get("issuer").textValue() : "");
        values.put(
                "link.issuer_ca",
                isIssued && request.authorities() != null
                        ? request.authorities().toAbsolutePath().toString()
                        : "");
        return values;
    }

    private void report(JsonNode answer, Path file, SetupFile settings) throws Failure {
        String unit = answer.get("unit_id").textValue();
        if (invocation.json()) {
            invocation
                    .printer()
                    .print(Map.of(
                            "unit",
                            unit,
                            "device",
                            answer.path("device_id").asText(),
                            "file",
                            file.toString(),
                            "changes",
                            settings.changes()));
            return;
        }
        say("The unit is " + unit + " of " + request.service() + ", device "
                + answer.path("device_id").asText() + ".");
        say(file + " is written:");
        settings.changes().forEach(each -> say("  " + each));
        if (isCertified && !answer.path("issuer").isTextual()) {
            say("The service issues no certificates: the unit connects with its password.");
        }
        say(wrongSettings());
    }

    /** The unit has enrolled: what is wrong in other settings does not undo that. */
    private String wrongSettings() {
        try {
            invocation.service().checkConfig(invocation.config());
            return "Next: systemctl restart outrider, then outrider status.";
        } catch (Failure e) {
            return "The settings are wrong, correct them first: " + e.getMessage();
        }
    }

    private void say(String text) {
        invocation.out().println(Printable.text(text));
    }
}
