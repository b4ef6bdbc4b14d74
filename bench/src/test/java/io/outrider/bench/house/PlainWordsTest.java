package io.outrider.bench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Java's names of exceptions in what users read. Skipped, and says so, where there is no git checkout. */
class PlainWordsTest {
    /** What nobody reads who does not look for it. */
    private static final Pattern DEBUG = Pattern.compile("\\.(debug|trace)\\([^;]*;");

    /** An exception as text: its class, and then what somebody else has written. */
    private static final List<Pattern> NAMES = List.of(
            Pattern.compile("\\be\\.toString\\(\\)"),
            Pattern.compile("\"\\s*\\+ e\\s*[,;)+]"),
            Pattern.compile("String\\.valueOf\\(e\\)"));

    private static Stream<String> found(String text) {
        String shown = DEBUG.matcher(text).replaceAll("");
        return NAMES.stream().flatMap(each -> each.matcher(shown).results()).map(found -> found.group());
    }

    @Test
    void noSentenceHasAnExceptionInIt() throws Exception {
        Checkout checkout = Checkout.orSkip();
        List<Path> sources = checkout.java().stream()
                .filter(file -> file.toString().matches("(agent|modules/(?!testkit)\\w+)/src/main/.*"))
                .toList();
        assertThat(sources)
                .hasSizeGreaterThan(100)
                .allSatisfy(file -> assertThat(found(checkout.text(file)))
                        .as(file + ": put it through IoReason, or say it in words of ours")
                        .isEmpty());
    }

    @Test
    void itIsSeenWhereItIs() {
        assertThat(found("LOG.warn(\"{} cannot be read: {}\", file, e.toString());"))
                .hasSize(1);
        assertThat(found("why = \"it failed (\" + e + \")\";")).hasSize(1);
        assertThat(found("LOG.debug(\"{}\", e.toString()); LOG.error(\"a fault\", e);"))
                .isEmpty();
    }
}
