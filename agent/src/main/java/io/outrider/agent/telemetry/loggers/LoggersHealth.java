package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.vehicle.triggers.RateLimitNotice;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** How the loggers are; {@code empty} counts the results of which no record could be made. */
record LoggersHealth(LoggerSchedule schedule, LoggerRunner work, long empty, long now) {
    /** A logger that fails for less is nobody's trouble yet. */
    private static final long LONG = 600_000_000_000L;

    static final String HELD_BACK = "If its function causes the event that it waits for, narrow its 'on'.";

    /** Of more nobody reads. */
    private static final int MOST_TOLD = 5;

    Health health() {
        Map<String, Integer> states = new TreeMap<>();
        for (String each : List.of("running", "gated", "paused", "backing off", "silenced", "absent", "not allowed")) {
            states.put(each, 0);
        }
        List<String> problems = new ArrayList<>();
        List<String> heldBack = new ArrayList<>();
        AtomicInteger forgetful = new AtomicInteger();
        schedule.each(task -> {
            forgetful.addAndGet(task.filter.forgets() ? 1 : 0);
            if (task.limiter.isLimiting(now)) {
                heldBack.add(task.name());
            }
            states.merge(task.state(), 1, Integer::sum);
            if (isTrouble(task)) {
                problems.add("Logger " + task.name() + " does not work: " + task.failure.getMessage());
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
        metrics.add(Metric.counter("loggers_calls_total", "Calls of functions by loggers", work.calls.sum()));
        metrics.add(Metric.counter("loggers_readings_total", "What loggers have read", work.readings.sum()));
        metrics.add(Metric.counter("loggers_empty_total", "Results of which nothing could be recorded", empty));
        metrics.add(Metric.counter("loggers_records_total", "Readings that passed the filters", work.records.sum()));
        metrics.add(Metric.counter("loggers_failures_total", "Questions that failed", work.failures.sum()));
        metrics.add(Metric.counter(
                "loggers_held_total", "Calls that were held back, as events came too often", schedule.held()));
        int more = problems.size() - MOST_TOLD;
        if (more > 0) {
            problems.subList(MOST_TOLD, problems.size()).clear();
            problems.add(more + " more loggers do not work; outrider logger.list tells which.");
        }
        if (!heldBack.isEmpty()) {
            problems.add(RateLimitNotice.sentence("logger", heldBack, HELD_BACK));
        }
        if (forgetful.get() > 0) {
            problems.add("There is no memory for what the filters of " + forgetful + " loggers have read last, as all"
                    + " loggers together keep " + (ReadingMemory.MOST_BYTES >> 20) + " MiB; what they read becomes"
                    + " records whether it has changed or not. Have them ask for less at a time.");
        }
        return new Health(facts, metrics, problems);
    }

    /** What the vehicle does not have is no trouble of the standard loggers. */
    private boolean isTrouble(LoggerState task) {
        if (task.failure == null || task.paused || task.silence == LoggerState.Silence.NONE && task.failures == 0) {
            return false;
        }
        boolean isExpected = task.isMissing() || task.standard && task.failure.actor() == Failure.Actor.VEHICLE;
        boolean isForGood = task.silence == LoggerState.Silence.RELOAD;
        return !isExpected && (isForGood || now - task.failingSince > LONG);
    }
}
