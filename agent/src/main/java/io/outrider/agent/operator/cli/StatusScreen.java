package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Output of {@code outrider status} for people: state, problems and main figures, in at most fifteen lines. */
record StatusScreen(PrintWriter out, Terminal terminal) {
    private static final int MAX_LINES = 15;
    private static final String INDENT = "  ";
    private static final int NAME_WIDTH = 9;

    void print(JsonNode status) throws Failure {
        StatusFacts facts = new StatusFacts(status);
        int columns = terminal.size().get().columns();
        head(facts);
        Map<String, String> lines = facts.lines();
        for (String line : problems(facts.problems(), columns, MAX_LINES - 1 - lines.size())) {
            out.println(terminal.styled(Terminal.YELLOW, line));
        }
        lines.forEach((name, text) ->
                out.println(terminal.styled(Terminal.FAINT, INDENT + String.format("%-" + NAME_WIDTH + "s", name))
                        + cut(Printer.oneLine(text), columns - INDENT.length() - NAME_WIDTH)));
        new Printer(out, false, false).check();
    }

    /** Prints all facts of all sections, without empty ones. */
    void printAll(JsonNode status) throws Failure {
        StatusFacts facts = new StatusFacts(status);
        head(facts);
        for (JsonNode problem : facts.problems()) {
            out.println(terminal.styled(Terminal.YELLOW, "! " + sentence(problem)));
        }
        Printer printer = new Printer(out, false, false);
        out.println();
        printer.print(tidy(status.path("versions"), facts.now()));
        for (Map.Entry<String, JsonNode> section : status.path("sections").properties()) {
            ObjectNode tidied = tidy(section.getValue(), facts.now());
            if (section.getValue().path("state").asText().equals("connected")) {
                tidied.remove("last_error"); // from an attempt before this connection
            }
            if (!tidied.isEmpty()) {
                out.println();
                printer.print(Map.of(section.getKey(), tidied));
            }
        }
    }

    private static ObjectNode tidy(JsonNode object, Instant now) {
        ObjectNode tidied = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            JsonNode value = field.getValue().isObject() ? tidy(field.getValue(), now) : field.getValue();
            if (value.isTextual()) {
                tidied.put(field.getKey(), withAge(value.asText(), now));
            } else if (!value.isNull() && !(value.isContainerNode() && value.isEmpty())) {
                tidied.set(field.getKey(), value);
            }
        }
        return tidied;
    }

    private static String withAge(String text, Instant now) {
        Instant then = StatusFacts.instant(text);
        return then == null
                ? text
                : StatusFacts.age(text, now) + " (" + then.toString().replaceFirst("\\.\\d+", "") + ")";
    }

    private void head(StatusFacts facts) {
        String dot = terminal.unicode() ? "●" : "*";
        out.println(terminal.styled(facts.colour(), dot) + " " + Printer.oneLine(facts.summary()));
    }

    private static List<String> problems(JsonNode problems, int columns, int room) {
        List<String> wrapped = new ArrayList<>();
        List<String> cut = new ArrayList<>();
        for (JsonNode problem : problems) {
            String text = sentence(problem);
            cut.add("! " + cut(text, columns - INDENT.length()));
            List<String> lines = wrap(text, columns - INDENT.length());
            for (int i = 0; i < lines.size(); i++) {
                wrapped.add((i == 0 ? "! " : INDENT) + lines.get(i));
            }
        }
        if (wrapped.size() <= room) {
            return wrapped;
        }
        int whole = cut.size() < room ? cut.size() : room - 1; // the last line refers to the rest
        List<String> lines = new ArrayList<>(cut.subList(0, whole));
        int more = cut.size() - whole;
        lines.add("  … " + (more > 0 ? "and " + more + " more" : "in full") + ": outrider status -v");
        return lines;
    }

    private static String sentence(JsonNode problem) {
        return Printer.oneLine(problem.path("section").asText() + ": "
                + problem.path("problem").asText());
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "…";
    }

    static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (rest.length() > Math.max(1, width)) {
            int blank = rest.lastIndexOf(' ', width);
            int end = blank > 0 ? blank : width;
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }
}
