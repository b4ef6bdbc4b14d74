package io.outrider.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeTest {
    @ParameterizedTest
    @CsvSource({
        "1.0E300, 1e300",
        "-1.23456789E20, -1.23457e20",
        "1.0E-9, 1e-9",
        "30.0, 30",
        "600.5, 600.5",
        "0.01, 0.01",
        "100000000, 100000000",
        "0.0, 0",
        "-0.0, 0",
        "NaN, NaN",
        "Infinity, infinity",
        "-Infinity, -infinity",
    })
    void numbersAreShownInDecimalForm(double number, String text) {
        assertThat(Range.text(number)).isEqualTo(text);
    }
}
