package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RetryBackoffTest {
    private final List<Long> ceilings = new ArrayList<>();

    private final RetryBackoff pause = new RetryBackoff(new RandomGenerator() {
        @Override
        public long nextLong() {
            throw new AssertionError("without a bound");
        }

        @Override
        public long nextLong(long bound) {
            ceilings.add(Duration.ofNanos(bound - 1).toSeconds());
            return bound - 1;
        }
    });

    @Test
    void theCeilingDoublesUpToFiveMinutesAndIsResetByASuccess() {
        for (int i = 0; i < 11; i++) {
            pause.next();
        }
        pause.reset();
        pause.next();
        assertThat(ceilings).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 300L, 300L, 1L);
    }

    @Test
    void delaysOfUnitsAreSpread() {
        List<Long> pauses = new ArrayList<>();
        for (int seed = 0; seed < 200; seed++) {
            pauses.add(new RetryBackoff(new Random(seed)).next());
        }
        assertThat(pauses).allMatch(each -> each >= 0 && each <= RetryBackoff.FIRST.toNanos());
        assertThat(pauses.stream().map(each -> each / 100_000_000).distinct().count())
                .as("tenths of the second that are used")
                .isGreaterThanOrEqualTo(10);
    }
}
