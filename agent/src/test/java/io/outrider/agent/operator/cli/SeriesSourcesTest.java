package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Hints for a series without values. */
class SeriesSourcesTest {
    private static final List<String> NAMES =
            List.of("obd.rpm", "obd.speed", "obd.bat", "obd.coolant_temp", "track.pos");

    @Test
    void aMistypedNameIsCorrected() {
        assertThat(SeriesSources.whyNothing("obd.rmp", NAMES))
                .isEqualTo("no logger makes this (did you mean obd.rpm?)");
    }

    @Test
    void anUnknownSeriesListsOthersOfTheModule() {
        assertThat(SeriesSources.whyNothing("obd.something", NAMES))
                .isEqualTo("no logger makes this; there is obd.rpm, obd.speed, obd.bat: outrider logger.list");
        assertThat(SeriesSources.whyNothing("nosuch.series", NAMES)).contains("no logger makes this", "obd.rpm");
    }

    @Test
    void aSeriesOfALoggerMayStillHaveValues() {
        assertThat(SeriesSources.whyNothing("obd.rpm", NAMES)).isEqualTo(SeriesSources.NOTHING_YET);
        assertThat(SeriesSources.whyNothing("track.pos.sog", NAMES)).isEqualTo(SeriesSources.NOTHING_YET);
        assertThat(SeriesSources.whyNothing("a.b", List.of())).isEqualTo(SeriesSources.NOTHING_YET);
    }
}
