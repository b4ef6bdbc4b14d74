package io.outrider.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** History of a unit's wall clock offset, by true time. All in µs. One thread. */
final class WallClock {
    /** Time for which a clock that was set may still show the old value. */
    private static final long SLACK = 1_000_000;

    private record Set(long at, long offset) {}

    private final List<Set> sets = new ArrayList<>();

    void set(long at, long offset) {
        sets.add(new Set(at, offset));
    }

    /** Possible offsets between these times, both included. */
    LongStream offsets(long from, long to) {
        return IntStream.range(0, sets.size())
                .filter(i -> sets.get(i).at <= to)
                .filter(i -> i + 1 == sets.size() || sets.get(i + 1).at + SLACK >= from)
                .mapToLong(i -> sets.get(i).offset);
    }

    /** Number of changes between these times. */
    long jumps(long from, long to) {
        return sets.stream().filter(each -> each.at >= from && each.at <= to).count();
    }

    /** Range of the offsets between these times. */
    long range(long from, long to) {
        var all = offsets(from, to).summaryStatistics();
        return all.getCount() == 0 ? 0 : all.getMax() - all.getMin();
    }
}
