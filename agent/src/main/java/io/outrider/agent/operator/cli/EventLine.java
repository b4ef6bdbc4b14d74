package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.StringJoiner;

/** Formatter of a record or job event as one line for people: time of day (UTC), type, value and unit, other fields. */
record EventLine(Terminal terminal) {
    private static final Set<String> STAMPS = Set.of("@ts", "stamp", "_stamp");
    private static final Set<String> HEADER = Set.of("@ts", "stamp", "_stamp", "@t", "@tq");
    private static final Set<String> VALUE = Set.of("value", "unit");
    private static final int TYPE_WIDTH = 20;

    String of(String event, JsonNode data) {
        String type = data.path("@t").isTextual() ? data.get("@t").asText() : event;
        String padded = String.format("%-" + TYPE_WIDTH + "s", Printer.oneLine(type));
        return terminal.styled(Terminal.FAINT, time(data)) + "  " + terminal.styled(Terminal.BOLD, padded) + "  "
                + Printer.oneLine(fields(data));
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
        data.properties().forEach(field -> {
            boolean printed = value.isValueNode() && VALUE.contains(field.getKey());
            if (!printed && !HEADER.contains(field.getKey())) {
                add(text, field.getKey(), field.getValue());
            }
        });
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
