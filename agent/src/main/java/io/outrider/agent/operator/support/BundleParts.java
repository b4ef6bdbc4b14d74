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
import io.outrider.api.IoReason;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parts of the support bundle: what the daemon answers, what the system's programs print, and files of both. */
final class BundleParts {
    private static final int MOST_FILES = 5_000;

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
            add("files" + suffix + ".txt", () -> listing(data));
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
        File file = Files.createTempFile("outrider-support", ".txt").toFile(); // for this user only
        try {
            Process process = start(file, command);
            try {
                int code = process.waitFor();
                String printed = Files.readString(file.toPath());
                if (printed.isBlank()) {
                    throw missing(command[0] + " printed nothing and ended with " + code);
                }
                return text(printed);
            } finally {
                process.destroyForcibly();
            }
        } finally {
            Files.delete(file.toPath());
        }
    }

    private static Process start(File output, String... command) throws Failure {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(Redirect.to(output));
        builder.environment().put("LC_ALL", "C.UTF-8");
        try {
            return builder.start();
        } catch (IOException e) {
            throw missing(command[0] + " cannot be run: " + IoReason.of(e));
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
            return json(Json.PLAIN.readValue(file.toFile(), Map.class));
        } catch (JsonProcessingException e) {
            throw missing(file + " is damaged");
        }
    }

    /** Mode, size, time and name of each file; no contents. */
    private static String listing(Path data) throws Failure, IOException {
        if (!Files.isReadable(data)) {
            throw missing(data + " is not there, or may not be read by this user");
        }
        StringBuilder lines = new StringBuilder();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : (Iterable<Path>) files.limit(MOST_FILES)::iterator) {
                PosixFileAttributes about =
                        Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                lines.append("%s %-10s %12d %s %s%n"
                        .formatted(
                                PosixFilePermissions.toString(about.permissions()),
                                about.owner().getName(),
                                about.size(),
                                about.lastModifiedTime(),
                                file));
            }
        }
        return lines.toString();
    }
}
