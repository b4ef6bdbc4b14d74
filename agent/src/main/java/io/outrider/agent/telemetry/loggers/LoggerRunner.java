package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.telemetry.loggers.CallBatcher.Answer;
import io.outrider.agent.telemetry.loggers.LoggerSettings.Question;
import io.outrider.agent.telemetry.loggers.RecordExtractor.Form;
import io.outrider.agent.telemetry.record.RecordSink;
import io.outrider.agent.vehicle.state.ReadingObserver;
import io.outrider.agent.vehicle.triggers.RateLimitNotice;
import io.outrider.api.Failure;
import io.outrider.wire.TelemetryRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls for tasks that are due, and hands on what comes of it. Any thread. */
final class LoggerRunner {
    /** Readings that a person is shown of one that asks by {@code logger.run}; all become records. */
    private static final int MOST_TOLD = 200;

    private static final Logger LOG = LoggerFactory.getLogger(LoggerRunner.class);

    /** Records that are handed on together at most; of a large answer those of one task. */
    private static final int MOST_PASSED = 64;

    final LongAdder calls = new LongAdder();
    final LongAdder readings = new LongAdder();
    final LongAdder records = new LongAdder();
    final LongAdder failures = new LongAdder();

    private final LoggerSchedule schedule;
    private final CallBatcher asking;
    private final RecordExtractor reception;
    private final ReadingObserver observations;
    private final RecordSink intake;
    private final Function<LoggerSettings, String> gate;
    private final LongSupplier now;
    private final Runnable wake;
    private final FailurePolicy setbacks = new FailurePolicy(); // guarded by the schedule
    private final Map<String, Long> answered = new HashMap<>(); // by module; guarded by the schedule

    /** Held while a large answer is in memory as readings. */
    private final ReentrantLock large = new ReentrantLock(true);

    LoggerRunner(
            LoggerSchedule schedule,
            CallBatcher asking,
            RecordExtractor reception,
            ReadingObserver observations,
            RecordSink intake,
            Function<LoggerSettings, String> gate,
            LongSupplier now,
            Runnable wake) {
        this.schedule = schedule;
        this.asking = asking;
        this.reception = reception;
        this.observations = observations;
        this.intake = intake;
        this.gate = gate;
        this.now = now;
        this.wake = wake;
    }

    /** The functions and what is allowed may be others now. */
    void again() {
        asking.again();
    }

    /** Asks for tasks of one module that were admitted, each question once. */
    void together(List<LoggerState> admitted) {
        List<LoggerState> open = new ArrayList<>(admitted);
        List<TelemetryRecord> passed = new ArrayList<>();
        try {
            ask(open, passed);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        } catch (RuntimeException | Error e) { // else a deeply nested answer would end the daemon
            LoggerState first = open.isEmpty() ? admitted.get(0) : open.get(0);
            fault("a logger of " + first.settings.module(), e);
            Failure failure = Failure.fault(first.settings.function(), e);
            List<LoggerState> left = List.copyOf(open);
            open.clear();
            failed(first.settings.question(), failure, left);
        } finally {
            open.forEach(each -> schedule.ended(each, now.getAsLong(), () -> {})); // interrupted
            keepAll(passed); // whatever came of the others: the filters take it for recorded
            wake.run();
        }
    }

    private void ask(List<LoggerState> open, List<TelemetryRecord> passed) throws InterruptedException {
        turnAway(open);
        if (open.isEmpty()) {
            return;
        }
        Map<Question, List<LoggerState>> byQuestion = new LinkedHashMap<>();
        open.forEach(each -> byQuestion
                .computeIfAbsent(each.settings.question(), question -> new ArrayList<>())
                .add(each));
        calls.increment();
        Map<Question, Answer> answers = asking.ask(List.copyOf(byQuestion.keySet()));
        for (Map.Entry<Question, List<LoggerState>> each : byQuestion.entrySet()) {
            received(each.getKey(), answers.get(each.getKey()), each.getValue(), open, passed);
        }
    }

    /** Those against whom something has come up while they waited: the first question may have shown that nobody answers. */
    private void turnAway(List<LoggerState> open) {
        for (LoggerState each : List.copyOf(open)) {
            String reason = gate.apply(each.settings);
            if (reason != null) {
                open.remove(each);
                schedule.turnedAway(each, reason, now.getAsLong());
            }
        }
    }

