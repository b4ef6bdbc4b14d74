package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.telemetry.loggers.CallBatcher.Answer;
import io.outrider.agent.telemetry.loggers.LoggerSettings.Question;
import io.outrider.agent.telemetry.record.RecordFactory;
import io.outrider.api.Failure;
import io.outrider.wire.TelemetryRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runner of due loggers: makes their calls and publishes the records that pass the filters. Any thread. */
final class LoggerRunner {
    /** Most readings in the result of {@code logger.run}; all become records. */
    private static final int MOST_SHOWN = 200;

    private static final Logger LOG = LoggerFactory.getLogger(LoggerRunner.class);

    /** Most records published at once; of a large result those of one logger. */
    private static final int MOST_PASSED = 64;

    final LongAdder calls = new LongAdder();
    final LongAdder readings = new LongAdder();
    final LongAdder records = new LongAdder();
    final LongAdder failures = new LongAdder();

    private final Loggers.Dependencies deps;
    private final LoggerSchedule schedule;
    private final CallBatcher batcher;
    private final RecordFactory factory;
    private final LongSupplier now;
    private final Runnable wake;
    private final FailurePolicy failurePolicy = new FailurePolicy(); // guarded by the schedule
    private final Map<String, Long> lastSuccess = new HashMap<>(); // by module; guarded by the schedule

    /** Held while the readings of a large result are in memory. */
    private final ReentrantLock largeResultLock = new ReentrantLock(true);

    LoggerRunner(
            Loggers.Dependencies deps,
            LoggerSchedule schedule,
            CallBatcher batcher,
            RecordFactory factory,
            LongSupplier now,
            Runnable wake) {
        this.deps = deps;
        this.schedule = schedule;
        this.batcher = batcher;
        this.factory = factory;
        this.now = now;
        this.wake = wake;
    }

    /** Runs admitted loggers of one module; equal calls are made once. */
    void run(List<LoggerState> admitted) {
        List<LoggerState> remaining = new ArrayList<>(admitted);
        List<TelemetryRecord> passed = new ArrayList<>();
        try {
            callAll(remaining, passed);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        } catch (RuntimeException | Error e) { // a deeply nested result must not end the daemon
            LoggerState first = remaining.isEmpty() ? admitted.get(0) : remaining.get(0);
            logFault("loggers of module " + first.settings.module(), e);
            Failure failure = Failure.fault(first.settings.function(), e);
            List<LoggerState> left = List.copyOf(remaining);
            remaining.clear();
            failed(first.settings.question(), failure, left);
        } finally {
            remaining.forEach(each -> schedule.finished(each, now.getAsLong(), () -> {})); // interrupted
            flush(passed); // in any case, as the filters count them as recorded
            wake.run();
        }
    }

    private void callAll(List<LoggerState> remaining, List<TelemetryRecord> passed) throws InterruptedException {
        dropGated(remaining);
        if (remaining.isEmpty()) {
            return;
        }
        Map<Question, List<LoggerState>> byQuestion = new LinkedHashMap<>();
        remaining.forEach(each -> byQuestion
                .computeIfAbsent(each.settings.question(), question -> new ArrayList<>())
                .add(each));
        calls.increment();
        Map<Question, Answer> answers = batcher.ask(List.copyOf(byQuestion.keySet()));
        for (Map.Entry<Question, List<LoggerState>> each : byQuestion.entrySet()) {
            handle(each.getKey(), answers.get(each.getKey()), each.getValue(), remaining, passed);
        }
    }

    /** Re-checks the gate for queued loggers: an earlier call may have found the bus silent. */
    private void dropGated(List<LoggerState> remaining) {
        GateCache gates = new GateCache(deps);
        for (LoggerState each : List.copyOf(remaining)) {
            String reason = gates.reason(each.settings);
            if (reason != null) {
                remaining.remove(each);
                schedule.cancel(each, reason, now.getAsLong());
            }
        }
    }

    private void handle(
            Question question,
            Answer answer,
            List<LoggerState> waiting,
            List<LoggerState> remaining,
            List<TelemetryRecord> passed)
            throws InterruptedException {
        if (answer.failure() != null) {
            remaining.removeAll(waiting);
            failed(question, answer.failure(), waiting);
            return;
        }
        boolean isLarge = answer.isLarge();
        if (isLarge) {
            flush(passed);
            largeResultLock.lockInterruptibly();
        }
        try {
            process(question, answer, waiting, remaining, passed);
        } finally {
            if (isLarge) {
                largeResultLock.unlock();
            }
        }
    }

