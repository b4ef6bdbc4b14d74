package io.outrider.docker.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Mask of secrets in what goes to the fleet service: in the engine's inspections, values whose name looks like a secret's, in
 * members, environments and options of a command, and passwords in URLs; in a container's output, the values that its
 * configuration has of these, and all long ones of its environment.
 *
 * @param values longest first
 */
public record SecretMask(List<String> values) {
    private static final String MASK = "***";
    private static final int LIKELY_SECRET = 8;
    private static final int SHORTEST_SECRET = 3;
    private static final String WORDS =
            "(?i:pass(?:w|phrase|(?![a-z]))|pwd|secret|token|credential|auth(?!or(?!i))|keys?(?![a-z]))";
    private static final Pattern SECRET = Pattern.compile("(?s).*" + WORDS + ".*");
    private static final Pattern ASSIGNMENT = Pattern.compile("(?s)(-{0,2}([\\w.-]{1,128})=)(.+)");
    private static final Pattern OPTION = Pattern.compile("--?[\\w.-]{1,128}");

    /** Within the command line of a shell. */
    private static final Pattern INLINE = Pattern.compile("(?<![\\w.-])([\\w.-]{0,64}" + WORDS
            + "[\\w.-]{0,64}=|--?[\\w.-]{0,64}" + WORDS
            + "[\\w.-]{0,64}\\s{1,9}|(?i:authorization):\\s{0,9}(?i:(basic|bearer|token)\\s)?)"
            + "(\"[^\"]*\"|'[^']*'|[^\\s\"';&|]+)");

    private static final SecretMask NONE = new SecretMask(List.of());

    /** Members of an inspection that may repeat a secret: texts of people, outputs of health checks, no ids. */
    private static final Set<String> REPEATING = Set.of("Path", "Args", "Config", "ContainerConfig", "State");

    private static final Pattern USER_INFO = Pattern.compile("://[^/@\\s:]{0,256}:([^/@\\s]{1,256})@");

    /** @param config of the engine's inspection: with the environment of the image */
    public static SecretMask of(JsonNode config) {
        return of(config, LIKELY_SECRET);
    }

    /** @param likely length of a value of the environment that is a secret whatever its name is */
    private static SecretMask of(JsonNode config, int likely) {
        Set<String> all = new HashSet<>();
        for (JsonNode variable : config.path("Env")) {
            String[] pair = variable.asText().split("=", 2);
            int least = SECRET.matcher(pair[0]).matches() ? SHORTEST_SECRET : likely;
            if (pair.length == 2 && pair[1].length() >= least) {
                all.add(pair[1]);
            }
        }
        for (String words : List.of("Env", "Entrypoint", "Cmd")) {
            NONE.tree(config.path(words), all::add);
        }
        return new SecretMask(all.stream()
                .filter(each -> each.length() >= SHORTEST_SECRET)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList());
    }

    /** A line of the container's output. */
    public String in(String line) {
        return values.stream().reduce(line, (text, value) -> text.replace(value, MASK));
    }

    /** The engine's inspection of a container, an image or a volume. */
    public static JsonNode masked(JsonNode whole) {
        SecretMask named = of(whole.path("Config"), Integer.MAX_VALUE); // other values are shown as the environment
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        whole.properties()
                .forEach(each -> object.set(
                        each.getKey(),
                        (REPEATING.contains(each.getKey()) ? named : NONE)
                                .value(each.getKey(), each.getValue(), secret -> {})));
        return object;
    }

    /** @param found gets what is masked by its name */
    private JsonNode tree(JsonNode node, Consumer<String> found) {
        if (node.isObject()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            node.properties().forEach(each -> object.set(each.getKey(), value(each.getKey(), each.getValue(), found)));
            return object;
        }
        if (node.isArray()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            String before = "";
            for (JsonNode each : node) {
                boolean option = OPTION.matcher(before).matches();
                array.add(value(option ? before : "", each, found));
                before = each.asText();
            }
            return array;
        }
        return node.isTextual() ? JsonNodeFactory.instance.textNode(in(masked(node.textValue(), found))) : node;
    }

    private JsonNode value(String name, JsonNode value, Consumer<String> found) {
        if (!value.isTextual()
                || value.textValue().isEmpty()
                || !SECRET.matcher(name).matches()) {
            return tree(value, found);
        }
        masked(name + "=" + value.textValue(), found);
        return JsonNodeFactory.instance.textNode(MASK);
    }

    public static String masked(String text) {
        return masked(text, secret -> {});
    }

    private static String masked(String text, Consumer<String> found) {
        INLINE.matcher(text)
                .results()
                .forEach(each -> found.accept(each.group(3).replaceAll("^[\"']|[\"']$", "")));
        USER_INFO.matcher(text).results().forEach(each -> found.accept(each.group(1)));
        Matcher assignment = ASSIGNMENT.matcher(text);
        if (assignment.matches() && SECRET.matcher(assignment.group(2)).matches()) {
            found.accept(assignment.group(3));
            return assignment.group(1) + MASK;
        }
        return USER_INFO
                .matcher(INLINE.matcher(text).replaceAll("$1" + Matcher.quoteReplacement(MASK)))
                .replaceAll("://" + MASK + "@");
    }
}
