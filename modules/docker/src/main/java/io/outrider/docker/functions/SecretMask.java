package io.outrider.docker.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Mask of secrets in the engine's inspections, as results go to the fleet service and are kept: values whose name looks like a
 * secret's, in members, environments and options of a command, and passwords in URLs.
 */
final class SecretMask {
    static final String MASK = "***";

    private static final String WORDS =
            "(?i:passw|passphrase|pwd|secret|token|credential|auth(?!or(?!i))|keys?(?![a-z]))";
    private static final Pattern SECRET = Pattern.compile("(?s).*" + WORDS + ".*");
    private static final Pattern ASSIGNMENT = Pattern.compile("(?s)(-{0,2}([\\w.-]{1,128})=).+");
    private static final Pattern OPTION = Pattern.compile("--?[\\w.-]{1,128}");

    /** Within the command line of a shell. */
    private static final Pattern INLINE = Pattern.compile("(?<![\\w.-])(-{0,2}[\\w.]{0,64}" + WORDS
            + "[\\w.-]{0,64}=|--?[\\w.]{0,64}" + WORDS
            + "[\\w.-]{0,64}\\s{1,9}|(?i:authorization):\\s{0,9}(?i:(basic|bearer|token)\\s)?)"
            + "(\"[^\"]*\"|'[^']*'|[^\\s\"';&|]+)");

    private static final Pattern USER_INFO = Pattern.compile("://[^/@\\s:]{0,256}:[^/@\\s]{1,256}@");

    private SecretMask() {}

    static JsonNode masked(JsonNode node) {
        if (node.isObject()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            node.properties().forEach(each -> object.set(each.getKey(), value(each.getKey(), each.getValue())));
            return object;
        }
        if (node.isArray()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            String before = "";
            for (JsonNode each : node) {
                array.add(value(OPTION.matcher(before).matches() ? before : "", each));
                before = each.asText();
            }
            return array;
        }
        return node.isTextual() ? JsonNodeFactory.instance.textNode(masked(node.textValue())) : node;
    }

    private static JsonNode value(String name, JsonNode value) {
        return value.isTextual()
                        && !value.textValue().isEmpty()
                        && SECRET.matcher(name).matches()
                ? JsonNodeFactory.instance.textNode(MASK)
                : masked(value);
    }

    static String masked(String text) {
        Matcher assignment = ASSIGNMENT.matcher(text);
        if (assignment.matches() && SECRET.matcher(assignment.group(2)).matches()) {
            return assignment.group(1) + MASK;
        }
        return USER_INFO
                .matcher(INLINE.matcher(text).replaceAll("$1" + Matcher.quoteReplacement(MASK)))
                .replaceAll("://" + MASK + "@");
    }
}
