package io.outrider.agent.operator.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Redaction;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Secrets of this unit as far as its files can be read; masks them wherever they occur, as a log may quote one without its
 * name. Names of secrets are masked besides by {@link Redaction}.
 */
final class KnownSecrets {
    /** As in the reports of releases: shorter values of an environment are ordinary words. */
    private static final int SHORTEST_OF_ENVIRONMENT = 8;

    private static final int SHORTEST = 3;
    private static final int MOST = 2_000;
    private static final int MOST_FILES = 2_000;
    static final int LARGEST_FILE = 4 << 20;

    /** A shorter number is rather a count than a code. */
    private static final int LEAST_DIGITS = 4;

    /** A name and its text, in TOML or JSON. */
    private static final Pattern ENTRY =
            Pattern.compile("([\\w.-]++)[\"']?\\s*+[=:]\\s*+(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|'([^']*+)')");

    /** A name and its value inside a text, as in arguments of a call and in connection strings. */
    private static final Pattern WORD = Pattern.compile("(?:--([\\w-]++)[= ]|([\\w.-]++)=)([^\\s\"',;&]++)");

    private static final Pattern SECRET_FILE = Pattern.compile("(?:.*_file|(?:.*\\.)?key)");
    private static final Pattern USER_INFO = Pattern.compile("://([^/\\s\"'@]*+)@");
    private static final Set<String> ENVIRONMENT = Set.of("environment", "env", "Env");

    private final ObjectMapper toml = new TomlMapper();
    private final Set<String> found = new HashSet<>();
    private final Map<String, String> unknown = new TreeMap<>(); // reasons by file

    /** Sources of secrets that are not known, each with the reason; they are masked by their names only. */
    List<String> unknown() {
        return unknown.entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .toList();
    }

    void addUnknown(Path source, String reason) {
        unknown.put(source.toString(), reason);
    }

    /** A settings file, valid or not. Files with secrets that it names are read. */
    void addSettings(Path file) {
        String text = text(file);
        if (!addSettings(text)) {
            addUnknown(file, "it is not TOML; secrets in lists, tables and on several lines are not recognised");
        }
    }

