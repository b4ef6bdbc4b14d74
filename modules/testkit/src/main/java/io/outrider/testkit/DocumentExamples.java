package io.outrider.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Named examples of a page in docs: the fenced blocks after comments such as {@code <!-- example: command -->}. */
public final class DocumentExamples {
    private static final Pattern EXAMPLE =
            Pattern.compile("^<!-- example: ([a-z ]+) -->\n```\\w*\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    private final String page;
    private final Map<String, String> examples = new LinkedHashMap<>();

    /** @param page file name below docs */
    public DocumentExamples(String page) throws IOException {
        this.page = page;
        Matcher example = EXAMPLE.matcher(Files.readString(file(page)));
        while (example.find()) {
            if (examples.put(example.group(1), example.group(2).strip()) != null) {
                throw new AssertionError("two examples '" + example.group(1) + "' in " + page);
            }
        }
    }

    private static Path file(String page) {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("docs").resolve(page))) {
            at = at.getParent();
            if (at == null) {
                throw new AssertionError("no folder above has docs/" + page);
            }
        }
        return at.resolve("docs").resolve(page);
    }

    public Map<String, String> all() {
        return Map.copyOf(examples);
    }

    public String get(String name) {
        String text = examples.get(name);
        if (text == null) {
            throw new AssertionError("no example '" + name + "' in " + page);
        }
        return text;
    }
}
