package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Hints for a series without values. */
class PlotCommandTest {
    private static final List<String> NAMES =
            List.of("obd.rpm", "obd.speed", "obd.bat", "obd.coolant_temp", "track.pos");

    @Test
    void aMistypedNameIsCorrected() {
        assertThat(PlotCommand.whyNothing("obd.rmp", NAMES)).isEqualTo("no logger makes this (did you mean obd.rpm?)");
    }

    @Test
    void anUnknownSeriesListsOthersOfTheModule() {
        assertThat(PlotCommand.whyNothing("obd.something", NAMES))
                .isEqualTo("no logger makes this; there is obd.rpm, obd.speed, obd.bat: outrider logger.list");
        assertThat(PlotCommand.whyNothing("nosuch.series", NAMES)).contains("no logger makes this", "obd.rpm");
    }

    @Test
    void aSeriesOfALoggerMayStillHaveValues() {
        assertThat(PlotCommand.whyNothing("obd.rpm", NAMES)).isEqualTo(PlotCommand.NOTHING_YET);
        assertThat(PlotCommand.whyNothing("track.pos.sog", NAMES)).isEqualTo(PlotCommand.NOTHING_YET);
        assertThat(PlotCommand.whyNothing("a.b", List.of())).isEqualTo(PlotCommand.NOTHING_YET);
    }
}
