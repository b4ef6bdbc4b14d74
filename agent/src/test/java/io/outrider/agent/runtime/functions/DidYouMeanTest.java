package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.EditDistance;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DidYouMeanTest {
    @ParameterizedTest
    @CsvSource({
        "can,can,0",
        "can,cna,1",
        "can,ca,1",
        "can,cans,1",
        "can,cam,1",
        "'',abc,3",
        "kitten,sitting,3",
        "ab,ba,1"
    })
    void distanceCountsLettersToChange(String a, String b, int distance) {
        assertThat(EditDistance.of(a, b)).isEqualTo(distance);
        assertThat(EditDistance.of(b, a)).isEqualTo(distance);
    }

    @Test
    void theNearestIsNamedAndNothingThatIsFar() {
        List<String> known = List.of("can", "protocol", "share_ms");
        assertThat(DidYouMean.hint("protcol", known)).isEqualTo(" (did you mean protocol?)");
        assertThat(DidYouMean.hint("shared_ms", known)).isEqualTo(" (did you mean share_ms?)");
        assertThat(DidYouMean.hint("xyz", known)).isEmpty();
        assertThat(DidYouMean.hint("", known)).isEmpty();
        assertThat(DidYouMean.hint("x".repeat(100_000), known)).isEmpty();
    }
}
