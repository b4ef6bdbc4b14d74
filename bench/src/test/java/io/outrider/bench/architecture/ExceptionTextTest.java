package io.outrider.bench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Check that no text for users contains the class name of an exception. Skipped without a git checkout. */
class ExceptionTextTest {
    /** Debug and trace lines, which users do not see by default. */
    private static final Pattern DEBUG = Pattern.compile("\\.(debug|trace)\\([^;]*;");

    /** Conversions of an exception to text, which begin with its class name. */
    private static final List<Pattern> NAMES = List.of(
            Pattern.compile("\\be\\.toString\\(\\)"),
            Pattern.compile("\"\\s*\\+ e\\s*[,;)+]"),
            Pattern.compile("String\\.valueOf\\(e\\)"));

    private static Stream<String> violations(String text) {
        String visible = DEBUG.matcher(text).replaceAll("");
        return NAMES.stream().flatMap(each -> each.matcher(visible).results()).map(match -> match.group());
    }

    @Test
    void noTextContainsAnExceptionAsAString() throws Exception {
        Checkout checkout = Checkout.orSkip();
        List<Path> sources = checkout.javaFiles().stream()
                .filter(file -> file.toString().matches("(agent|modules/(?!testkit)\\w+)/src/main/.*"))
                .toList();
        assertThat(sources)
                .hasSizeGreaterThan(100)
                .allSatisfy(file -> assertThat(violations(checkout.text(file)))
                        .as(file + ": use IoReason, or a sentence of its own")
                        .isEmpty());
    }

    @Test
    void violationsAreDetected() {
        assertThat(violations("LOG.warn(\"{} cannot be read: {}\", file, e.toString());"))
                .hasSize(1);
        assertThat(violations("why = \"it failed (\" + e + \")\";")).hasSize(1);
        assertThat(violations("LOG.debug(\"{}\", e.toString()); LOG.error(\"a fault\", e);"))
                .isEmpty();
    }
}
