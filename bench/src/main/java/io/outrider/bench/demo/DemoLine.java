package io.outrider.bench.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Line of a shell that shows an operation of the service.
 *
 * @param comment operation and what it shows
 * @param expected found in the output of the line
 * @param containers whether it needs a container engine
 */
record DemoLine(String comment, String command, Pattern expected, boolean containers) {
    private static final String FILE = "lines.txt";
    private static final String CONTAINERS = "[containers] ";

    /** Operation such as {@code GET /health}; empty if the line shows none. */
    String operation() {
        String[] words = comment.split(" ", 3);
        return words.length > 1 && words[0].matches("[A-Z]+") ? words[0] + " " + words[1].replaceFirst(":$", "") : "";
    }

    /** Lines of the file: a comment, a command, and behind an arrow what is expected. */
    static List<DemoLine> all() {
        List<DemoLine> lines = new ArrayList<>();
        String comment = "";
        String command = "";
        for (String each : text().split("\n")) {
            if (each.startsWith("# ")) {
                comment = each.substring(2);
            } else if (each.startsWith("=> ")) {
                boolean containers = command.startsWith(CONTAINERS);
                lines.add(new DemoLine(
                        comment,
                        containers ? command.substring(CONTAINERS.length()) : command,
                        Pattern.compile(each.substring(3), Pattern.MULTILINE),
                        containers));
            } else {
                command = each;
            }
        }
        return lines;
    }

    private static String text() {
        try (InputStream from = DemoLine.class.getResourceAsStream(FILE)) {
            return new String(from.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) { // a resource of this program
            throw new UncheckedIOException(e);
        }
    }
}