    /** Shares equal readings among loggers and publishes them in small batches. */
    private void process(
            Question question,
            Answer answer,
            List<LoggerState> waiting,
            List<LoggerState> remaining,
            List<TelemetryRecord> passed) {
        List<TelemetryRecord> raw = factory.of(question.function(), answer.tree());
        Map<RecordForm, List<LoggerState>> byForm = new LinkedHashMap<>();
        waiting.forEach(each -> byForm.computeIfAbsent(RecordForm.of(each.settings), form -> new ArrayList<>())
                .add(each));
        byForm.forEach((form, loggers) -> {
            List<TelemetryRecord> read = form.convert(raw, deps.observer());
            for (LoggerState logger : loggers) {
                remaining.remove(logger);
                schedule.finished(logger, now.getAsLong(), () -> passed.addAll(succeeded(logger, read)));
                if (answer.isLarge() || passed.size() >= MOST_PASSED) {
                    flush(passed);
                }
            }
        });
    }

    private List<TelemetryRecord> succeeded(LoggerState logger, List<TelemetryRecord> read) {
        long nanos = now.getAsLong();
        lastSuccess.put(logger.settings.module(), nanos);
        if (failurePolicy.succeeded(logger, nanos)) {
            schedule.onVehicleResponse(logger, nanos);
        }
        List<TelemetryRecord> passed = logger.filter.pass(read, nanos);
        logger.readings += read.size();
        logger.records += passed.size();
        if (!read.isEmpty()) {
            logger.last.set(read.get(read.size() - 1));
        }
        readings.add(read.size());
        records.add(passed.size());
        return passed;
    }

    private void failed(Question question, Failure failure, List<LoggerState> waiting) {
        if (failure.is(AgentErrors.AMONG_OTHERS)) {
            waiting.forEach(logger -> schedule.finished(logger, now.getAsLong(), () -> {
                logger.mayShare = false; // the reason is known when asked alone
                logger.due = now.getAsLong();
            }));
            return;
        }
        failures.increment();
        try {
            deps.observer().failed(question.function(), question.arg(), failure);
        } catch (RuntimeException e) {
            logFault("the observer of readings", e);
        }
        for (LoggerState logger : waiting) {
            schedule.finished(logger, now.getAsLong(), () -> {
                Long answeredAt = lastSuccess.get(logger.settings.module());
                failurePolicy.failed(logger, failure, answeredAt, now.getAsLong());
            });
        }
    }

    private void flush(List<TelemetryRecord> passed) {
        List<TelemetryRecord> now = List.copyOf(passed);
        passed.clear();
        if (!now.isEmpty()) {
            deps.sink().accept(now);
        }
    }

    /** Runs a logger on the caller's thread, even while it is paused, gated or silenced. */
    Map<String, Object> runOnce(LoggerState logger) throws Failure, InterruptedException {
        Answer answer = batcher.alone(logger.settings.question());
        if (answer.failure() != null) {
            throw answer.failure();
        }
        List<TelemetryRecord> read = RecordForm.of(logger.settings)
                .convert(factory.of(logger.settings.function(), answer.tree()), deps.observer());
        List<TelemetryRecord> passed = new ArrayList<>();
        schedule.forEach(each -> {
            if (each == logger) {
                passed.addAll(succeeded(logger, read));
            }
        });
        List<?> recorded = rows(passed);
        flush(passed);
        wake.run();
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("name", logger.name());
        result.put("read", rows(read));
        result.put("records", recorded);
        if (read.size() > MOST_SHOWN) {
            result.put("cut", "of " + read.size() + " readings the first " + MOST_SHOWN + " are shown");
        }
        return result;
    }

    private static List<?> rows(List<TelemetryRecord> raw) {
        return raw.stream().limit(MOST_SHOWN).map(TelemetryRecord::row).toList();
    }

    void logFault(String what, Throwable e) {
        LOG.error("unexpected error in {}", what, e);
    }
}
