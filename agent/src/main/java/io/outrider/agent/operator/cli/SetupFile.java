package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.node.TextNode;
import io.outrider.agent.runtime.functions.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text of a settings file after {@code outrider setup}: its keys have the given values, all other lines stay as they are, and comments.
 *
 * @param changes a line for each key that is new or has another value
 */
record SetupFile(String text, List<String> changes) {
    /** First line of a file that a command has made. */
    static final String HEAD = "# Written by outrider setup; what is added by hand stays.\n";

    /** Value, in quotes or not, and the comment behind it with the blanks before it. */
    private static final String VALUE = "(\"(?:[^\"\\\\]|\\\\.)*+\"|'[^']*+'|.*?)(\\s*(?:#.*)?)";

    /**
     * @param before empty for a new file
     * @param values by dotted key; null for those that stay, empty for those that go
     */
    static SetupFile of(String before, Map<String, String> values) {
        List<String> lines =
                new ArrayList<>((before.isEmpty() ? HEAD : before).lines().toList());
        List<String> changes = new ArrayList<>();
        values.forEach((key, value) -> {
            if (value != null) {
                // in quotes, TOML writes a text as JSON does
                set(
                        lines,
                        changes,
                        key,
                        value.isEmpty() ? "" : TextNode.valueOf(value).toString());
            }
        });
        return new SetupFile(String.join("\n", lines) + "\n", changes);
    }

    /** Sets a key above the first table, where dotted keys begin at the root, or removes it. */
    private static void set(List<String> lines, List<String> changes, String key, String value) {
        Pattern entry = Pattern.compile("\\s*" + Pattern.quote(key) + "\\s*=\\s*" + VALUE);
        int end = 0;
        while (end < lines.size() && !lines.get(end).stripLeading().startsWith("[")) {
            Matcher found = entry.matcher(lines.get(end));
            if (found.matches()) {
                if (value.isEmpty()) {
                    lines.remove(end);
                    changes.add(key + " is removed, before: " + Redaction.redact(found.group(1)));
                } else if (!found.group(1).equals(value)) {
                    lines.set(end, key + " = " + value + found.group(2));
                    changes.add(shown(key, value) + ", before: " + Redaction.redact(found.group(1)));
                }
                return;
            }
            end++;
        }
        if (!value.isEmpty()) {
            lines.add(end, key + " = " + value);
            changes.add(shown(key, value));
        }
    }

    private static String shown(String key, String value) {
        return Redaction.redact(key + " = " + value);
    }
}
