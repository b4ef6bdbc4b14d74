package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.functions.Printable;
import org.junit.jupiter.api.Test;

class LogTextTest {
    @Test
    void logTextHasNoTerminalControlCharacters() {
        for (int i = 0; i < 0x100; i++) {
            String text = "a" + (char) i + "[2Jb";
            assertThat(Printable.line(text))
                    .as("U+%04X", i)
                    .matches(each -> each.chars().noneMatch(Character::isISOControl));
        }
        assertThat(Printable.line("ä\u009b2J\nb")).isEqualTo("ä 2J b");
    }
}
