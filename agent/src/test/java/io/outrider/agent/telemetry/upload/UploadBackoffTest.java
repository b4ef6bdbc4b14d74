package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class UploadBackoffTest {
    private final List<Long> ceilings = new ArrayList<>();

    private final Backoff pause = backoff(new RandomGenerator() {
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

    private static Backoff backoff(RandomGenerator random) {
        return new Backoff(Uploader.FIRST_PAUSE, Uploader.LONGEST_PAUSE, random);
    }

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
            pauses.add(backoff(new Random(seed)).next().toNanos());
        }
        assertThat(pauses).allMatch(each -> each >= 0 && each <= Uploader.FIRST_PAUSE.toNanos());
        assertThat(pauses.stream().map(each -> each / 100_000_000).distinct().count())
                .as("tenths of the second that are used")
                .isGreaterThanOrEqualTo(10);
    }

    @Test
    void backoffDoublesUpToFiveMinutesAndIsSpread() {
        Backoff backoff = backoff(new Random(3));
        long most = 0;
        for (int i = 0; i < 1000; i++) {
            long next = backoff.next().toNanos();
            assertThat(next).isBetween(0L, Math.min(300L, 1L << Math.min(i, 20)) * 1_000_000_000L);
            most = Math.max(most, next);
        }
        assertThat(most).isGreaterThan(290_000_000_000L);
        backoff.reset();
        assertThat(backoff.next()).isLessThanOrEqualTo(Duration.ofSeconds(1));
    }
}
