package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.Failure;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Output of {@code outrider doctor} for people: bad lines first, each with what to do. */
record DoctorScreen(PrintWriter out, Terminal terminal) {
    private enum Severity {
        BAD("bad", Terminal.RED),
        LOOK("look", Terminal.YELLOW),
        OK("ok", Terminal.GREEN);

        private final String word;
        private final String colour;

        Severity(String word, String colour) {
            this.word = word;
            this.colour = colour;
        }
    }

    private static final int VERDICT_WIDTH = 6;
    private static final int LEAST_NAME_WIDTH = 8;
    private static final int LEAST_TEXT_WIDTH = 30;

    /** @param result of {@code doctor.check} */
    void print(JsonNode result) throws Failure {
        List<JsonNode> lines = new ArrayList<>();
        result.path("checks").forEach(lines::add);
        int nameWidth =
                lines.stream().mapToInt(each -> name(each).length()).max().orElse(0);
        nameWidth = Math.max(LEAST_NAME_WIDTH, nameWidth) + 2;
        List<String> counts = new ArrayList<>();
        for (Severity severity : Severity.values()) {
            List<JsonNode> some = lines.stream()
                    .filter(each -> each.path("verdict").asText().equals(severity.word))
                    .toList();
            for (JsonNode each : some) {
                print(severity, each, nameWidth);
            }
            if (!some.isEmpty()) {
                counts.add(some.size() + " " + severity.word);
            }
        }
        out.println(String.join(", ", counts));
        new Printer(out, false, false).check();
    }

    private void print(Severity severity, JsonNode line, int nameWidth) {
        int indent = VERDICT_WIDTH + nameWidth;
        int width = Math.max(LEAST_TEXT_WIDTH, terminal.size().get().columns() - indent - 1);
        List<String> texts = new ArrayList<>(
                StatusScreen.wrap(Printer.oneLine(line.path("text").asText()), width));
        String remedy = Printer.oneLine(line.path("remedy").asText());
        if (!remedy.isEmpty()) {
            String arrow = terminal.unicode() ? "→ " : "> ";
            List<String> rest = StatusScreen.wrap(remedy, width - arrow.length());
            for (int i = 0; i < rest.size(); i++) {
                texts.add((i == 0 ? arrow : "  ") + rest.get(i));
            }
        }
        String head = terminal.styled(severity.colour, severity.word)
                + " ".repeat(VERDICT_WIDTH - severity.word.length())
                + String.format("%-" + nameWidth + "s", name(line));
        for (int i = 0; i < texts.size(); i++) {
            out.println((i == 0 ? head : " ".repeat(indent)) + texts.get(i));
        }
    }

    private static String name(JsonNode line) {
        return Printer.oneLine(line.path("name").asText());
    }
}
