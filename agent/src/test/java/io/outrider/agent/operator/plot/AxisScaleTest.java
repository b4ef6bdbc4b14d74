package io.outrider.agent.operator.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisScaleTest {
    @ParameterizedTest
    @CsvSource({
        "0, 3000, 4, 0, 3000, 1000",
        "800, 3199, 3, 0, 4000, 2000",
        "-60, 59, 3, -100, 100, 100",
        "12.1, 12.9, 5, 12, 13, 0.2",
        "0, 0, 3, -1, 1, 1",
        "100, 100, 3, 90, 110, 10",
        "-0.001, 0.001, 3, -0.001, 0.001, 0.001",
    })
    void endsAndStepsAreRoundNumbers(double least, double greatest, int most, double low, double high, double step) {
        AxisScale scale = AxisScale.of(least, greatest, most);
        assertThat(scale.low()).isCloseTo(low, within(step));
        assertThat(scale.high()).isCloseTo(high, within(step));
        assertThat(scale.step()).isCloseTo(step, within(step));
    }

    private static org.assertj.core.data.Offset<Double> within(double step) {
        return org.assertj.core.data.Offset.offset(step * 1e-9);
    }

    @Test
    void aScaleContainsBothOfItsNumbers() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            double one = any(random);
            double other = random.nextInt(4) == 0 ? Math.nextUp(one) : any(random);
            if (!Double.isFinite(other)) {
                continue;
            }
            double least = Math.min(one, other);
            double greatest = Math.max(one, other);
            AxisScale scale = AxisScale.of(least, greatest, 2 + random.nextInt(8));
            String what = "seed " + seed + ": " + least + " to " + greatest + ": " + scale;
            assertThat(scale.share(least)).as(what).isBetween(-1e-6, 1 + 1e-6);
            assertThat(scale.share(greatest)).as(what).isBetween(-1e-6, 1 + 1e-6);
            assertThat(scale.ticks()).as(what).hasSizeBetween(2, 60);
            assertThat(scale.ticks())
                    .as(what)
                    .allSatisfy(tick -> assertThat(scale.label(tick)).hasSizeLessThan(16));
        }
    }

    private static double any(Random random) {
        double value = random.nextBoolean() ? Double.longBitsToDouble(random.nextLong()) : random.nextGaussian();
        return Double.isFinite(value) ? value : 0;
    }
}
