package io.outrider.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration MOST = Duration.ofMinutes(5);

    @Test
    void pausesAreUniformBelowACeilingThatDoublesUpToTheLongest() {
        int runs = 20_000;
        double[] sums = new double[40];
        double[] highest = new double[40];
        double[] lowest = new double[40];
        java.util.Arrays.fill(lowest, 1e9);
        Random random = new Random(42);
        for (int run = 0; run < runs; run++) {
            Backoff backoff = new Backoff(FIRST, MOST, random);
            for (int n = 0; n < sums.length; n++) {
                double seconds = backoff.next().toNanos() / 1e9;
                sums[n] += seconds;
                highest[n] = Math.max(highest[n], seconds);
                lowest[n] = Math.min(lowest[n], seconds);
            }
        }
        for (int n = 0; n < sums.length; n++) {
            double ceiling = Math.min(300, Math.pow(2, n));
            assertThat(highest[n]).isBetween(ceiling * 0.99, ceiling);
            assertThat(lowest[n]).isLessThan(ceiling * 0.01);
            assertThat(sums[n] / runs).isCloseTo(ceiling / 2, within(ceiling * 0.02));
        }
    }

    @Test
    void aStableConnectionResetsThem() {
        Backoff backoff = new Backoff(FIRST, MOST, new Random(1));
        IntStream.range(0, 1_000).forEach(i -> backoff.next());
        backoff.reset();
        assertThat(backoff.next()).isLessThanOrEqualTo(FIRST);
    }
}
