package io.outrider.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** How far a unit's wall clock has been from the true time, by the true time. All in micros. Not for several threads. */
final class WallClock {
    /** For which a clock that has been set may still show what it did. */
    private static final long SLACK = 1_000_000;

    private record Set(long at, long offset) {}

    private final List<Set> sets = new ArrayList<>();

    void set(long at, long offset) {
        sets.add(new Set(at, offset));
    }

    /** What it may have shown between these, both included. */
    LongStream offsets(long from, long to) {
        return IntStream.range(0, sets.size())
                .filter(i -> sets.get(i).at <= to)
                .filter(i -> i + 1 == sets.size() || sets.get(i + 1).at + SLACK >= from)
                .mapToLong(i -> sets.get(i).offset);
    }

    /** How often it was set between these. */
    long jumps(long from, long to) {
        return sets.stream().filter(each -> each.at >= from && each.at <= to).count();
    }

    /** By how much it has differed from itself between these. */
    long range(long from, long to) {
        var all = offsets(from, to).summaryStatistics();
        return all.getCount() == 0 ? 0 : all.getMax() - all.getMin();
    }
}
