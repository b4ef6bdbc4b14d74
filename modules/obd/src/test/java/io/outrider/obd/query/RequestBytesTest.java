package io.outrider.obd.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBytesTest {
    /** Inputs from public sources, with the requests of their vehicles. */
    @ParameterizedTest
    @CsvSource({
        "22, B002, 22b002",
        "220, 100, 220100",
        "220, 101, 220101",
        "220, 105, 220105",
        "220, 0103, 220103",
        "01, 0C, 010c",
        "1, C, 010c",
        "2212, 2201, 22122201",
        "FEEC, 00, feec00",
        "00, 01, 0001",
        "22, 0101, 220101",
        "22, 101, 220101",
        "22, 0105, 220105",
        "22, 6335, 226335",
        "22, DD68, 22dd68",
        "21, 1, 2101",
        "9, 2, 0902",
        "22, 1, 2201",
    })
    void everyCollectedInputGivesTheIntendedRequest(String mode, String pid, String request) throws Failure {
        assertThat(HexFormat.of().formatHex(Planner.requestBytes(mode, pid))).isEqualTo(request);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"x09", "0x09", "0X09", "X09", "09", "9", "\"09\"", "'x09'", " 09 ", "\" 0x09 \"", "'\"9\"'"})
    void prefixesQuotesAndBlanksAreNotPartOfTheNumber(String mode) throws Failure {
        assertThat(Planner.requestBytes(mode, "'x02'")).containsExactly(0x09, 0x02);
    }

    @Test
    void withoutModeTheServiceIsCurrentData() throws Failure {
        assertThat(Planner.requestBytes(null, "0C")).containsExactly(0x01, 0x0C);
    }

    @Test
    void withoutPidTheRequestIsTheServiceAlone() throws Failure {
        assertThat(Planner.requestBytes("3", null)).containsExactly(0x03);
        assertThat(Planner.requestBytes("1902FF", null)).containsExactly(0x19, 0x02, 0xFF);
    }

    @Test
    void aModeWithHalfAByteIsRefused() {
        assertThatThrownBy(() -> Planner.requestBytes("220", null))
                .isInstanceOf(Failure.class)
                .hasMessage("mode: '220' has an odd number of hexadecimal digits; bytes have two each");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "x", "0x", "zz", "0G", "1 2", "22.0", "-1", "+1", "０１", "0x0x01", "''", "\""})
    void aValueThatIsNotHexadecimalNamesTheArgument(String text) {
        assertThatThrownBy(() -> Planner.requestBytes("22", text))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("pid: '")
                .hasMessageEndingWith("is not hexadecimal; write digits such as 0C");
        assertThatThrownBy(() -> Planner.requestBytes(text, "01")).hasMessageStartingWith("mode: '");
    }

    @Test
    void aMegabyteOfDigitsIsRefusedWithAShortMessage() {
        assertThatThrownBy(() -> Planner.requestBytes("22", "A".repeat(1 << 20)))
                .isInstanceOf(Failure.class)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(150));
    }
}
