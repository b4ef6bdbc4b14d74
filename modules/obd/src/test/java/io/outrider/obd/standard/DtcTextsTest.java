package io.outrider.obd.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DtcTextsTest {
    private static final DtcTexts TEXTS = DtcTexts.standard();

    private static List<String> resource() throws IOException {
        try (InputStream table = DtcTexts.class.getResourceAsStream("dtc.tsv")) {
            return new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    @Test
    void aKnownCodeHasTheTextOfTheTable() {
        assertThat(TEXTS.text("P0104")).isEqualTo("Mass or Volume Air Flow Circuit Intermittent");
        assertThat(TEXTS.text("P0100")).isEqualTo("Mass or Volume Air Flow Circuit Malfunction");
    }

    @Test
    void everyLineOfTheTableIsFound() throws IOException {
        List<String> lines =
                resource().stream().filter(line -> !line.startsWith("#")).toList();
        assertThat(lines).hasSizeGreaterThan(400).hasSize(TEXTS.size());
        for (String line : lines) {
            String[] column = line.split("\t");
            assertThat(TEXTS.text(column[0])).isEqualTo(column[1]);
        }
    }

    @Test
    void theTableNamesItsSource() throws IOException {
        assertThat(resource().get(0)).startsWith("#").contains("dtcdb", "MIT", "dtc.NOTICE");
        assertThat(DtcTexts.class.getResource("dtc.NOTICE")).isNotNull();
    }

    @ParameterizedTest(name = "{0} is a {1}")
    @CsvSource({
        "P0099, 'standard powertrain code: fuel and air metering, auxiliary emission controls'",
        "P03FF, standard powertrain code: ignition system or misfire",
        "P0AFF, standard powertrain code: hybrid propulsion",
        "P0FFF, standard powertrain code",
        "P1234, manufacturer-specific powertrain code",
        "P2700, standard powertrain code: transmission",
        "P2A00, standard powertrain code",
        "P3000, manufacturer-specific powertrain code",
        "P3400, standard powertrain code",
        "C0FFF, standard chassis code",
        "C1234, manufacturer-specific chassis code",
        "B2345, manufacturer-specific body code",
        "B3000, reserved body code",
        "U0001, standard network code: network wiring",
        "U0155, standard network code: lost communication",
        "U0401, standard network code: invalid data received",
        "U1234, manufacturer-specific network code",
        "U3003, standard network code",
    })
    void aCodeWithoutATextIsDescribedByItsDigits(String code, String text) {
        assertThat(TEXTS.text(code)).isEqualTo(text);
    }

    @Test
    void everyPossibleCodeHasAText() {
        for (int bits = 0; bits <= 0xFFFF; bits++) {
            assertThat(TEXTS.text(TroubleCodes.text(bits))).isNotBlank();
        }
    }

    @Test
    void theOrderOfTheLinesDoesNotMatter() {
        DtcTexts texts = DtcTexts.read("# where from\n\nU0100\tLost\nP0104\tÄir\nP0001\tFuel\n");
        assertThat(texts.size()).isEqualTo(3);
        assertThat(texts.text("P0001")).isEqualTo("Fuel");
        assertThat(texts.text("P0104")).isEqualTo("Äir");
        assertThat(texts.text("U0100")).isEqualTo("Lost");
        assertThat(texts.text("P0101")).isEqualTo("standard powertrain code: fuel and air metering");
    }

    @Test
    void withAnEmptyTableCodesAreDescribedByTheirDigits() {
        assertThat(DtcTexts.read("").text("P1000")).isEqualTo("manufacturer-specific powertrain code");
    }

    @Test
    void anInvalidLineIsNamed() {
        for (String wrong : List.of("P0104", "P0104\t", "P0104\ta\tb", "X\ttext", "P0104\ta\nP0104\tb")) {
            assertThatThrownBy(() -> DtcTexts.read(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> TEXTS.text("nonsense")).hasMessageContaining("nonsense");
    }
}
