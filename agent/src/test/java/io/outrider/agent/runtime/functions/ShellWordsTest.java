package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "state.sls pending|state.sls,pending",
                "  a \t b  |a,b",
                "a 'b c' d|a,b c,d",
                "a \"b c\"d|a,b cd",
                "obd.query X header='\"7E0\"'|obd.query,X,header=\"7E0\"",
                "a\\ b|a b",
                "'a\\b'|a\\b",
                "\"a\\b\\\"\\\\\"|a\\b\"\\",
                "formula='x == 1 # no comment'|formula=x == 1 # no comment",
                "$HOME `date` *|$HOME,`date`,*",
            })
    void aLineIsSplitAsAShellWould(String line, String words) throws Failure {
        assertThat(ShellWords.split(line)).containsExactly(words.split(","));
    }

    @Test
    void quotesWithNothingBetweenAreAnEmptyWord() throws Failure {
        assertThat(ShellWords.split("a '' \"\"")).containsExactly("a", "", "");
    }

    @Test
    void anEmptyLineHasNoWords() throws Failure {
        assertThat(ShellWords.split(" \t ")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a 'b", "a \"b", "a \"b\\\"", "a \\"})
    void unfinishedQuotesAndEscapesAreRejected(String line) {
        assertThatThrownBy(() -> ShellWords.split(line))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("the line cannot be split into words");
    }

    @Test
    void quotedWordsRoundTrip() throws Failure {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(8); length > 0; length--) {
                text.append("ab '\"\\\t\n=#".charAt(random.nextInt(10)));
            }
            String single = "'" + text.toString().replace("'", "'\\''") + "'";
            String twofold = "\"" + text.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
            assertThat(ShellWords.split(single + " " + twofold))
                    .as("seed %d", seed)
                    .isEqualTo(List.of(text.toString(), text.toString()));
        }
    }
}
