package io.outrider.bench.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Table of the demo's lines, in the resource {@code lines.sh}. */
record CurlLines(List<CurlLine> lines) {
    private static final Pattern EXPECTED = Pattern.compile("#=(root)? (\\d{3} )?(.+)");
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    static CurlLines read() throws IOException {
        try (InputStream text = CurlLines.class.getResourceAsStream("lines.sh")) {
            return parse(new String(text.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** @throws IllegalArgumentException if a line has no expectation, or another form */
    static CurlLines parse(String text) {
        List<CurlLine> lines = new ArrayList<>();
        String section = "";
        String comment = "";
        String command = "";
        for (String each : text.lines().toList()) {
            Matcher expected = EXPECTED.matcher(each);
            if (expected.matches() && !command.isEmpty()) {
                boolean engine = expected.group(1) != null;
                String status =
                        expected.group(2) == null ? "" : expected.group(2).strip();
                lines.add(new CurlLine(section, comment, command, engine, status, expected.group(3)));
                comment = "";
                command = "";
            } else if (!command.isEmpty() || each.startsWith("#=")) {
                throw new IllegalArgumentException("an expectation belongs behind a line, not: " + each);
            } else if (each.startsWith("## ")) {
                section = each.substring(3);
                comment = "";
            } else if (each.startsWith("# ")) {
                comment = each.substring(2);
            } else if (!each.isBlank()) {
                command = each;
            }
        }
        return new CurlLines(List.copyOf(lines));
    }

    void print(PrintStream out) {
        String section = "";
        for (CurlLine line : lines) {
            if (!line.section().equals(section)) {
                section = line.section();
                out.println();
                out.println("## " + section);
            }
            if (!line.comment().isEmpty()) {
                out.println("# " + line.comment());
            }
            out.println(line.text());
        }
    }

    /** Operations of an OpenAPI document that no line calls. */
    Set<String> missing(JsonNode document) {
        Set<String> missing = new TreeSet<>();
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                if (METHODS.contains(operation.getKey())) {
                    missing.add(operation.getKey().toUpperCase(Locale.ROOT) + " "
                            + path.getKey().replaceAll("\\{\\w+}", "{}"));
                }
            }
        }
        lines.forEach(line -> missing.remove(String.valueOf(line.operation())));
        return missing;
    }
}
