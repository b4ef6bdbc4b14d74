package io.outrider.obd.standard;

import static io.outrider.obd.standard.Payloads.failureOf;
import static io.outrider.obd.standard.Payloads.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TroubleCodesTest {
    @Test
    void codesAreListedInTheOrderOfTheAnswer() throws Exception {
        assertThat(value("GET_DTC", "4302 0104 0133")).isEqualTo(List.of("P0104", "P0133"));
        assertThat(value("GET_CURRENT_DTC", "4701 0420")).isEqualTo(List.of("P0420"));
        assertThat(value("GET_PERMANENT_DTC", "4A01 C100")).isEqualTo(List.of("U0100"));
    }

    @Test
    void theTopBitsAreTheSystem() throws Exception {
        assertThat(value("GET_DTC", "4304 0001 4123 9ABC FFFF")).isEqualTo(List.of("P0001", "C0123", "B1ABC", "U3FFF"));
    }

    @Test
    void noCodesIsAnEmptyList() throws Exception {
        assertThat(value("GET_DTC", "4300")).isEqualTo(List.of());
        assertThat(value("GET_DTC", "4302 0000 0000")).isEqualTo(List.of());
        assertThat(failureOf(() -> value("GET_DTC", "43"))).isEqualTo("SHORT_ANSWER");
    }

    @Test
    void fillerAfterTheCountedCodesIsIgnored() throws Exception {
        assertThat(value("GET_DTC", "4301 0104 AAAA")).isEqualTo(List.of("P0104"));
        assertThat(value("GET_DTC", "4300 5555 5555")).isEqualTo(List.of());
    }

    @Test
    void anExcessiveCountAndHalfACodeAreIgnored() throws Exception {
        assertThat(value("GET_DTC", "4305 0104")).isEqualTo(List.of("P0104"));
        assertThat(value("GET_DTC", "4302 0104 01")).isEqualTo(List.of("P0104"));
        assertThat(value("GET_DTC", "43FF 01")).isEqualTo(List.of());
    }

    @Test
    void theFreezeFrameHasOneCodeOrNone() throws Exception {
        assertThat(value("FREEZE_DTC", "4102 0133")).isEqualTo("P0133");
        assertThat(value("FREEZE_DTC", "4102 0000")).isNull();
    }

    @Test
    void everyCodeSurvivesConversionToTextAndBack() {
        for (int bits = 0; bits <= 0xFFFF; bits++) {
            assertThat(TroubleCodes.bits(TroubleCodes.text(bits))).isEqualTo(bits);
        }
    }

    @Test
    void anInvalidCodeIsRefusedWithAnExample() {
        for (String wrong : List.of("", "P010", "P01044", "X0104", "P4104", "P01G4", "p0104", "P0104 ")) {
            assertThatThrownBy(() -> TroubleCodes.bits(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("P0104");
        }
    }
}
