package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetupFileTest {
    private static SetupFile set(String before) {
        return SetupFile.of(before, Map.of("a.b", "new"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a.b = \"old\"|a.b = \"new\"",
                "  a.b=1|a.b = \"new\"",
                "a.b = \"o # l\\\" d\" # why|a.b = \"new\" # why",
                "a.b = 'o # \\' # why|a.b = \"new\" # why",
                "a.b = '' # it's \"so\"|a.b = \"new\" # it's \"so\"",
                "a.b = true\t#why|a.b = \"new\"\t#why",
                "a.b = [1, 2] # two|a.b = \"new\" # two"
            })
    void theCommentBehindAChangedValueStays(String before, String after) {
        assertThat(set(before + "\n").text()).isEqualTo(after + "\n");
        assertThat(set(before + "\n").changes()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"a.b = \"new\"", "a.b=\"new\" # why", "a.b = \"new\"#why"})
    void theSameValueIsNoChange(String line) {
        assertThat(set(line + "\n")).isEqualTo(new SetupFile(line + "\n", List.of()));
    }

    @ParameterizedTest
    @CsvSource({"#a.b = 1", "a.bc = 1", "x.a.b = 1", "axb = 1"})
    void otherLinesStayAndTheKeyIsAdded(String line) {
        assertThat(set(line + "\n").text()).isEqualTo(line + "\na.b = \"new\"\n");
    }

    @Test
    void aKeyIsAddedAboveTheFirstTableWhereItBeginsAtTheRoot() {
        assertThat(set("c = 1\n[t]\na.b = 2\n").text()).isEqualTo("c = 1\na.b = \"new\"\n[t]\na.b = 2\n");
    }
}
