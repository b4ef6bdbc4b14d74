package io.outrider.agent.operator.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ChartTest {
    private static final double NOW = 60;
    private static final Chart BRAILLE = new Chart(Glyphs.BRAILLE, 60);
    private static final Chart ASCII = new Chart(Glyphs.ASCII, 60);

    /** One value every two seconds until now. */
    private static PlotSeries series(String name, String unit, double... values) {
        PlotSeries series = new PlotSeries(name, 60);
        for (int i = 0; i < values.length; i++) {
            series.add(NOW - 2 * (values.length - 1 - i), values[i], unit);
        }
        return series;
    }

    private static String picture(Chart chart, int width, int height, PlotSeries... series) {
        return String.join("\n", chart.lines(List.of(series), NOW, width, height)) + "\n";
    }

    private static double[] ramp() {
        double[] values = new double[31];
        for (int i = 0; i < values.length; i++) {
            values[i] = i * 100;
        }
        return values;
    }

    @Test
    void risingValuesAreARisingCurve() {
        assertThat(picture(BRAILLE, 40, 9, series("obd.rpm", "rpm", ramp()))).isEqualTo("""
                obd.rpm  3000 rpm        min 0  max 3000
                4000┤
                    │                               ⣀⣀⣀⡠
                2000┤                       ⣀⣀⠤⠤⠔⠒⠒⠉
                    │             ⢀⣀⣀⠤⠤⠔⠒⠊⠉⠉
                    │    ⢀⣀⡠⠤⠤⠒⠒⠊⠉⠁
                   0┤⠒⠒⠉⠉⠁
                    └┴────────────────┴────────────────┴
                   -60 s            -30 s            now
                """);
        assertThat(picture(ASCII, 40, 9, series("obd.rpm", "rpm", ramp()))).isEqualTo("""
                obd.rpm  3000 rpm        min 0  max 3000
                4000+
                    |                               ....
                2000+                      ....'''''
                    |            .....'''''
                    |   .....''''
                   0+'''
                    ++----------------+----------------+
                   -60 s            -30 s            now
                """);
    }

    @Test
    void panelsShareOneTimeAxis() {
        assertThat(picture(ASCII, 50, 12, series("a.up", "V", 1, 2, 3, 4), series("a.down", "", 4, -3, 2, -1000)))
                .isEqualTo("""
                        a.up  4 V                             min 1  max 4
                            5+                                           .
                             |                                         .'
                             |                                       .'
                            0+
                        a.down  -1000                     min -1000  max 4
                         2000+
                            0+                                       ....
                             |                                           :
                        -2000+
                             ++---------------------+--------------------+
                            -60 s                 -30 s                now
                        """);
    }

    @Test
    void aNarrowChartOmitsTheUnitFirst() {
        PlotSeries series = series("obd.rpm", "revolutions_per_minute", 800, 900);
        assertThat(ASCII.lines(List.of(series), NOW, 60, 8))
                .first()
                .isEqualTo("obd.rpm  900 revolutions_per_minute         min 800  max 900");
        assertThat(ASCII.lines(List.of(series), NOW, 40, 8))
                .first()
                .isEqualTo("obd.rpm  900            min 800  max 900");
        assertThat(ASCII.lines(List.of(series), NOW, 25, 8)).first().isEqualTo("obd.rpm  900 revolutions_");
    }

    @Test
    void aConstantSeriesIsALineInTheMiddle() {
        assertThat(picture(BRAILLE, 40, 8, series("obd.bat.voltage", "V", new double[31])))
                .isEqualTo("""
                        obd.bat.voltage  0 V        min 0  max 0
                         1┤
                          │
                         0┤⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒
                          │
                        -1┤
                          └┴─────────────────┴─────────────────┴
                         -60 s             -30 s             now
                        """);
    }

    @Test
    void aSingleValueIsADot() {
        assertThat(picture(ASCII, 40, 8, series("one", "", 5))).isEqualTo("""
                one  5                      min 5  max 5
                5.5+
                   |
                5.0+                                   '
                   |
                4.5+
                   ++-----------------+----------------+
                  -60 s             -30 s            now
                """);
    }

    @Test
    void aSeriesWithoutValuesShowsItsNote() {
        PlotSeries empty = new PlotSeries("none", 60);
        empty.note("nothing yet");
        empty.add(10, Double.NaN, "V");
        empty.add(10, Double.POSITIVE_INFINITY, "V");
        assertThat(picture(ASCII, 40, 6, empty)).isEqualTo("""
                none  -  nothing yet
                 |
                 |
                 |
                 ++------------------+-----------------+
                -60 s              -30 s             now
                """);
    }

    @Test
    void aLongPauseIsAGap() {
        PlotSeries series = new PlotSeries("gap", 60);
        for (int second = 0; second <= 60; second++) {
            if (second < 20 || second > 40) {
                series.add(second, 1, "");
            }
        }
        assertThat(picture(ASCII, 40, 7, series)).isEqualTo("""
                gap  1                      min 1  max 1
                1.2+
                1.0+............            ............
                   |
                0.8+
                   ++-----------------+----------------+
                  -60 s             -30 s            now
                """);
    }

    @Test
    void slowRegularValuesAreConnected() {
        PlotSeries series = new PlotSeries("slow", 60);
        for (int second = 0; second <= 60; second += 10) {
            series.add(second, second % 20, "");
        }
        assertThat(picture(BRAILLE, 40, 7, series)).isEqualTo("""
                slow  0                    min 0  max 10
                10┤     ⡠⠢⡀         ⢀⠔⢄         ⢀⠔⢄
                  │   ⡠⠊  ⠈⠢⡀     ⣀⠔⠁  ⠑⢄     ⢀⠔⠁  ⠑⢄
                  │ ⡠⠊      ⠈⠢⡀ ⡠⠊       ⠑⢄ ⢀⠔⠁      ⠑⢄
                 0┤⠊          ⠈⠊           ⠑⠁          ⠑
                  └┴─────────────────┴─────────────────┴
                 -60 s             -30 s             now
                """);
    }

    @Test
    void theLargestDoublesFitTheScale() {
        double most = Double.MAX_VALUE;
        assertThat(picture(BRAILLE, 40, 7, series("huge", "", -most, most, -most, most, 0)))
                .isEqualTo("""
                        huge  0      min -1.8e+308  max 1.8e+308
                         1.8e+308┤                          ⢰ ⢰⡀
                                 │                          ⡎⡇⡎⢣
                                 │                         ⢀⠇⢣⠇
                        -1.8e+308┤                         ⠘ ⠘
                                 └┴──────────────┴─────────────┴
                                -60 s          -30 s         now
                        """);
    }

    @Test
    void valuesBeforeTheWindowLeaveOnTheLeft() {
        PlotSeries series = new PlotSeries("old", 60);
        series.add(0, 1e300, "");
        series.add(55, 1, "");
        series.add(60, 2, "");
        assertThat(BRAILLE.lines(List.of(series), 61, 40, 8)).first().asString().contains("min 1  max 2");
        assertThat(BRAILLE.lines(List.of(series), 500, 40, 8)).first().isEqualTo("old  2");
    }

    @ParameterizedTest
    @CsvSource({"10, 20", "19, 20", "40, 4", "40, 2", "300, 3"})
    void withoutRoomForCurvesOnlyTheTitlesAreShown(int width, int height) {
        List<String> lines = ASCII.lines(List.of(series("a.b", "V", 1, 2), series("c.d", "", 3)), NOW, width, height);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("a.b  2 V");
        assertThat(lines.get(1)).startsWith("c.d  3");
    }

    @ParameterizedTest
    @EnumSource
    void theChartFitsAnySizeWithAnyValues(Glyphs glyphs) {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            double window = Math.pow(10, random.nextDouble() * 5);
            List<PlotSeries> all = new ArrayList<>();
            for (int n = random.nextInt(5); n >= 0; n--) {
                all.add(random(random, window));
            }
            int width = random.nextInt(200);
            int height = random.nextInt(60);
            List<String> lines = new Chart(glyphs, window).lines(all, window, width, height);
            assertThat(lines)
                    .as("seed " + seed)
                    .hasSizeLessThanOrEqualTo(height)
                    .allSatisfy(line -> assertThat(line)
                            .as("seed " + seed)
                            .hasSizeLessThanOrEqualTo(width)
                            .doesNotContain("NaN", "Infinity"));
        }
    }

    private static PlotSeries random(Random random, double window) {
        PlotSeries series = new PlotSeries("s", window);
        double seconds = -window * random.nextDouble();
        for (int n = random.nextInt(40); n > 0; n--) {
            seconds += random.nextDouble() * window / 10;
            double value = random.nextBoolean() ? Double.longBitsToDouble(random.nextLong()) : random.nextInt(3);
            series.add(Math.min(seconds, window), value, random.nextBoolean() ? "V" : "");
        }
        return series;
    }
}
