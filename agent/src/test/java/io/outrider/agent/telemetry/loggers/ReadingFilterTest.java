package io.outrider.agent.telemetry.loggers;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import io.outrider.wire.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadingFilterTest {
    private static final long SECOND = 1_000_000_000L;

    private static TelemetryRecord sample(Object... fields) {
        return new TelemetryRecord("t.t", new Timestamp(0, 0, true), LoggerBench.entry(fields), Priority.NORMAL);
    }

    private static ReadingFilter filter(FilterSettings settings) {
        return new ReadingFilter(settings, new ReadingMemory(ReadingMemory.MOST_BYTES).open(0));
    }

    private static List<Boolean> passes(FilterSettings settings, TelemetryRecord... samples) {
        ReadingFilter filter = filter(settings);
        List<Boolean> passes = new ArrayList<>();
        for (int i = 0; i < samples.length; i++) {
            passes.add(!filter.pass(List.of(samples[i]), i * SECOND).isEmpty());
        }
        return passes;
    }

    private static FilterSettings change(double deadband, boolean percent, long min, long max) {
        return new FilterSettings(true, deadband, percent, min * SECOND, max * SECOND, false);
    }

    /** Reference model of the documented behaviour. */
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
    void filtersMatchAReferenceModel() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 5_000; round++) {
            long min = random.nextBoolean() ? 0 : random.nextInt(5);
            long max = random.nextBoolean() ? 0 : min + random.nextInt(6);
            FilterSettings settings = random.nextInt(5) == 0
                    ? new FilterSettings(false, 0, false, min * SECOND, 0, false)
                    : change(random.nextBoolean() ? 0 : random.nextInt(4), random.nextBoolean(), min, max);
            double[] values = new double[40];
            TelemetryRecord[] samples = new TelemetryRecord[values.length];
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
    void aSlowDriftLeavesTheDeadBand() {
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
    void theDeadBandAppliesToNumbersOnly() {
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
    void aPercentDeadBandOfZeroIsEmpty() {
        assertThat(passes(change(5, true, 0, 0), sample("v", 0), sample("v", 0.001), sample("v", 0.001)))
                .containsExactly(true, true, false);
    }

    @Test
    void onlyNewTroubleCodesPass() {
        ReadingFilter filter = filter(change(0, false, 0, 0));
        List<TelemetryRecord> one = List.of(sample("code", "P1"));
        List<TelemetryRecord> two = List.of(sample("code", "P1"), sample("code", "P2"));
        assertThat(filter.pass(one, 1)).hasSize(1);
        assertThat(filter.pass(two, 2))
                .extracting(each -> each.fields().get("code"))
                .containsExactly("P2");
        assertThat(filter.pass(two, 3)).isEmpty();
        assertThat(filter.pass(List.of(), 4)).isEmpty();
        assertThat(filter.pass(one, 5)).as("it was gone").hasSize(1);
    }

    @Test
    void significantPositionsAreAutoPis() {
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
    void withoutAFilterAllReadingsPass() {
        assertThat(passes(FilterSettings.NONE, sample("v", 1), sample("v", 1))).containsExactly(true, true);
    }

    @Test
    void theNumberOfTrackedTypesIsBounded() {
        ReadingFilter filter = filter(change(0, false, 3_600, 0));
        for (int i = 0; i < 10_000; i++) {
            assertThat(filter.pass(typed(i), i)).hasSize(1);
        }
        assertThat(filter.pass(typed(9_999), 10_000)).as("min").isEmpty();
        long held = IntStream.iterate(9_999, i -> i - 1)
                .limit(10_000)
                .filter(i -> filter.pass(typed(i), 10_000).isEmpty())
                .count();
        assertThat(held).isBetween(1L, 600L);
    }

    private static List<TelemetryRecord> typed(int type) {
        return List.of(new TelemetryRecord("t." + type, new Timestamp(0, 0, true), Map.of("v", type), Priority.LOW));
    }

    @Test
    void readingsBeyondTheBudgetPassAgainWhileMinStillApplies() {
        ReadingMemory memory = new ReadingMemory(2_000);
        ReadingFilter filter = new ReadingFilter(change(0, false, 5, 0), memory.open(0));
        List<TelemetryRecord> small = List.of(sample("v", 1));
        List<TelemetryRecord> large = List.of(sample("v", "x".repeat(2_000)));
        assertThat(filter.pass(small, 0)).hasSize(1);
        assertThat(filter.pass(small, 5 * SECOND)).isEmpty();
        assertThat(filter.isOutOfMemory()).isFalse();
        assertThat(filter.pass(large, 6 * SECOND)).hasSize(1);
        assertThat(filter.pass(large, 8 * SECOND)).as("min").isEmpty();
        assertThat(filter.pass(large, 11 * SECOND)).hasSize(1);
        assertThat(filter.isOutOfMemory()).isTrue();
        assertThat(filter.pass(small, 16 * SECOND)).hasSize(1);
        assertThat(filter.pass(small, 21 * SECOND)).isEmpty();
        assertThat(filter.isOutOfMemory()).isFalse();
    }

    @Test
    void smallFiltersNeedNoSharedMemory() {
        ReadingMemory memory = new ReadingMemory(0);
        Map<String, Object> place = Map.of("lat", 57.0, "lon", 9.8);
        List<TelemetryRecord> small =
                List.of(sample("loc", place, "sog", 3.5, "cog", 10, "alt", 12.5, "nsat", 9, "fix", "3D"));
        ReadingFilter change = new ReadingFilter(change(0, false, 0, 0), memory.open(ReadingFilter.OWN_BYTES));
        assertThat(change.pass(small, 0)).hasSize(1);
        assertThat(change.pass(small, SECOND)).isEmpty();
        assertThat(change.isOutOfMemory()).isFalse();

        List<TelemetryRecord> large = List.of(sample("v", "x".repeat(ReadingFilter.OWN_BYTES)));
        ReadingFilter min = new ReadingFilter(change(0, false, 5, 0), memory.open(ReadingFilter.OWN_BYTES));
        assertThat(min.pass(large, 0)).hasSize(1);
        assertThat(min.pass(large, 4 * SECOND)).as("min").isEmpty();
        assertThat(min.pass(large, 5 * SECOND)).hasSize(1);
        assertThat(min.isOutOfMemory()).isTrue();
    }

    @Test
    void reservedMemoryIsBoundedAndFreed() {
        ReadingMemory memory = new ReadingMemory(0);
        List<ReadingMemory.Account> all = new ArrayList<>();
        for (long i = 0; i < ReadingMemory.MOST_OWN_BYTES / ReadingFilter.OWN_BYTES; i++) {
            all.add(memory.open(ReadingFilter.OWN_BYTES));
        }
        assertThat(memory.open(ReadingFilter.OWN_BYTES).replace(0, 1)).isFalse();
        assertThat(all).allMatch(each -> each.replace(0, ReadingFilter.OWN_BYTES));
        all.get(0).close();
        all.get(0).close();
        assertThat(memory.open(ReadingFilter.OWN_BYTES).replace(0, ReadingFilter.OWN_BYTES))
                .isTrue();
        assertThat(memory.open(ReadingFilter.OWN_BYTES).replace(0, 1)).isFalse();
    }

    @Test
    void droppedTypesTakeNoMemory() {
        ReadingMemory memory = new ReadingMemory(2_500);
        ReadingFilter one = new ReadingFilter(change(0, false, 0, 0), memory.open(0));
        List<TelemetryRecord> half = List.of(sample("v", "x".repeat(1_200)));
        assertThat(one.pass(half, 0)).hasSize(1);
        ReadingFilter other = new ReadingFilter(change(0, false, 0, 0), memory.open(0));
        assertThat(other.pass(half, 0)).hasSize(1);
        assertThat(other.pass(half, 1)).as("the first one has the memory").hasSize(1);
        one.pass(List.of(), 2);
        assertThat(other.pass(half, 3)).hasSize(1);
        assertThat(other.pass(half, 4)).as("it was given back").isEmpty();
    }
}
