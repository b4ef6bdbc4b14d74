package io.outrider.agent.runtime.storage;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Length of each segment. Any thread. */
final class SegmentLengths {
    private final SortedMap<Long, Long> lengths;

    SegmentLengths(SortedMap<Long, Long> initial) {
        lengths = new TreeMap<>(initial);
    }

    synchronized List<Long> segments() {
        return List.copyOf(lengths.keySet());
    }

    synchronized SortedMap<Long, Long> copy() {
        return new TreeMap<>(lengths);
    }

    synchronized long newestLength() {
        return lengths.isEmpty() ? 0 : lengths.get(lengths.lastKey());
    }

    synchronized long sum() {
        return lengths.values().stream().mapToLong(Long::longValue).sum();
    }

    synchronized void put(long segment, long length) {
        lengths.put(segment, length);
    }

    synchronized void remove(long segment) {
        lengths.remove(segment);
    }
}
