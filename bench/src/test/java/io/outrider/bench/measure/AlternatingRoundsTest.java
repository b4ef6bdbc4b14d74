package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AlternatingRoundsTest {
    @Test
    void figuresThatStandStillHaveSettled() throws Exception {
        AtomicInteger rounds = new AtomicInteger();
        assertThat(AlternatingRounds.settle(() -> Math.min(rounds.incrementAndGet(), 12)))
                .isTrue();
        assertThat(rounds).hasValue(20); // 3, 8, 12, 12
    }

    @Test
    void oneSlowRoundDoesNotMatter() throws Exception {
        AtomicInteger rounds = new AtomicInteger();
        assertThat(AlternatingRounds.settle(() -> rounds.incrementAndGet() == 7 ? 1 : 100))
                .isTrue();
        assertThat(rounds).hasValue(10);
    }

    @Test
    void figuresThatGoOnRisingHaveNot() throws Exception {
        AtomicInteger rounds = new AtomicInteger();
        assertThat(AlternatingRounds.settle(() -> Math.pow(1.1, rounds.incrementAndGet())))
                .isFalse();
        assertThat(rounds).hasValue(60);
        assertThat(AlternatingRounds.remark(false)).contains("has not settled within 60 rounds");
    }

    @Test
    void ofAnEvenNumberTheMedianIsTheMean() {
        assertThat(AlternatingRounds.median(4, 1, 3, 2)).isEqualTo(2.5);
        assertThat(AlternatingRounds.median(3, 1, 2)).isEqualTo(2);
    }
}
