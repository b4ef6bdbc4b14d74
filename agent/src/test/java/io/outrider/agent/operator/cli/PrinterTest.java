package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.functions.Printable;
import org.junit.jupiter.api.Test;

class PrinterTest {
    @Test
    void controlCharactersAreEscaped() {
        for (int i = 0; i < 0x100; i++) {
            String printed = Printable.text("a" + (char) i + "[2Jb");
            assertThat(printed.chars().filter(each -> each != '\n' && each != '\t'))
                    .as("U+%04X", i)
                    .noneMatch(Character::isISOControl);
        }
        assertThat(Printable.text("ä\u009b2J\033[H")).isEqualTo("ä\\x9b2J\\x1b[H");
    }
}
