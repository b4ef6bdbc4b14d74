package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class PrintableTest {
    private static final String BAD = "\u0000\u0007\u001b\u007f\u0080\u0085\u009b\u009f\u061c\u200e\u200f\u2028\u2029"
            + "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";

    private static void isHarmless(String text) {
        assertThat(text.chars().mapToObj(c -> (char) c)).noneMatch(c -> BAD.indexOf(c) >= 0);
    }

    @Test
    void controlAndBidiCharactersAreEscaped() {
        isHarmless(Printable.text("a" + BAD + "b"));
        isHarmless(Printable.line("a" + BAD + "b"));
        assertThat(Printable.text("\u001b[2J \u202e")).isEqualTo("\\x1b[2J \\u202e");
    }

    @Test
    void ordinaryTextIsUnchanged() {
        String text = "ä ☃ 漢字 עברית 🚗\n\tnext";
        assertThat(Printable.text(text)).isEqualTo(text);
        assertThat(Printable.line(text)).isEqualTo("ä ☃ 漢字 עברית 🚗 next");
        assertThat(Printable.line("a\r\n\u0085\u2028b ")).isEqualTo("a b");
    }

    @Test
    void jsonIsTheSameForAProgram() throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        String json = mapper.writeValueAsString("a" + BAD + "ä\n\\");
        isHarmless(Printable.json(json));
        assertThat(mapper.readValue(Printable.json(json), String.class)).isEqualTo("a" + BAD + "ä\n\\");
    }
}
