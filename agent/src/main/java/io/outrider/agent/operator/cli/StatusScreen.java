package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Output of {@code outrider status} for people: state, problems and main figures, in at most fifteen lines. */
final class StatusScreen {
    private static final int MAX_LINES = 15;
    private static final String RED = "\033[31m";
    private static final String GREEN = "\033[32m";
    private static final String YELLOW = "\033[33m";
    private static final String FAINT = "\033[2m";
    private static final String PLAIN = "\033[0m";
    private static final String INDENT = "  ";
    private static final int NAME_WIDTH = 9;

    private final PrintWriter out;
    private final Terminal terminal;

    StatusScreen(PrintWriter out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** @param status document of {@code GET /status} */
    void print(JsonNode status) throws Failure {
        StatusFacts facts = new StatusFacts(status);
        int columns = terminal.size().get().columns();
        head(facts);
        List<StatusFacts.FactLine> lines = facts.lines();
        for (String line : problems(facts.problems(), columns, MAX_LINES - 1 - lines.size())) {
            out.println(in(YELLOW, line));
        }
        for (StatusFacts.FactLine line : lines) {
            out.println(in(FAINT, INDENT + String.format("%-" + NAME_WIDTH + "s", line.name()))
                    + cut(oneLine(line.text()), columns - INDENT.length() - NAME_WIDTH));
        }
        new Printer(out, false, false).check();
    }

    /** Prints all of {@code GET /status}. */
    void printAll(JsonNode status) throws Failure {
        StatusFacts facts = new StatusFacts(status);
        head(facts);
        for (JsonNode problem : facts.problems()) {
            out.println(in(YELLOW, "! " + sentence(problem)));
        }
        new StatusDetails(out, facts.now()).print(status);
    }

    private void head(StatusFacts facts) {
        String dot = terminal.unicode() ? "●" : "*";
        String colour = switch (facts.level()) {
            case GOOD -> GREEN;
            case WARNING -> YELLOW;
            case BAD -> RED;
        };
        out.println(in(colour, dot) + " " + oneLine(facts.summary()));
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
        return oneLine(problem.path("section").asText() + ": "
                + problem.path("problem").asText());
    }

    private static String oneLine(String text) {
        return Printer.escaped(text).replaceAll("[\n\t]+", " ");
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "…";
    }

    private static List<String> wrap(String text, int width) {
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

    private String in(String style, String text) {
        return terminal.colour() ? style + text + PLAIN : text;
    }
}
