package io.outrider.bench.press;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PressOptionsTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int run(String... words) throws Exception {
        return Press.run(words, new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @Test
    void defaultTimeIsTenMinutes() {
        assertThat(PressOptions.parse().time()).isEqualTo(Duration.ofMinutes(10));
        assertThat(PressOptions.parse("--minutes", "3").time()).isEqualTo(Duration.ofMinutes(3));
        assertThat(PressOptions.parse("--short").time()).as("one round each").isZero();
        assertThat(PressOptions.parse("--short", "lists", "idle").parts()).containsExactly("lists", "idle");
    }

    @Test
    void unknownOptionIsAnError() {
        for (String[] words : new String[][] {{"--minutes"}, {"--minutes", "0"}, {"--minutes", "x"}, {"--all"}}) {
            assertThatThrownBy(() -> PressOptions.parse(words)).hasMessageContaining(words[0]);
        }
    }

    @Test
    void helpAndUsageErrorsListTheParts() throws Exception {
        assertThat(run("--help")).isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .startsWith("usage: bench/press")
                .contains("backlog, large-backlog, lists", "ecus, together");
        assertThat(run("lits")).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("there is no part 'lits'");
    }
}
