package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Printable;
import io.outrider.api.Failure;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Printer of results: a line of JSON for programs, or aligned text for people.
 *
 * @param redraws true if {@code out} is a screen, on which a new result replaces the old one
 */
record Printer(PrintWriter out, boolean json, boolean redraws) {
    private static final String CLEAR_SCREEN = "\033[H\033[2J";
    private static final int NAME_WIDTH = 28;

    static Map<String, Object> error(Failure failure) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("error", failure.getMessage());
        error.put("code", failure.code());
        error.put("actor", failure.actor().name().toLowerCase(Locale.ROOT));
        return error;
    }

    /** @throws Failure if the output cannot be written: the pipe is closed, the disk is full */
    void print(Object result) throws Failure {
        if (json) {
            out.println(line(result));
        } else {
            show(Json.PLAIN.valueToTree(result), "");
        }
        check();
    }

    void printLine(String line) throws Failure {
        out.println(line);
        check();
    }

    void check() throws Failure {
        if (out.checkError()) {
            throw new Failure(CommandLineErrors.OUTPUT_FAILED, "the result cannot be written");
        }
    }

    void printOver(Object result) throws Failure {
        if (!json) {
            out.print(redraws ? CLEAR_SCREEN : "\n");
        }
        print(result);
    }

    static String line(Object result) {
        try {
            return Printable.json(Json.PLAIN.writeValueAsString(result));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void show(JsonNode node, String indent) {
        if (node.has("_type")) {
            showReading(node, indent);
        } else if (node.isObject()) {
            showFields(node, indent);
        } else if (node.isArray()) {
            node.forEach(element -> show(element, indent));
        } else {
            out.println(indent + Printable.text(node.asText()));
        }
    }

    /** Escaped, without line ends and tabs. */
    static String oneLine(String text) {
        return Printable.text(text).replaceAll("[\n\t]+", " ");
    }

    private void showReading(JsonNode reading, String indent) {
        String name = reading.get("_type").asText();
        if (reading.has("error")) {
            showLine(indent, name, "– " + reading.get("error").asText());
        } else if (reading.has("values")) {
            out.println(indent + Printable.text(name) + (reading.get("values").isEmpty() ? ": none" : ":"));
            reading.get("values").forEach(value -> show(value, indent + "  "));
        } else if (!reading.has("value")) {
            showLine(indent, name, "done");
        } else if (reading.get("value").isContainerNode()) {
            out.println(indent + Printable.text(name) + ":");
            show(reading.get("value"), indent + "  ");
        } else {
            String unit = reading.has("unit") ? " " + reading.get("unit").asText() : "";
            showLine(indent, name, text(reading.get("value")) + unit);
        }
    }

    private void showFields(JsonNode object, String indent) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (field.getValue().isContainerNode() && !field.getValue().isEmpty()) {
                out.println(indent + Printable.text(field.getKey()) + ":");
                show(field.getValue(), indent + "  ");
            } else {
                showLine(indent, field.getKey(), text(field.getValue()));
            }
        }
    }

    private void showLine(String indent, String name, String text) {
        String[] lines = Printable.text(text).split("\n", -1);
        int width = Math.max(1, NAME_WIDTH - indent.length());
        out.printf("%s%-" + width + "s %s%n", indent, Printable.text(name), lines[0]);
        for (int i = 1; i < lines.length; i++) {
            out.printf("%" + NAME_WIDTH + "s %s%n", "", lines[i]);
        }
    }

    /** Numbers rounded for people. */
    static String text(JsonNode value) {
        if (value.isDouble()) {
            double number = value.doubleValue();
            double rounded = Math.rint(number * 1e6) / 1e6;
            return Double.toString(Math.abs(number) < 1e9 && Math.abs(number) > 1e-3 ? rounded : number);
        }
        return value.isContainerNode() ? (value.isArray() ? "none" : "{}") : value.asText();
    }
}
