package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SumsTest {
    private static final Sums SOME = new Sums(9, 7, 2, Map.of("full", 2L), 1, 3, 2);

    @Test
    void aLineTellsAll() {
        assertThat(SOME.line())
                .isEqualTo("produced 9 = delivered 7 + lost 2 (reported: full 2), duplicates 1,"
                        + " unanswered 3 of which 2 arrived");
        assertThat(Sums.NONE.line()).contains("(reported: none)");
    }

    @Test
    void sumsOfSeveralPartsAddUp() {
        assertThat(SOME.plus(Sums.NONE)).isEqualTo(SOME);
        assertThat(SOME.plus(new Sums(1, 0, 1, Map.of("age", 1L, "full", 1L), 0, 0, 0)))
                .isEqualTo(new Sums(10, 7, 3, Map.of("age", 1L, "full", 3L), 1, 3, 2));
    }
}
