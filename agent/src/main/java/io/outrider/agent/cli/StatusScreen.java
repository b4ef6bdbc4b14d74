package io.outrider.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code outrider status} for people: what is wrong last, where the eye is. */
final class StatusScreen {
    private final PrintWriter out;
    private final Printer printer;

    StatusScreen(PrintWriter out) {
        this.out = out;
        this.printer = new Printer(out, false, false);
    }

    /** @param status as {@code GET /status} has it */
    void print(JsonNode status) throws Failure {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("unit", status.path("unit_id"));
        status.path("versions").properties().forEach(version -> head.put(version.getKey(), version.getValue()));
        printer.print(head);
        for (Map.Entry<String, JsonNode> section : status.path("sections").properties()) {
            out.println();
            printer.print(Map.of(section.getKey(), section.getValue()));
        }
        out.println();
        JsonNode problems = status.path("problems");
        if (problems.isEmpty()) {
            out.println("no problems");
        }
        for (JsonNode problem : problems) {
            printer.print("PROBLEM, " + problem.path("section").asText() + ": "
                    + problem.path("problem").asText());
        }
    }
}
