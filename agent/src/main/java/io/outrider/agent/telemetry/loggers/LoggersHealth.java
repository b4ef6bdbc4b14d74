package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.vehicle.triggers.RateLimiter;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Health of the loggers; {@code empty} counts results without a record. */
record LoggersHealth(LoggerSchedule schedule, LoggerRunner runner, long empty, long now) {
    /** Nanoseconds of failure before it is a problem. */
    private static final long LONG = 600_000_000_000L;

    private static final int MOST_SHOWN = 5;

    Health health() {
        Map<String, Integer> states = new TreeMap<>();
        for (String each : List.of("running", "gated", "paused", "backing off", "silenced", "absent", "not allowed")) {
            states.put(each, 0);
        }
        List<String> problems = new ArrayList<>();
        List<String> heldBack = new ArrayList<>();
        AtomicInteger outOfMemory = new AtomicInteger();
        schedule.forEach(logger -> {
            outOfMemory.addAndGet(logger.filter.isOutOfMemory() ? 1 : 0);
            if (logger.limiter.isLimiting(now)) {
                heldBack.add(logger.name());
            }
            states.merge(logger.state(), 1, Integer::sum);
            if (isProblem(logger)) {
                problems.add("Logger " + logger.name() + " does not work: " + logger.failure.getMessage());
            }
        });
        Map<String, Object> facts = new LinkedHashMap<>();
        List<Metric> metrics = new ArrayList<>();
        states.forEach((state, count) -> {
            if (count > 0) {
                facts.put(state, count);
            }
            metrics.add(new Metric(
                    "loggers",
                    Metric.Kind.GAUGE,
                    "Loggers by what they do now",
                    Map.of("state", state.replace(' ', '_')),
                    count));
        });
        metrics.add(Metric.counter("loggers_calls_total", "Calls of functions by loggers", runner.calls.sum()));
        metrics.add(Metric.counter("loggers_readings_total", "What loggers have read", runner.readings.sum()));
        metrics.add(Metric.counter("loggers_empty_total", "Results of which nothing could be recorded", empty));
        metrics.add(Metric.counter("loggers_records_total", "Readings that passed the filters", runner.records.sum()));
        metrics.add(Metric.counter("loggers_failures_total", "Questions that failed", runner.failures.sum()));
        metrics.add(Metric.counter(
                "loggers_held_total", "Calls that were held back, as events came too often", schedule.heldCalls()));
        int more = problems.size() - MOST_SHOWN;
        if (more > 0) {
            problems.subList(MOST_SHOWN, problems.size()).clear();
            problems.add(more + " more loggers do not work; outrider logger.list tells which.");
        }
        if (!heldBack.isEmpty()) {
            problems.add(RateLimiter.notice("logger", heldBack, HeldBackLoggers.REMEDY));
        }
        if (outOfMemory.get() > 0) {
            problems.add("There is no memory for what the filters of " + outOfMemory + " loggers have read last, as all"
                    + " loggers together keep " + (ReadingMemory.MOST_BYTES >> 20) + " MiB; what they read becomes"
                    + " records whether it has changed or not. Have them ask for less at a time.");
        }
        return new Health(facts, metrics, problems);
    }

    /** True if it is a problem; data that the vehicle lacks is none for standard loggers. */
    private boolean isProblem(LoggerState state) {
        if (state.failure == null || state.paused || state.mode == LoggerState.Mode.RUNNING) {
            return false;
        }
        boolean isExpected = state.isMissing() || state.standard && state.failure.actor() == Failure.Actor.VEHICLE;
        boolean isForGood = state.mode == LoggerState.Mode.STOPPED;
        return !isExpected && (isForGood || now - state.failingSince > LONG);
    }
}
