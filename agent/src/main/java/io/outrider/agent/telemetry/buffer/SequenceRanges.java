package io.outrider.agent.telemetry.buffer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Set of numbers from 0 on, stored as disjoint ranges. */
final class SequenceRanges {
    /** Both ends are inclusive. */
    record SequenceRange(long from, long to) {
        long size() {
            return to - from + 1;
        }
    }

    private final TreeMap<Long, Long> ends = new TreeMap<>(); // by start

    void add(long number) {
        add(number, number);
    }

    /** @return the merged range */
    SequenceRange add(long from, long to) {
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
        return new SequenceRange(start, end);
    }

    void add(SequenceRange range) {
        add(range.from, range.to);
    }

    void addAll(SequenceRanges others) {
        others.all().forEach(this::add);
    }

    boolean contains(long number) {
        Map.Entry<Long, Long> at = ends.floorEntry(number);
        return at != null && at.getValue() >= number;
    }

    /** The lowest number that is not in the set. */
    long low() {
        return ends.containsKey(0L) ? ends.get(0L) + 1 : 0;
    }

    /** Gaps between these two, both inclusive. */
    List<SequenceRange> gaps(long from, long to) {
        List<SequenceRange> gaps = new ArrayList<>();
        Map.Entry<Long, Long> before = ends.floorEntry(from);
        long at = before == null ? from : Math.max(from, before.getValue() + 1);
        for (Map.Entry<Long, Long> each : ends.tailMap(from, false).entrySet()) {
            if (each.getKey() > to) {
                break;
            }
            if (each.getKey() > at) {
                gaps.add(new SequenceRange(at, each.getKey() - 1));
            }
            at = Math.max(at, each.getValue() + 1);
        }
        if (at <= to) {
            gaps.add(new SequenceRange(at, to));
        }
        return gaps;
    }

    List<SequenceRange> all() {
        return ends.entrySet().stream()
                .map(each -> new SequenceRange(each.getKey(), each.getValue()))
                .toList();
    }
}
