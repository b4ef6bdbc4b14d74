package io.outrider.agent.operator.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.RedactedArguments;
import io.outrider.agent.runtime.functions.Redaction;
import io.outrider.agent.runtime.process.Version;
import io.outrider.api.Failure;
import io.outrider.api.ShortProgram;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Parts of the support bundle: what the daemon answers, what the system's programs print, and files of both. */
final class BundleParts {
    /** Bytes of what a program prints; more than a part may have, so that the manifest tells of what is cut. */
    private static final int MOST_PRINTED = 2_000_000;

    private final SupportSources sources;
    private final List<BundlePart> parts = new ArrayList<>();

    BundleParts(SupportSources sources) {
        this.sources = sources;
    }

    List<BundlePart> all() {
        add(
                "version.txt",
                () -> "outrider " + Version.text() + "\nJava " + System.getProperty("java.vm.version") + ", "
                        + System.getProperty("os.arch") + "\n");
        add("status.json", () -> json(sources.client().get("/status")));
        add("metrics.txt", () -> text(sources.client().text("/metrics")));
        call("settings-in-force.json", "config.get");
        add("settings-check.txt", sources::checkedSettings);
        add("settings-of-files.json", () -> json(sources.fileSettings()));
        call("jobs.json", "saltutil.running");
        call("loggers.json", "logger.list");
        call("releases.json", StandardNames.RELEASES);
        call("sleep.json", StandardNames.SLEEP);
        last("log.txt", this::log);
        for (int i = 0; i < sources.data().size(); i++) {
            Path data = sources.data().get(i);
            String suffix = i == 0 ? "" : "-" + (i + 1);
            add("files" + suffix + ".txt", new FolderListing(data)::text);
            add("desired" + suffix + ".json", () -> desired(data));
        }
        program(true, "journal.txt", "journalctl", "-u", "outrider", "-n", "5000", "--no-pager", "-o", "short-iso");
        program(true, "kernel.txt", "journalctl", "-k", "-n", "1000", "--no-pager", "-o", "short-iso");
        program(false, "service.txt", "systemctl", "status", "outrider", "--no-pager", "-l", "-n", "0");
        program(false, "interfaces.txt", "ip", "-details", "-statistics", "link");
        program(false, "uname.txt", "uname", "-a");
        program(false, "disks.txt", "df", "-k");
        program(false, "packages.txt", "dpkg-query", "-W", "outrider", "outrider-containers", "*jre-headless");
        for (String file : List.of("/proc/meminfo", "/proc/uptime", "/proc/loadavg", "/etc/os-release")) {
            add(Path.of(file).getFileName() + ".txt", () -> text(Files.readString(Path.of(file))));
        }
        return parts;
    }

    private void add(String name, BundlePart.Content content) {
        parts.add(new BundlePart(name, false, content));
    }

    private void last(String name, BundlePart.Content content) {
        parts.add(new BundlePart(name, true, content));
    }

    private void call(String name, String function) {
        add(name, () -> json(sources.client().call(function)));
    }

    private void program(boolean last, String name, String... command) {
        parts.add(new BundlePart(name, last, () -> output(command)));
    }

    private static String output(String... command) throws Failure, IOException, InterruptedException {
        try {
            String printed = ShortProgram.lastPrinted(List.of(command), MOST_PRINTED);
            if (printed.isBlank()) {
                throw missing(command[0] + " printed nothing");
            }
            return text(printed);
        } catch (NoSuchFileException e) {
            throw missing(command[0] + " is not installed");
        }
    }

    static Failure missing(String sentence) {
        return new Failure(CommandLineErrors.NOT_RUNNING, sentence);
    }

    /** Lines with secrets masked by their names. */
    private static String text(String text) {
        return text.lines().map(Redaction::redact).collect(Collectors.joining("\n", "", "\n"));
    }

    private String log() throws Failure {
        Object lines = sources.client()
                .execute("log.query", List.of(), Map.of("last", 1000), progress -> {})
                .value();
        StringBuilder log = new StringBuilder();
        for (JsonNode each : Json.PLAIN.<JsonNode>valueToTree(lines)) {
            log.append(each.path("time").asText() + " " + each.path("level").asText() + " "
                    + each.path("logger").asText() + ": " + each.path("message").asText() + "\n");
        }
        return text(log.toString());
    }

    private static String json(Object tree) throws JsonProcessingException {
        Object plain = Json.PLAIN.convertValue(tree, Object.class);
        Object masked = RedactedArguments.masked(KnownSecrets.withoutEnvironments(plain));
        return Json.PLAIN.writerWithDefaultPrettyPrinter().writeValueAsString(masked) + "\n";
    }

    private static String desired(Path data) throws Failure, IOException {
        Path file = data.resolve("desired/desired.json");
        if (!Files.exists(file)) {
            throw missing(file + " is not there, or may not be seen");
        }
        try {
            return json(Json.PLAIN.readValue(SmallFile.read(file, KnownSecrets.LARGEST_FILE), Map.class));
        } catch (JsonProcessingException e) {
            throw missing(file + " is damaged");
        }
    }
}
