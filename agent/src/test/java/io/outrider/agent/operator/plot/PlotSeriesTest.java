package io.outrider.agent.operator.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlotSeriesTest {
    @Test
    void oldPointsAreDroppedExceptTheLast() {
        PlotSeries series = new PlotSeries("a.b", 10);
        for (int second = 0; second < 1_000; second++) {
            series.add(second, second, "V");
        }
        assertThat(series.snapshot().points()).hasSize(21);
        series.add(100_000, 1, "V");
        assertThat(series.snapshot().points()).hasSize(1);
    }

    @Test
    void theNumberOfPointsIsLimited() {
        PlotSeries series = new PlotSeries("a.b", 10);
        for (int i = 0; i < 100_000; i++) {
            series.add(i * 1e-6, i, "");
        }
        assertThat(series.snapshot().points()).hasSize(20_000);
    }

    @Test
    void theNextValueClearsTheNote() {
        PlotSeries series = new PlotSeries("a.b", 10);
        series.note("nothing yet");
        assertThat(series.hasNote()).isTrue();
        assertThat(series.isEmpty()).isTrue();
        series.add(0, 1, "");
        assertThat(series.hasNote()).isFalse();
        assertThat(series.isEmpty()).isFalse();
    }

    @Test
    void nanAndInfinitiesAreIgnored() {
        PlotSeries series = new PlotSeries("a.b", 10);
        series.add(0, 1, "V");
        series.note("no answer");
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            series.add(1, bad, "A");
        }
        assertThat(series.snapshot()).isEqualTo(new PlotSeries.Snapshot("a.b", "V", "no answer", List.of(point(0))));
    }

    @Test
    void aSnapshotIsImmutable() {
        PlotSeries series = new PlotSeries("a.b", 10);
        series.add(0, 0, "V");
        PlotSeries.Snapshot before = series.snapshot();
        series.add(1, 0, "V");
        assertThat(before.points()).hasSize(1);
    }

    private static PlotSeries.PlotPoint point(double seconds) {
        return new PlotSeries.PlotPoint(seconds, seconds == 0 ? 1 : seconds);
    }

    @Test
    void theGapIsAShareOfTheWindowOrSeveralMedianDistances() {
        List<PlotSeries.PlotPoint> often = List.of(point(0), point(1), point(2), point(3), point(50));
        assertThat(PlotSeries.gap(often, 120)).as("a share of the window").isEqualTo(10);
        assertThat(PlotSeries.gap(often, 12)).as("four usual distances").isEqualTo(4);
        List<PlotSeries.PlotPoint> rarely = List.of(point(0), point(30), point(60), point(61));
        assertThat(PlotSeries.gap(rarely, 120)).isEqualTo(120);
        assertThat(PlotSeries.gap(List.of(point(0)), 120)).isEqualTo(10);
        assertThat(PlotSeries.gap(List.of(), 120)).isEqualTo(10);
    }
}
