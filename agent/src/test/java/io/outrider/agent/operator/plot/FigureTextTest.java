package io.outrider.agent.operator.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTextTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1, 1",
        "830.5, 830.5",
        "33.333333333333336, 33.3333",
        "-12.100, -12.1",
        "100, 100",
        "1234567, 1234570",
        "10000000, 1e+07",
        "1.5e9, 1.5e+09",
        "-1.7976931348623157e308, -1.8e+308",
        "0.0001, 0.0001",
        "0.00001, 1e-05",
        "4.9e-324, 4.9e-324",
    })
    void numbersAreShort(double value, String text) {
        assertThat(FigureText.of(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 3000, 3000",
        "0.5, 5, 5.0",
        "0.5, -0.0000001, 0.0",
        "0.2, 12.4, 12.4",
        "0.01, 1, 1.00",
        "1, -3, -3",
        "2e6, 4e6, 4e+06",
        "2e6, 0, 0",
        "1e-5, 3e-5, 3e-05",
    })
    void labelsDistinguishNeighbouringSteps(double step, double value, String text) {
        assertThat(FigureText.inStepsOf(step, value)).isEqualTo(text);
    }
}
