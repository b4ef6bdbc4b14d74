package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Judgement of the figures of {@code bench/measure releases}. */
class ReleaseFiguresTest {
    private static Figure ratio(double millis, double yardstick) {
        return ReleaseTimes.ratio("apply", millis, "first", yardstick, "shell", "first too");
    }

    @Test
    void aTimeIsShortAboveElevenTenthsOfTheShells() {
        assertThat(ratio(1_099, 1_000).ok()).isTrue();
        assertThat(ratio(1_101, 1_000).ok()).isFalse();
        assertThat(ratio(550, 1_000).line())
                .isEqualTo("apply | 550 ms (first) | shell 1000 ms (first too) | 0.55 | at most 1.1 times | ok");
    }

    @Test
    void theLongestRollbackCounts() {
        assertThat(ReleaseTimes.limit("rollback", List.of(1_000.0, 4_999.0, 2_000.0))
                        .ok())
                .isTrue();
        Figure figure = ReleaseTimes.limit("rollback", List.of(1_000.0, 5_001.0, 2_000.0));
        assertThat(figure.ok()).isFalse();
        assertThat(figure.measured()).isEqualTo("5001 ms");
    }

    private static List<Figure> memory(double on, double off, double without, double after) {
        Map<String, List<Double>> megabytes = new LinkedHashMap<>();
        megabytes.put("on", List.of(on, on + 5, on - 1));
        megabytes.put("off", List.of(off, off, off));
        megabytes.put("without", List.of(1.0, 1.0, 1.0));
        Map<String, List<Double>> collected =
                Map.of("on", List.of(99.0), "off", List.of(off), "without", List.of(without, without, without));
        return ContainerMemory.figures(megabytes, collected, after);
    }

    @Test
    void mediansOfMemoryAreCompared() {
        List<Figure> figures = memory(71.9, 60, 59.6, 72);
        assertThat(figures).allMatch(Figure::ok).hasSize(3);
        assertThat(figures.get(0).measured()).isEqualTo("71.9 MB (70.9 to 76.9)");
    }

    @Test
    void eachMemoryThatIsTooMuchIsShort() {
        assertThat(memory(72.1, 60, 60, 61)).extracting(Figure::ok).containsExactly(false, true, true);
        assertThat(memory(70, 60, 60, 73)).extracting(Figure::ok).containsExactly(true, false, true);
        assertThat(memory(70, 60, 59.4, 70)).extracting(Figure::ok).containsExactly(true, true, false);
    }

    @Test
    void withAndWithoutTheModuleAreComparedAfterACollection() {
        Map<String, List<Double>> before = Map.of("on", List.of(70.0), "off", List.of(61.0), "without", List.of(60.0));
        Map<String, List<Double>> collected =
                Map.of("on", List.of(70.0), "off", List.of(60.3), "without", List.of(60.0));
        Figure figure = ContainerMemory.figures(before, collected, 70).get(2);
        assertThat(figure.ok()).isTrue();
        assertThat(figure.measured()).isEqualTo("60.3 MB (60.3 to 60.3)");
    }

    @Test
    void anotherBuildIsComparedIfThereIsOne() {
        Map<String, List<Double>> megabytes = new LinkedHashMap<>(
                Map.of("on", List.of(70.0), "off", List.of(60.0), "without", List.of(60.0), "baseline", List.of(58.0)));
        assertThat(ContainerMemory.figures(megabytes, megabytes, 70))
                .extracting(Figure::ok)
                .containsExactly(true, true, true, false);
    }

    @Test
    void aPartThatDoesNotExistMeasuresNothing() throws Exception {
        List<Figure> figures = new ArrayList<>();
        assertThat(new ReleaseMeasurements(figures::addAll).measure(List.of("plan", "plans")))
                .isFalse();
        assertThat(figures).isEmpty();
    }
}