    /** @return false if it is not TOML */
    boolean addSettings(String text) {
        Matcher entry = ENTRY.matcher(text);
        while (entry.find()) {
            String name = entry.group(1);
            String value = entry.group(2) == null ? entry.group(3) : entry.group(2);
            if (Redaction.isSecret(name)) {
                add(value, SHORTEST);
            } else if (SECRET_FILE.matcher(name).matches() && value.startsWith("/")) {
                addFile(Path.of(value));
            } else if (SECRET_FILE.matcher(name).matches() && !value.isEmpty()) {
                unknown.put(
                        name + " = " + value,
                        "it is relative to a folder that only the daemon knows; give a full path");
            }
        }
        addWords(text);
        try {
            addTree("", toml.readTree(text), new Surroundings(false, false));
            return true;
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /** Each line of a file with a secret, as of a PEM file. */
    void addFile(Path file) {
        text(file).lines().map(String::strip).forEach(line -> add(line, SHORTEST));
    }

    /** All below a data folder of the daemon: tokens, last good settings, desired document, releases. */
    void addData(Path data) {
        if (Files.exists(data) && !(Files.isReadable(data) && Files.isExecutable(data))) {
            addUnknown(data, "permission denied");
            return;
        }
        files(data.resolve("local")).forEach(this::addFile);
        addFile(data.resolve("token"));
        Stream.concat(
                        Stream.of(data.resolve("desired/desired.json"), data.resolve("settings/last-good.json")),
                        files(data.resolve("docker/releases")).stream())
                .flatMap(file -> text(file).lines())
                .forEach(this::addJson);
    }

    private void addJson(String line) {
        int start = line.indexOf('{');
        try {
            addTree("", Json.PLAIN.readTree(start < 0 ? "{}" : line.substring(start)), new Surroundings(false, false));
        } catch (JsonProcessingException e) {
            addSettings(line);
        }
    }

    /**
     * Names around a value.
     *
     * @param environment whether one of them is a container's environment
     * @param secret whether one of them is that of a secret
     */
    private record Surroundings(boolean environment, boolean secret) {
        Surroundings with(String name) {
            return new Surroundings(environment || ENVIRONMENT.contains(name), secret || Redaction.isSecret(name));
        }
    }

    private void addTree(String name, JsonNode node, Surroundings outer) {
        Surroundings inside = outer.with(name);
        node.properties().forEach(each -> addTree(each.getKey(), each.getValue(), inside));
        if (node.isArray()) {
            node.forEach(each -> addTree(name, each, inside));
        }
        if (node.isNumber() && inside.secret()) {
            add(node.asText(), LEAST_DIGITS);
        }
        if (!node.isTextual()) {
            return;
        }
        String text = node.textValue();
        if (inside.environment()) {
            int equals = text.indexOf('='); // NAME=value, as engines list an environment
            String variable = equals < 0 ? name : text.substring(0, equals);
            add(
                    text.substring(equals + 1),
                    inside.secret() || Redaction.isSecret(variable) ? SHORTEST : SHORTEST_OF_ENVIRONMENT);
            add(text, SHORTEST_OF_ENVIRONMENT);
        } else if (inside.secret()) {
            add(text, SHORTEST);
            text.lines().map(String::strip).forEach(line -> add(line, SHORTEST_OF_ENVIRONMENT));
        } else if (name.equals("text")) {
            addSettings(text); // of a settings file, in the copy of the last good ones
        }
        addWords(text);
    }

    private void addWords(String text) {
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            if (Redaction.isSecret(word.group(1) == null ? word.group(2) : word.group(1), text, word.start())) {
                add(word.group(3), SHORTEST);
            }
        }
        Matcher info = USER_INFO.matcher(text);
        while (info.find()) {
            add(info.group(1).substring(info.group(1).indexOf(':') + 1), SHORTEST);
        }
    }

    private void add(String secret, int shortest) {
        if (secret.length() < shortest || found.contains(secret)) {
            return;
        }
        if (found.size() >= MOST) {
            unknown.put("more than " + MOST + " values", "the rest of them");
        } else {
            found.add(secret);
            found.add(Json.PLAIN.valueToTree(secret).toString().replaceAll("^\"|\"$", "")); // as JSON writes it
        }
    }

    String masked(String text) {
        String shown = text;
        Set<String> longestFirst = new TreeSet<>(
                Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        longestFirst.addAll(found);
        for (String each : longestFirst) {
            shown = shown.replace(each, Redaction.MASK);
        }
        return shown;
    }

    /** Copy of a document with environments masked, of which any value may be a secret. */
    static Object withoutEnvironments(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> shown = new LinkedHashMap<>();
            map.forEach((key, each) ->
                    shown.put(key, ENVIRONMENT.contains(key) ? Redaction.MASK : withoutEnvironments(each)));
            return shown;
        }
        return value instanceof Collection<?> list
                ? list.stream().map(KnownSecrets::withoutEnvironments).toList()
                : value;
    }

    private List<Path> files(Path folder) {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder, 3)) {
            List<Path> files =
                    all.filter(Files::isRegularFile).limit(MOST_FILES + 1).toList();
            if (files.size() > MOST_FILES) {
                addUnknown(folder, "it has more than " + MOST_FILES + " files");
            }
            return files;
        } catch (IOException | UncheckedIOException e) {
            addUnknown(folder, IoReason.of(e));
            return List.of();
        }
    }

    /** Empty if it cannot be read: its secrets are unknown then, and may be in a log. */
    private String text(Path file) {
        try {
            return new String(SmallFile.read(file, LARGEST_FILE), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            addUnknown(file, IoReason.of(e));
            return "";
        }
    }
}
