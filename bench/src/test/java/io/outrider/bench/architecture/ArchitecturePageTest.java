package io.outrider.bench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Check that the classes named in docs/architecture.md exist: capitalized words in backticks and in drawings. Skipped
 * without a git checkout.
 */
class ArchitecturePageTest {
    private static final Path PAGE = Path.of("docs/architecture.md");

    private static final Pattern DRAWING = Pattern.compile("^```\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    private static final Pattern QUOTED = Pattern.compile("`([A-Z][a-z][A-Za-z]*)`");

    private static final Pattern CLASS = Pattern.compile("\\b([A-Z][a-z][A-Za-z]*)\\b");

    @Test
    void everyNamedClassExists() throws Exception {
        Checkout checkout = Checkout.orSkip();
        String page = checkout.text(PAGE);
        Set<String> named = new TreeSet<>();
        Matcher drawing = DRAWING.matcher(page);
        while (drawing.find()) {
            collect(CLASS, drawing.group(1), named);
        }
        collect(QUOTED, DRAWING.matcher(page).replaceAll(""), named);
        assertThat(named).contains("Daemon", "RecordPublisher", "LayersTest").hasSizeGreaterThan(80);
        named.removeAll(checkout.javaFiles().stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet()));
        assertThat(named).as("named in " + PAGE + " and missing").isEmpty();
    }

    private static void collect(Pattern pattern, String text, Set<String> to) {
        Matcher each = pattern.matcher(text);
        while (each.find()) {
            to.add(each.group(1));
        }
    }
}
