package io.outrider.bench.fleet;

import io.outrider.bench.measure.Durations;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Durations that many threads add, taken by one. */
final class Latencies {
    private ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();

    synchronized void add(long each) {
        nanos.add(each);
    }

    /** Takes what was added since the last time; at least one. */
    synchronized Durations take() {
        Durations taken = new Durations(
                nanos.isEmpty()
                        ? new long[] {0}
                        : nanos.stream().mapToLong(Long::longValue).toArray());
        nanos = new ConcurrentLinkedQueue<>();
        return taken;
    }
}
