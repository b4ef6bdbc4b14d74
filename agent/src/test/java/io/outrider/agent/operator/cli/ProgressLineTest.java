package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.runtime.functions.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressLineTest {
    private final StringWriter err = new StringWriter();

    private static JsonNode progress(long done, long total, String unit, String what) {
        return Json.PLAIN.valueToTree(Map.of("done", done, "total", total, "unit", unit, "what", what));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 36000000, bytes, [....................] 0 %  0.0 of 36.0 MB  pull app:1.2",
        "12300000, 36000000, bytes, [######..............] 34 %  12.3 of 36.0 MB  pull app:1.2",
        "35999999, 36000000, bytes, [###################.] 99 %  36.0 of 36.0 MB  pull app:1.2",
        "36000000, 36000000, bytes, [####################] 100 %  36.0 of 36.0 MB  pull app:1.2",
        "40000000, 36000000, bytes, [####################] 100 %  40.0 of 36.0 MB  pull app:1.2",
        "-1, -1, bytes, 0.0 MB  pull app:1.2",
        "9223372036854775807, 9223372036854775807, steps, "
                + "[####################] 100 %  9223372036854775807/9223372036854775807 steps  pull app:1.2",
        "12300000, 0, bytes, 12.3 MB  pull app:1.2",
        "3, 0, s, 3 s  pull app:1.2"
    })
    void aBarShowsThePartIfTheWholeIsKnown(long done, long total, String unit, String line) {
        assertThat(ProgressLine.text(progress(done, total, unit, "pull app:1.2"), 200))
                .isEqualTo(line);
    }

    @Test
    void aLineNeverWrapsAndHasNoControlCharacters() {
        JsonNode hostile = progress(1, 2, "steps", "a\n\033[31mb\u0007" + "\uD83D\uDE97".repeat(100));
        assertThat(ProgressLine.text(hostile, 60))
                .matches("[^\\p{Cntrl}]*")
                .satisfies(line ->
                        assertThat(line.codePointCount(0, line.length())).isEqualTo(60));
        assertThat(ProgressLine.text(hostile, 0)).isEmpty();
    }

    @Test
    void theWidthOfTheTerminalIsAskedOnceAndOnlyForALine() {
        AtomicInteger asked = new AtomicInteger();
        ProgressLine line = new ProgressLine(
                new PrintWriter(err),
                new Terminal(
                        true,
                        true,
                        false,
                        false,
                        () -> {
                            asked.incrementAndGet();
                            return new Terminal.TerminalSize(12, 5);
                        },
                        action -> {},
                        action -> {},
                        Terminal.FILES));
        line.clear();
        assertThat(asked).hasValue(0);
        line.show(progress(1, 0, "s", "sleeping long"));
        line.show(progress(2, 0, "s", "sleeping long"));
        line.clear();
        line.clear();
        assertThat(err).hasToString("\r\033[K1 s  sleepi\r\033[K2 s  sleepi\r\033[K");
        assertThat(asked).hasValue(1);
    }

    @Test
    void nothingIsWrittenIfTheErrorsGoToAFile() {
        ProgressLine line = new ProgressLine(new PrintWriter(err), new Terminal(true, false));
        line.show(progress(1, 2, "s", "sleeping"));
        line.clear();
        assertThat(err.toString()).isEmpty();
    }
}
