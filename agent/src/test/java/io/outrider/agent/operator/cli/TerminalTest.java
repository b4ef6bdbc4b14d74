package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.operator.cli.Terminal.TerminalSize;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {
    private static Terminal of(boolean out, String environment) {
        Map<String, String> map = new HashMap<>();
        for (String each : environment.split(" ")) {
            map.put(each.split("=", 2)[0], each.contains("=") ? each.split("=", 2)[1] : "");
        }
        return Terminal.of(out, true, map, action -> {}, action -> {});
    }

    @ParameterizedTest
    @CsvSource({
        "LANG=C.UTF-8, true",
        "LANG=en_GB.utf8, true",
        "LANG=C, false",
        "LC_ALL=C LANG=C.UTF-8, false",
        "LC_ALL= LC_CTYPE=C.UTF-8 LANG=C, true",
        "HOME=x, false",
    })
    void unicodeDependsOnTheLocale(String environment, boolean unicode) {
        assertThat(of(true, environment).unicode()).isEqualTo(unicode);
    }

    @ParameterizedTest
    @CsvSource({
        "true, TERM=xterm, true",
        "false, TERM=xterm, false",
        "true, TERM=dumb, false",
        "true, NO_COLOR=1, false",
        "true, NO_COLOR=, true",
    })
    void coloursNeedATerminalWithoutNoColor(boolean out, String environment, boolean colour) {
        assertThat(of(out, environment).colour()).isEqualTo(colour);
    }

    @ParameterizedTest
    @CsvSource({"'24 80\n', 80, 24", "'50 132', 132, 50", "'0 0\n', 80, 24", "'', 80, 24", "'99999 1', 80, 24"})
    void theSizeIsParsedFromStty(String text, int columns, int rows) {
        assertThat(TerminalSize.of(text)).isEqualTo(new TerminalSize(columns, rows));
    }
}
