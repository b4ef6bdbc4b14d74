package io.outrider.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the factor that the environment gives. */
class TimeoutFactorTest {
    @ParameterizedTest
    @CsvSource({", 1", "'', 1", "1, 1", "3, 3", "0, 1", "-2, 1", "9999, 10", "much, 1"})
    void aWholeNumberOfOneToTenCounts(String text, int factor) {
        assertThat(TimeoutFactor.value(text)).isEqualTo(factor);
    }
}
