package io.outrider.agent.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeriesTest {
    @Test
    void whatIsLongOverIsForgottenAndTheLastValueNever() {
        Series series = new Series("a.b", 10);
        for (int second = 0; second < 1_000; second++) {
            series.add(second, second, "V");
        }
        assertThat(series.snapshot().points()).hasSize(21);
        series.add(100_000, 1, "V");
        assertThat(series.snapshot().points()).hasSize(1);
    }

    @Test
    void aFloodDoesNotFillTheMemory() {
        Series series = new Series("a.b", 10);
        for (int i = 0; i < 100_000; i++) {
            series.add(i * 1e-6, i, "");
        }
        assertThat(series.snapshot().points()).hasSize(20_000);
    }

    @Test
    void aNoteIsGoneWithTheNextValue() {
        Series series = new Series("a.b", 10);
        series.note("nothing yet");
        assertThat(series.hasNote()).isTrue();
        assertThat(series.isEmpty()).isTrue();
        series.add(0, 1, "");
        assertThat(series.hasNote()).isFalse();
        assertThat(series.isEmpty()).isFalse();
    }
}
