package io.outrider.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999, 1_000, 1_795_287_441_999_999L, -1, -1_000, -1_001})
    void aMomentInMillisecondsIsNeverLaterAndLessThanOneEarlier(long micros) {
        Timestamp whole = new Timestamp(micros, 77, true).inMilliseconds();
        assertThat(whole.micros() % 1_000).isZero();
        assertThat(micros - whole.micros()).isBetween(0L, 999L);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 1_795_287_441_123_456L, -7})
    void theClocksDistanceStaysSoThatItIsCorrectedToTheSameTime(long micros) {
        Timestamp exact = new Timestamp(micros, 5_000_123, false);
        Timestamp whole = exact.inMilliseconds();
        assertThat(whole.micros() - whole.upMicros()).isEqualTo(exact.micros() - exact.upMicros());
        assertThat(whole.trusted()).isFalse();
    }
}
