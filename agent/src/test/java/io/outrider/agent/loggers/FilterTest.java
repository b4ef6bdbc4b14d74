package io.outrider.agent.loggers;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.telemetry.Priority;
import io.outrider.agent.telemetry.Sample;
import io.outrider.agent.time.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FilterTest {
    private static final long SECOND = 1_000_000_000L;

    private static Sample sample(Object... fields) {
        return new Sample("t.t", new Moment(0, 0, true), Bench.entry(fields), Priority.NORMAL);
    }

    private static List<Boolean> passes(FilterSettings settings, Sample... samples) {
        Filter filter = new Filter(settings);
        List<Boolean> passes = new ArrayList<>();
        for (int i = 0; i < samples.length; i++) {
            passes.add(!filter.pass(List.of(samples[i]), i * SECOND).isEmpty());
        }
        return passes;
    }

    private static FilterSettings change(double deadband, boolean percent, long min, long max) {
        return new FilterSettings(true, deadband, percent, min * SECOND, max * SECOND, false);
    }

    /** What the documentation says, in the plainest words. */
    private static List<Boolean> model(FilterSettings s, double[] values) {
        List<Boolean> passes = new ArrayList<>();
        int last = -1;
        for (int i = 0; i < values.length; i++) {
            double away = last < 0 ? 0 : Math.abs(values[i] - values[last]);
            double allowed = s.percent() && last >= 0 ? Math.abs(values[last]) * s.deadband() / 100 : s.deadband();
            boolean changed = last < 0 || !s.change() || (s.deadband() == 0 ? away != 0 : away > allowed);
            boolean tooEarly = last >= 0 && (i - last) * SECOND < s.minNanos();
            boolean overdue = last >= 0 && s.maxNanos() > 0 && (i - last) * SECOND >= s.maxNanos();
            boolean pass = !tooEarly && (changed || overdue);
            passes.add(pass);
            last = pass ? i : last;
        }
        return passes;
    }

    @Test
    void filtersDoWhatThePlainestModelDoes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 5_000; round++) {
            long min = random.nextBoolean() ? 0 : random.nextInt(5);
            long max = random.nextBoolean() ? 0 : min + random.nextInt(6);
            FilterSettings settings = random.nextInt(5) == 0
                    ? new FilterSettings(false, 0, false, min * SECOND, 0, false)
                    : change(random.nextBoolean() ? 0 : random.nextInt(4), random.nextBoolean(), min, max);
            double[] values = new double[40];
            Sample[] samples = new Sample[values.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = i > 0 && random.nextBoolean() ? values[i - 1] : random.nextInt(20) - 5;
                samples[i] = sample("value", values[i], "unit", "V");
            }
            assertThat(passes(settings, samples))
                    .as("seed %d, round %d, %s", seed, round, settings)
                    .isEqualTo(model(settings, values));
        }
    }

    @Test
    void aSlowDriftLeavesTheDeadBandSomeDay() {
        assertThat(passes(
                        change(1, false, 0, 0),
                        sample("v", 10.0),
                        sample("v", 10.6),
                        sample("v", 11.2),
                        sample("v", 11.8),
                        sample("v", 12.4)))
                .containsExactly(true, false, true, false, true);
    }

    @Test
    void anythingButANumberCountsWhateverTheDeadBand() {
        FilterSettings wide = change(1_000, false, 0, 0);
        assertThat(passes(wide, sample("state", "charging"), sample("state", "discharging")))
                .containsExactly(true, true);
        assertThat(passes(wide, sample("v", 1), sample("v", 2.5), sample("v", 1, "w", 1), sample("v", true)))
                .containsExactly(true, false, true, true);
        assertThat(passes(
                        wide,
                        sample("a", Map.of("b", List.of(1, 2))),
                        sample("a", Map.of("b", List.of(5, 6))),
                        sample("a", Map.of("b", List.of(5))),
                        sample("a", Map.of("c", List.of(5)))))
                .containsExactly(true, false, true, true);
        assertThat(passes(change(0, false, 0, 0), sample("v", 1), sample("v", 1.0), sample("v", 1L)))
                .containsExactly(true, false, false);
    }

    @Test
    void zeroHasNoPercentage() {
        assertThat(passes(change(5, true, 0, 0), sample("v", 0), sample("v", 0.001), sample("v", 0.001)))
                .containsExactly(true, true, false);
    }

    @Test
    void ofTroubleCodesOnlyNewOnesPass() {
        Filter filter = new Filter(change(0, false, 0, 0));
        List<Sample> one = List.of(sample("code", "P1"));
        List<Sample> two = List.of(sample("code", "P1"), sample("code", "P2"));
        assertThat(filter.pass(one, 1)).hasSize(1);
        assertThat(filter.pass(two, 2))
                .extracting(each -> each.fields().get("code"))
                .containsExactly("P2");
        assertThat(filter.pass(two, 3)).isEmpty();
        assertThat(filter.pass(List.of(), 4)).isEmpty();
        assertThat(filter.pass(one, 5)).as("it was gone").hasSize(1);
    }

    @Test
    void aPositionIsSignificantAsTheIncumbentMeansIt() {
        FilterSettings position = new FilterSettings(true, 0, false, 0, 0, true);
        Map<String, Object> here = Map.of("lat", 57.0, "lon", 9.8);
        Map<String, Object> there = Map.of("lat", 57.1, "lon", 9.8);
        assertThat(passes(
                        position,
                        sample("loc", here, "sog", 0, "cog", 10, "nsat", 9),
                        sample("loc", here, "sog", 0, "cog", 99, "nsat", 5),
                        sample("loc", there, "sog", 0, "cog", 10),
                        sample("loc", there, "sog", 3.5, "cog", 10),
                        sample("loc", here, "sog", 3.5, "cog", 10.0),
                        sample("loc", here, "sog", 3.5, "cog", 11)))
                .containsExactly(true, false, true, true, false, true);
    }

    @Test
    void withoutAFilterAllPass() {
        assertThat(passes(FilterSettings.NONE, sample("v", 1), sample("v", 1))).containsExactly(true, true);
    }

    @Test
    void aFunctionThatNamesItsTypesAtRandomFillsNoMemory() {
        Filter filter = new Filter(change(0, false, 0, 0));
        for (int i = 0; i < 100_000; i++) {
            filter.pass(List.of(new Sample("t." + i, new Moment(0, 0, true), Map.of("v", i), Priority.LOW)), i);
        }
        assertThat(filter.remembered()).isLessThan(1_000);
    }

    private static String text(int seed, int length) {
        return Integer.toString(seed) + "x".repeat(length);
    }

    @Test
    void ofALongReadingADigestIsKeptAndEqualOnesAreStillFiltered() {
        Filter filter = new Filter(change(0, false, 0, 0));
        for (int i = 0; i < 10; i++) {
            int odd = i / 2;
            Sample sample = sample("text", text(odd, 200_000), "list", List.of(odd, Map.of("a", odd)));
            assertThat(filter.pass(List.of(sample), i)).hasSize(1 - i % 2);
            assertThat(filter.taken()).isLessThanOrEqualTo(Filter.MOST_BYTES);
        }
    }

    @Test
    void ofLongValuesThatAreReadTogetherOnlyNewOnesPass() {
        Filter filter = new Filter(change(0, false, 0, 0));
        List<Sample> codes = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            codes.add(sample("code", text(i, 1_000), "number", i));
        }
        assertThat(filter.pass(codes, 1)).hasSize(150);
        codes.set(77, sample("number", 77, "code", "another"));
        codes.set(78, sample("number", 78.0, "code", text(78, 1_000)));
        assertThat(filter.pass(codes, 2)).containsExactly(codes.get(77));
        assertThat(filter.pass(codes, 3)).isEmpty();
        assertThat(filter.pass(codes.subList(0, 3), 4)).isEmpty();
        assertThat(filter.taken()).isLessThanOrEqualTo(Filter.MOST_BYTES);
    }

    @Test
    void ofThousandsOfValuesThatAreReadTogetherAllPassWhenOneChanges() {
        Filter filter = new Filter(change(0, false, 0, 0));
        List<Sample> values = new ArrayList<>();
        for (int i = 0; i < 8_000; i++) {
            values.add(sample("v", i));
        }
        assertThat(filter.pass(values, 1)).hasSize(8_000);
        assertThat(filter.pass(values, 2)).isEmpty();
        assertThat(filter.taken()).isLessThanOrEqualTo(Filter.MOST_BYTES);
        values.set(4_000, sample("v", -1));
        assertThat(filter.pass(values, 3)).hasSize(8_000);
        assertThat(filter.pass(values, 4)).isEmpty();
        assertThat(filter.pass(values.subList(0, 20), 5)).hasSize(20);
        assertThat(filter.pass(values.subList(0, 20), 6)).isEmpty();
    }

    @Test
    void aShortReadingKeepsItsDeadBandBesideALongOne() {
        Filter filter = new Filter(change(1, false, 0, 0));
        Sample big = new Sample("big", new Moment(0, 0, true), Map.of("t", text(1, 100_000)), Priority.LOW);
        assertThat(filter.pass(List.of(big, sample("v", 10)), 1)).hasSize(2);
        assertThat(filter.pass(List.of(big, sample("v", 10.5)), 2)).isEmpty();
        assertThat(filter.pass(List.of(big, sample("v", 12)), 3)).hasSize(1);
    }

    @Test
    void equalValuesHaveEqualDigestsAndNoOthers() {
        assertThat(ValueDigest.of(Map.of("a", 1, "b", List.of(true, "x"))))
                .isEqualTo(ValueDigest.of(Map.of("b", List.of(true, "x"), "a", 1.0)));
        List<Object> different = List.of(
                1,
                "1",
                true,
                "true",
                List.of(),
                Map.of(),
                List.of(1),
                List.of(1, 1),
                Map.of("a", 1),
                Map.of("a", "1"),
                List.of("ab", "c"),
                List.of("a", "bc"),
                List.of(List.of(), 1),
                List.of(List.of(1)));
        assertThat(different.stream().map(ValueDigest::of)).doesNotHaveDuplicates();
    }

    @Test
    void fiftyValuesThatAreReadTogetherKeepTheirDeadBand() {
        Filter filter = new Filter(change(1, false, 0, 0));
        List<Sample> before = new ArrayList<>();
        List<Sample> after = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            before.add(new Sample("t." + i, new Moment(0, 0, true), Map.of("value", 10.0, "unit", "V"), Priority.LOW));
            after.add(new Sample("t." + i, new Moment(0, 0, true), Map.of("value", 10.5, "unit", "V"), Priority.LOW));
        }
        assertThat(filter.pass(before, 1)).hasSize(50);
        assertThat(filter.pass(after, 2)).isEmpty();
    }
}
