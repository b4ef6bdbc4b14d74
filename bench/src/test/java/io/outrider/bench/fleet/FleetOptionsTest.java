package io.outrider.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FleetOptionsTest {
    private static FleetOptions parsed(String words) {
        return FleetOptions.parse(List.of(words.split(" ")));
    }

    @Test
    void theNumberOfUnitsSuffices() {
        assertThat(parsed("5000")).isEqualTo(new FleetOptions(5_000, 5, 25, 5, false));
    }

    @Test
    void optionsStandBeforeAndBehindTheNumber() {
        assertThat(parsed("--minutes 1 200 --driving 100 --commands 20 --postgresql"))
                .isEqualTo(new FleetOptions(200, 1, 100, 20, true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--minutes 1", "200 --minutes", "200 --driving 101", "0", "-5", "200 --fast", "5k"})
    void whatIsWrongIsRefused(String words) {
        assertThatThrownBy(() -> parsed(words)).isInstanceOf(IllegalArgumentException.class);
    }
}
