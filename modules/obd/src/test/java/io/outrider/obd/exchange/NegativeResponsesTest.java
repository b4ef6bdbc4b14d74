package io.outrider.obd.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NegativeResponsesTest {
    @Test
    void theCodesOfTheStandardHaveTheirNames() {
        assertThat(NegativeResponses.words(0x11)).isEqualTo("service not supported");
        assertThat(NegativeResponses.words(0x22)).isEqualTo("conditions not correct");
        assertThat(NegativeResponses.words(0x31)).isEqualTo("request out of range");
        assertThat(NegativeResponses.words(0x33)).isEqualTo("security access denied");
        assertThat(NegativeResponses.words(0x7F)).isEqualTo("service not supported in active session");
    }

    @Test
    void everyCodeHasAText() {
        for (int code = 0; code <= 0xFF; code++) {
            assertThat(NegativeResponses.words(code)).isNotBlank();
        }
        assertThat(NegativeResponses.words(0xF4)).contains("manufacturer");
        assertThat(NegativeResponses.words(0x02)).contains("does not name");
    }
}
