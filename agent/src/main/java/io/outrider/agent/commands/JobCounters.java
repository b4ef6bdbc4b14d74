package io.outrider.agent.commands;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.CommonErrors;
import io.outrider.api.ErrorCode;
import io.outrider.api.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters of jobs since the start of the process. Thread-safe. */
final class JobCounters {
    private final LongAdder accepted = new LongAdder();
    private final Map<String, LongAdder> rejected = new ConcurrentSkipListMap<>();
    private final Map<String, LongAdder> ended = new ConcurrentSkipListMap<>();

    JobCounters() {
        List.of(JobErrors.EXPIRED, CommonErrors.BUSY, JobErrors.INVALID, AgentErrors.AGENT_DISK)
                .forEach(code -> rejected.put(code.name(), new LongAdder()));
        List.of("done", "failed", "denied", "limit", "cancelled", "stopped", "restarted")
                .forEach(outcome -> ended.put(outcome, new LongAdder()));
    }

    void accepted() {
        accepted.increment();
    }

    void rejected(ErrorCode code) {
        rejected.computeIfAbsent(code.name(), each -> new LongAdder()).increment();
    }

    void ended(String outcome) {
        ended.computeIfAbsent(outcome, each -> new LongAdder()).increment();
    }

    List<Metric> metrics() {
        List<Metric> all = new ArrayList<>();
        all.add(Metric.counter("jobs_accepted_total", "Commands of the fleet taken to be run", accepted.sum()));
        String refused = "Commands refused without running them, by the code of the rejection";
        rejected.forEach((code, count) -> all.add(
                new Metric("jobs_rejected_total", Metric.Kind.COUNTER, refused, Map.of("code", code), count.sum())));
        String over = "Jobs of the fleet and of the unit that have ended, by how";
        ended.forEach((outcome, count) -> all.add(
                new Metric("jobs_ended_total", Metric.Kind.COUNTER, over, Map.of("outcome", outcome), count.sum())));
        return all;
    }
}
