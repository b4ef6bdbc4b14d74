package io.outrider.agent.runtime.storage;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** How long each segment is. Any thread. */
final class SegmentLengths {
    private final SortedMap<Long, Long> all;

    SegmentLengths(SortedMap<Long, Long> found) {
        all = new TreeMap<>(found);
    }

    synchronized List<Long> segments() {
        return List.copyOf(all.keySet());
    }

    synchronized SortedMap<Long, Long> all() {
        return new TreeMap<>(all);
    }

    synchronized long ofNewest() {
        return all.isEmpty() ? 0 : all.get(all.lastKey());
    }

    synchronized long sum() {
        return all.values().stream().mapToLong(Long::longValue).sum();
    }

    synchronized void put(long segment, long length) {
        all.put(segment, length);
    }

    synchronized void remove(long segment) {
        all.remove(segment);
    }
}
