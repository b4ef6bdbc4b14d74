package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static Options of(String line) {
        return Options.of(line.isEmpty() ? new String[0] : line.split(" "), 7);
    }

    @Test
    void withoutAnyItIsFiveMinutesOfEverything() {
        assertThat(of("")).isEqualTo(new Options(5, 7, 0, 0, false, List.of()));
    }

    @Test
    void eachIsTakenInAnyOrderAndWhatIsLeftAreParts() {
        assertThat(of("kills --cuts 30 --all --seed -8 https --minutes 60 --kills 1000"))
                .isEqualTo(new Options(60, -8, 1000, 30, true, List.of("kills", "https")));
    }

    @Test
    void whatIsNoOptionWithItsValueIsLeftAsAMistake() {
        for (String line :
                List.of("--minutes 0", "--kills none", "--cuts -1", "--seed 1.5", "--kills 10000", "--help 1")) {
            assertThat(of(line)).isEqualTo(new Options(5, 7, 0, 0, false, List.of(line.split(" "))));
        }
        assertThat(of("--minutes").others()).containsExactly("--minutes");
    }
}
