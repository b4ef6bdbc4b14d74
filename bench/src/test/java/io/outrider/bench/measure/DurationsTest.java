package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class DurationsTest {
    private static Durations hundred() {
        return new Durations(LongStream.rangeClosed(1, 100)
                .map(each -> (101 - each) * 1_000_000)
                .toArray());
    }

    @Test
    void percentileOfAHundredIsTheValueOfThatRank() {
        for (int rank = 1; rank <= 100; rank++) {
            assertThat(hundred().millis(rank / 100.0)).isEqualTo(rank);
        }
        assertThat(hundred().median()).isEqualTo(50);
    }

    @Test
    void percentileBetweenTwoRanksIsTheHigherOne() {
        assertThat(new Durations(10_000_000, 20_000_000, 30_000_000).median()).isEqualTo(20);
        assertThat(new Durations(10_000_000, 20_000_000).millis(0.51)).isEqualTo(20);
        assertThat(new Durations(10_000_000, 20_000_000).millis(0.000_001)).isEqualTo(10);
        assertThat(new Durations(7_000_000).millis(0.99)).isEqualTo(7);
    }

    @Test
    void p99OfAHundredIgnoresOneSlowValueButNotTwo() {
        long[] nanos = new long[100];
        Arrays.fill(nanos, 1_000_000);
        nanos[17] = 500_000_000;
        assertThat(new Durations(nanos).millis(0.99)).isEqualTo(1);
        nanos[93] = 400_000_000;
        assertThat(new Durations(nanos).millis(0.99)).isEqualTo(400);
        assertThat(new Durations(nanos).millis(1)).isEqualTo(500);
    }

    /** At least that part of the values is not higher, and less than that part is lower. */
    @RepeatedTest(200)
    void percentileMeetsItsDefinition(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        long[] nanos = random.longs(1 + random.nextInt(50), 0, 20)
                .map(each -> each * 1_000_000)
                .toArray();
        double part = (1 + random.nextInt(1000)) / 1000.0;
        long then = Math.round(new Durations(nanos).millis(part) * 1e6);
        double wanted = part * nanos.length - 1e-6;
        assertThat((double) Arrays.stream(nanos).filter(each -> each <= then).count())
                .isGreaterThanOrEqualTo(wanted);
        assertThat((double) Arrays.stream(nanos).filter(each -> each < then).count())
                .isLessThan(wanted + 2e-6);
    }

    @Test
    void callersArrayIsNotChanged() {
        long[] nanos = {3, 1, 2};
        assertThat(new Durations(nanos).count()).isEqualTo(3);
        assertThat(nanos).containsExactly(3, 1, 2);
    }

    @Test
    void emptyMeasurementAndInvalidPartAreErrors() {
        assertThatThrownBy(Durations::new).isInstanceOf(IllegalArgumentException.class);
        for (double part : new double[] {0, -0.1, 1.1, Double.NaN}) {
            assertThatThrownBy(() -> hundred().millis(part)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
