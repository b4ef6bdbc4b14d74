package io.outrider.agent.operator.api;

import io.outrider.api.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters of responses by status. */
final class RequestCounters {
    private final Map<Integer, LongAdder> byStatus = new ConcurrentSkipListMap<>();

    void note(int status) {
        byStatus.computeIfAbsent(status, each -> new LongAdder()).increment();
    }

    List<Metric> metrics() {
        List<Metric> metrics = new ArrayList<>();
        byStatus.forEach((status, count) -> metrics.add(new Metric(
                "local_requests_total",
                Metric.Kind.COUNTER,
                "Answers of the local API by HTTP status",
                Map.of("code", status.toString()),
                count.sum())));
        return metrics;
    }
}
