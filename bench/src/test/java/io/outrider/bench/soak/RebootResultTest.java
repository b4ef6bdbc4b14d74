package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RebootResultTest {
    private static Exception after(int cuts, boolean alive, String ended) {
        return after(cuts, Duration.ofSeconds(90), alive, ended);
    }

    private static Exception after(int cuts, Duration took, boolean alive, String ended) {
        return new RebootResult(cuts, took, alive, ended).verdict(Path.of("log"));
    }

    @Test
    void aMachineThatNeverCameUpSaysNothingOfTheUnit() {
        assertThat(after(0, true, "")).isInstanceOf(Skipped.class).hasMessageContaining("and time was up; see log");
        assertThat(after(0, false, "")).isInstanceOf(Skipped.class).hasMessageContaining("and the machine ended");
        assertThat(after(0, false, "the unit ended with 2")).isInstanceOf(Skipped.class);
    }

    @Test
    void aMachineThatIsSlowOrBreaksAfterACutSaysNothingEither() {
        assertThat(after(3, true, "")).isInstanceOf(Skipped.class).hasMessageContaining("after 3 power cuts");
        assertThat(after(3, false, "")).isInstanceOf(Skipped.class);
    }

    @Test
    void aUnitThatCannotGoOnAfterACutIsWrong() {
        assertThat(after(1, true, "the unit ended with 1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("(the unit ended with 1)");
        assertThat(after(1, false, "the unit ended with 1")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aUnitThatHangsAfterACutIsWrongWhenPatienceIsOver() {
        Duration longer = RebootResult.BOOT_TIMEOUT.plusSeconds(1);
        assertThat(after(1, longer, true, ""))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("after 1 power cuts the unit took no records for 901 s");
        assertThat(after(0, longer, true, "")).as("it was never up").isInstanceOf(Skipped.class);
        assertThat(after(1, longer, false, "")).as("the machine broke").isInstanceOf(Skipped.class);
    }
}
