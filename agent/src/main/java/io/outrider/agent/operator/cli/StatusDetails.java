package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Map;

/** Output of {@code outrider status -v}: all facts of all sections, without empty ones. */
final class StatusDetails {
    private final PrintWriter out;
    private final Instant now;

    StatusDetails(PrintWriter out, Instant now) {
        this.out = out;
        this.now = now;
    }

    void print(JsonNode status) throws Failure {
        Printer printer = new Printer(out, false, false);
        out.println();
        printer.print(tidy(status.path("versions")));
        for (Map.Entry<String, JsonNode> section : status.path("sections").properties()) {
            ObjectNode facts = tidy(section.getValue());
            if (section.getValue().path("state").asText().equals("connected")) {
                facts.remove("last_error"); // from an attempt before this connection
            }
            if (!facts.isEmpty()) {
                out.println();
                printer.print(Map.of(section.getKey(), facts));
            }
        }
    }

    private ObjectNode tidy(JsonNode object) {
        ObjectNode tidied = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            JsonNode value = field.getValue();
            if (value.isObject()) {
                value = tidy(value);
            }
            if (!value.isNull() && !(value.isContainerNode() && value.isEmpty())) {
                tidied.set(field.getKey(), value.isTextual() ? text(value.asText()) : value);
            }
        }
        return tidied;
    }

    /** A time with its age. */
    private JsonNode text(String text) {
        Instant then = ReadableAmounts.instant(text);
        return JsonNodeFactory.instance.textNode(
                then == null
                        ? text
                        : ReadableAmounts.age(text, now) + " ("
                                + then.toString().replaceFirst("\\.\\d+", "") + ")");
    }
}
