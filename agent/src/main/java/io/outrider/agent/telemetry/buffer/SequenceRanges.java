package io.outrider.agent.telemetry.buffer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A set of numbers from 0 on, in as few ranges as possible. */
final class SequenceRanges {
    /** Both ends belong to it. */
    record Range(long from, long to) {
        long size() {
            return to - from + 1;
        }
    }

    private final TreeMap<Long, Long> ends = new TreeMap<>(); // by beginning

    /** @return the range in which it is now */
    Range add(long from, long to) {
        long start = from;
        long end = to;
        Map.Entry<Long, Long> before = ends.floorEntry(from);
        if (before != null && before.getValue() >= from - 1) {
            start = before.getKey();
            end = Math.max(end, before.getValue());
        }
        for (Map.Entry<Long, Long> next = ends.ceilingEntry(start);
                next != null && next.getKey() <= end + 1;
                next = ends.ceilingEntry(start)) {
            end = Math.max(end, next.getValue());
            ends.remove(next.getKey());
        }
        ends.put(start, end);
        return new Range(start, end);
    }

    void add(Range range) {
        add(range.from, range.to);
    }

    boolean contains(long number) {
        Map.Entry<Long, Long> at = ends.floorEntry(number);
        return at != null && at.getValue() >= number;
    }

    /** The first number that is not in it. */
    long low() {
        return ends.containsKey(0L) ? ends.get(0L) + 1 : 0;
    }

    /** The number after the last in it. */
    long end() {
        return ends.isEmpty() ? 0 : ends.lastEntry().getValue() + 1;
    }

    /** What is not in it, between these two. */
    List<Range> gaps(long from, long to) {
        List<Range> gaps = new ArrayList<>();
        Map.Entry<Long, Long> before = ends.floorEntry(from);
        long at = before == null ? from : Math.max(from, before.getValue() + 1);
        for (Map.Entry<Long, Long> each : ends.tailMap(from, false).entrySet()) {
            if (each.getKey() > to) {
                break;
            }
            if (each.getKey() > at) {
                gaps.add(new Range(at, each.getKey() - 1));
            }
            at = Math.max(at, each.getValue() + 1);
        }
        if (at <= to) {
            gaps.add(new Range(at, to));
        }
        return gaps;
    }

    List<Range> all() {
        return ends.entrySet().stream()
                .map(each -> new Range(each.getKey(), each.getValue()))
                .toList();
    }
}
