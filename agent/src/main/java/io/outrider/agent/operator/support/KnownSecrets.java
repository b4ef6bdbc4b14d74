package io.outrider.agent.operator.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Redaction;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private static final int LARGEST_FILE = 4 << 20;

    /** A name and its text, in TOML or JSON. */
    private static final Pattern ENTRY =
            Pattern.compile("([\\w.-]++)[\"']?\\s*+[=:]\\s*+(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|'([^']*+)')");

    /** A name and its value inside a text, as in arguments of a call and in connection strings. */
    private static final Pattern WORD = Pattern.compile("(?:--([\\w-]++)[= ]|([\\w.-]++)=)([^\\s\"',;&]++)");

    private static final Pattern SECRET_FILE = Pattern.compile("(?:.*_file|key)$");
    private static final Pattern USER_INFO = Pattern.compile("://([^/\\s\"'@]*+)@");
    private static final Set<String> ENVIRONMENT = Set.of("environment", "env", "Env");

    private final Set<String> found = new HashSet<>();

    /** Text of a settings file, valid or not. Files with secrets that it names are read. */
    void addSettings(String text) {
        Matcher entry = ENTRY.matcher(text);
        while (entry.find()) {
            String name = entry.group(1);
            String value = entry.group(2) == null ? entry.group(3) : entry.group(2);
            if (Redaction.isSecret(name)) {
                add(value, SHORTEST);
            } else if (SECRET_FILE.matcher(name).matches() && value.startsWith("/")) {
                addFile(Path.of(value));
            }
        }
        addWords(text);
    }

    /** Each line of a file with a secret, as of a PEM file. */
    void addFile(Path file) {
        text(file).lines().map(String::strip).forEach(line -> add(line, SHORTEST));
    }

    /** All below a data folder of the daemon: tokens, last good settings, desired document, releases. */
    void addData(Path data) {
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
            addTree("", Json.PLAIN.readTree(start < 0 ? "{}" : line.substring(start)), false);
        } catch (JsonProcessingException e) {
            addSettings(line);
        }
    }

    private void addTree(String name, JsonNode node, boolean environment) {
        boolean inside = environment || ENVIRONMENT.contains(name);
        node.properties().forEach(each -> addTree(each.getKey(), each.getValue(), inside));
        if (node.isArray()) {
            node.forEach(each -> addTree(name, each, inside));
        }
        if (!node.isTextual()) {
            return;
        }
        String text = node.textValue();
        int equals = inside ? text.indexOf('=') : -1; // NAME=value, as engines list an environment
        if (inside) {
            String variable = equals < 0 ? name : text.substring(0, equals);
            add(text.substring(equals + 1), Redaction.isSecret(variable) ? SHORTEST : SHORTEST_OF_ENVIRONMENT);
            add(text, SHORTEST_OF_ENVIRONMENT);
        } else if (Redaction.isSecret(name)) {
            add(text, SHORTEST);
        } else if (name.equals("text")) {
            addSettings(text); // of a settings file, in the copy of the last good ones
        }
        addWords(text);
    }

    private void addWords(String text) {
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            if (Redaction.isSecret(word.group(1) == null ? word.group(2) : word.group(1))) {
                add(word.group(3), SHORTEST);
            }
        }
        Matcher info = USER_INFO.matcher(text);
        while (info.find()) {
            add(info.group(1).substring(info.group(1).indexOf(':') + 1), SHORTEST);
        }
    }

    private void add(String secret, int shortest) {
        if (secret.length() >= shortest && found.size() < MOST) {
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

    private static List<Path> files(Path folder) {
        try (Stream<Path> all = Files.walk(folder, 3)) {
            return all.filter(Files::isRegularFile).limit(MOST).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Empty if it cannot be read: then it cannot get into the bundle either. */
    private static String text(Path file) {
        try {
            return new String(SmallFile.read(file, LARGEST_FILE), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
