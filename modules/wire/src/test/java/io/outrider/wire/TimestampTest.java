package io.outrider.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999, 1_000, 1_795_287_441_999_999L, -1, -1_000, -1_001})
    void millisecondsAreRoundedDown(long micros) {
        Timestamp rounded = new Timestamp(micros, 77, true).inMilliseconds();
        assertThat(rounded.micros() % 1_000).isZero();
        assertThat(micros - rounded.micros()).isBetween(0L, 999L);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 1_795_287_441_123_456L, -7})
    void roundingKeepsTheDifferenceOfTheClocks(long micros) {
        Timestamp exact = new Timestamp(micros, 5_000_123, false);
        Timestamp rounded = exact.inMilliseconds();
        assertThat(rounded.micros() - rounded.upMicros()).isEqualTo(exact.micros() - exact.upMicros());
        assertThat(rounded.trusted()).isFalse();
    }
}
