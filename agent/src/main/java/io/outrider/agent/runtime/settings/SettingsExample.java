package io.outrider.agent.runtime.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Generator of the example file of {@code outrider config example}: all settings, commented out. */
public final class SettingsExample {
    private static final String HEAD = """
            # Settings of outrider. Each line that can be set is here with what holds without it; to set one, remove the #
            # before it. Files in conf.d/ beside this one come after it, in the order of their names, and replace single
            # keys. "outrider config check" says whether it is right and what would change, "outrider reload" puts it in
            # force. Text stands in quotes: without them, 7E4 is the number 70000.
            """;

    private final SettingsSchema sections;
    private final ObjectMapper mapper = Json.mapper();

    public SettingsExample(SettingsSchema sections) {
        this.sections = sections;
    }

    /**
     * Setting of the example.
     *
     * @param value default in TOML; empty if there is none
     */
    public record ExampleSetting(String name, String about, String value) {}

    public String text() {
        StringBuilder text = new StringBuilder(HEAD);
        for (String section : sections.names()) {
            List<ExampleSetting> settings = settings(section);
            text.append(settings.isEmpty() ? "" : "\n[" + section + "]\n");
            for (ExampleSetting each : settings) {
                text.append("# ").append(each.about()).append('\n');
                text.append('#').append(each.name()).append(" =");
                text.append(each.value().isEmpty() ? "" : " " + each.value()).append('\n');
            }
        }
        return text.toString();
    }

    public List<ExampleSetting> settings(String section) {
        Map<String, Object> defaults = sections.defaults(section);
        return sections.keys(section).stream()
                .map(key -> {
                    JsonNode value = mapper.valueToTree(defaults.get(key.name()));
                    return new ExampleSetting(key.name(), about(key, value), value.isNull() ? "" : toml(value));
                })
                .toList();
    }

    private static String about(Parameter key, JsonNode value) {
        List<String> parts = new ArrayList<>();
        parts.add((key.help().isEmpty() ? "" : key.help() + " ") + "(" + key.kind() + ")");
        if (key.required()) {
            parts.add("has to be there");
        } else if (value.isNull()) {
            parts.add(key.otherwise().isEmpty() ? "not set" : "else: " + key.otherwise());
        }
        if (key.secret()) {
            parts.add("never shown");
        }
        return String.join("; ", parts).replaceAll("\\R", " ");
    }

    /** TOML notation; that of texts, numbers and booleans equals JSON's. */
    private static String toml(JsonNode value) {
        List<String> parts = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(each -> parts.add(toml(each)));
            return "[" + String.join(", ", parts) + "]";
        }
        if (value.isObject()) {
            value.properties()
                    .forEach(each ->
                            parts.add('"' + each.getKey().replace("\\", "\\\\").replace("\"", "\\\"") + "\" = "
                                    + toml(each.getValue())));
            return parts.isEmpty() ? "{}" : "{ " + String.join(", ", parts) + " }";
        }
        return value.toString();
    }
}