    private void received(
            Question question,
            Answer answer,
            List<LoggerState> who,
            List<LoggerState> open,
            List<TelemetryRecord> passed)
            throws InterruptedException {
        if (answer.failure() != null) {
            open.removeAll(who);
            failed(question, answer.failure(), who);
            return;
        }
        boolean isLarge = answer.isLarge();
        if (isLarge) {
            keepAll(passed);
            large.lockInterruptibly();
        }
        try {
            handOn(question, answer, who, open, passed);
        } finally {
            if (isLarge) {
                large.unlock();
            }
        }
    }

    /** Readings are shared by all tasks for which they are the same, and handed on before there are many. */
    private void handOn(
            Question question,
            Answer answer,
            List<LoggerState> who,
            List<LoggerState> open,
            List<TelemetryRecord> passed) {
        List<TelemetryRecord> samples = reception.samples(question.function(), answer.tree());
        Map<Form, List<LoggerState>> byForm = new LinkedHashMap<>();
        who.forEach(each -> byForm.computeIfAbsent(Form.of(each.settings), form -> new ArrayList<>())
                .add(each));
        byForm.forEach((form, tasks) -> {
            List<TelemetryRecord> read = reception.readings(form, samples);
            for (LoggerState task : tasks) {
                open.remove(task);
                schedule.ended(task, now.getAsLong(), () -> passed.addAll(succeeded(task, read)));
                if (answer.isLarge() || passed.size() >= MOST_PASSED) {
                    keepAll(passed);
                }
            }
        });
    }

    /** Holding the schedule. */
    private List<TelemetryRecord> succeeded(LoggerState task, List<TelemetryRecord> read) {
        long moment = now.getAsLong();
        answered.put(task.settings.module(), moment);
        if (setbacks.succeeded(task, moment)) {
            schedule.vehicleAnswers(task, moment);
        }
        List<TelemetryRecord> passed = task.filter.pass(read, moment);
        task.readings += read.size();
        task.records += passed.size();
        if (!read.isEmpty()) {
            task.last.set(read.get(read.size() - 1));
        }
        readings.add(read.size());
        records.add(passed.size());
        return passed;
    }

    private void failed(Question question, Failure failure, List<LoggerState> who) {
        if (failure.code().equals(CallBatcher.AMONG_OTHERS)) {
            who.forEach(task -> schedule.ended(task, now.getAsLong(), () -> {
                task.proven = false; // asked alone, it tells why
                task.due = now.getAsLong();
            }));
            return;
        }
        failures.increment();
        try {
            observations.failed(question.function(), question.arg(), failure);
        } catch (RuntimeException e) {
            fault("what watches the loggers", e);
        }
        for (LoggerState task : who) {
            schedule.ended(
                    task,
                    now.getAsLong(),
                    () -> setbacks.failed(
                            task,
                            failure,
                            answered.getOrDefault(task.settings.module(), Long.MIN_VALUE),
                            now.getAsLong()));
        }
    }

    private void keepAll(List<TelemetryRecord> passed) {
        List<TelemetryRecord> now = List.copyOf(passed);
        passed.clear();
        keep(now);
    }

    private void keep(List<TelemetryRecord> samples) {
        if (!samples.isEmpty()) {
            intake.accept(samples);
        }
    }

    /** For a person, on their thread: also while the task is paused, gated or silenced. */
    Map<String, Object> alone(LoggerState task) throws Failure, InterruptedException {
        Answer answer = asking.alone(task.settings.question());
        if (answer.failure() != null) {
            throw answer.failure();
        }
        List<TelemetryRecord> read =
                reception.readings(Form.of(task.settings), reception.samples(task.settings.function(), answer.tree()));
        List<TelemetryRecord> passed = new ArrayList<>();
        schedule.each(each -> {
            if (each == task) {
                passed.addAll(succeeded(task, read));
            }
        });
        keep(passed);
        wake.run();
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", task.name());
        told.put("read", rows(read));
        told.put("records", rows(passed));
        if (read.size() > MOST_TOLD) {
            told.put("cut", "of " + read.size() + " readings the first " + MOST_TOLD + " are shown");
        }
        return told;
    }

    private static List<?> rows(List<TelemetryRecord> samples) {
        return samples.stream().limit(MOST_TOLD).map(TelemetryRecord::row).toList();
    }

    void heldBack(List<String> names) {
        LOG.warn("{}", RateLimitNotice.sentence("logger", names, LoggersHealth.HELD_BACK));
    }

    /** A mistake of ours, which costs this call and nothing else. */
    void fault(String what, Throwable e) {
        LOG.error("a fault in {}; please report it", what, e);
    }
}
