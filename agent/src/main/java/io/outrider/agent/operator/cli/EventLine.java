package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** Formatter of a record or job event as one line for people: time of day (UTC), type, value and unit, other fields. */
final class EventLine {
    private static final Set<String> STAMPS = Set.of("@ts", "stamp", "_stamp");
    private static final String FAINT = "\033[2m";
    private static final String BOLD = "\033[1m";
    private static final String PLAIN = "\033[0m";
    private static final int TYPE_WIDTH = 20;

    private final boolean colour;

    EventLine(boolean colour) {
        this.colour = colour;
    }

    String of(String event, JsonNode data) {
        String type = data.path("@t").isTextual() ? data.get("@t").asText() : event;
        return in(FAINT, time(data)) + "  " + in(BOLD, String.format("%-" + TYPE_WIDTH + "s", harmless(type))) + "  "
                + harmless(fields(data));
    }

    private String in(String style, String text) {
        return colour ? style + text + PLAIN : text;
    }

    private static String harmless(String text) {
        return Printer.escaped(text).replace('\n', ' ').replace('\t', ' ');
    }

    /** {@code 10:15:00.061Z}; with a question mark if the clock was not trusted. */
    private static String time(JsonNode data) {
        for (String name : STAMPS) {
            String text = data.path(name).asText();
            if (text.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z?")) {
                return text.substring(11, 23) + (data.has("@tq") ? "?" : "Z");
            }
        }
        return " ".repeat(13);
    }

    private static String fields(JsonNode data) {
        StringJoiner text = new StringJoiner(" ");
        JsonNode value = data.path("value");
        if (value.isValueNode()) {
            text.add(Printer.text(value));
            if (data.has("unit")) {
                text.add(data.get("unit").asText());
            }
        }
        for (Map.Entry<String, JsonNode> field : data.properties()) {
            boolean told = value.isValueNode()
                    && (field.getKey().equals("value") || field.getKey().equals("unit"));
            if (!told
                    && !STAMPS.contains(field.getKey())
                    && !Set.of("@t", "@tq").contains(field.getKey())) {
                add(text, field.getKey(), field.getValue());
            }
        }
        return text.toString();
    }

    private static void add(StringJoiner text, String name, JsonNode value) {
        if (value.isObject() && !value.isEmpty()) {
            value.properties().forEach(field -> add(text, name + "." + field.getKey(), field.getValue()));
        } else {
            text.add(name + "=" + (value.isContainerNode() ? value.toString() : Printer.text(value)));
        }
    }
}
