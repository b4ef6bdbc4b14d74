package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.settings.InvalidSettingsException;
import io.outrider.agent.runtime.settings.SettingProblem;
import io.outrider.agent.runtime.settings.TableBinder;
import io.outrider.agent.vehicle.state.ReadingObserver;
import io.outrider.agent.vehicle.triggers.EventCallLimit;
import io.outrider.api.Failure;
import io.outrider.api.Reading;
import io.outrider.wire.TelemetryRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Loggers with simulated dependencies, on the test's thread. */
final class LoggerBench implements AutoCloseable, ReadingObserver {
    static final long SECOND = 1_000_000_000L;

    final VirtualTime time = new VirtualTime();
    final RecordingCalls calls = new RecordingCalls(time);
    final Map<String, String> batches = new HashMap<>(Map.of("obd.query", "obd.query_many"));
    final Map<String, String> closed = new HashMap<>();
    final Set<String> holding = new HashSet<>();
    final List<TelemetryRecord> observed = new ArrayList<>();
    final List<String> failures = new ArrayList<>();
    final List<TelemetryRecord> records = new ArrayList<>();
    final List<Integer> batchSizes = new ArrayList<>();
    final EventBus events = new EventBus(time);
    final EventCallLimit limit = new EventCallLimit(time);
    final Loggers loggers;
    Consumer<TelemetryRecord> watcher = record -> {};
    int polls;

    LoggerBench(Object... entries) {
        this(Runnable::run, settings(false, entries));
    }

    /** Bench of the standard loggers. */
    static LoggerBench standard() {
        return new LoggerBench(Runnable::run, LoggersSettings.defaults());
    }

    /** @param executor for the calls */
    LoggerBench(Executor executor, LoggersSettings settings) {
        loggers = new Loggers(
                new Loggers.Dependencies(
                        calls,
                        name -> Optional.ofNullable(batches.get(name)),
                        module -> Optional.ofNullable(closed.get(module)),
                        when -> when.stream().allMatch(this::holds),
                        this,
                        accepted -> {
                            synchronized (records) {
                                records.addAll(accepted);
                                batchSizes.add(accepted.size());
                            }
                            return CompletableFuture.completedFuture(true);
                        },
                        events,
                        time,
                        time,
                        time,
                        new Random(7),
                        limit),
                settings,
                executor);
        loggers.listen();
    }

    private boolean holds(String condition) {
        return condition.startsWith("not ") ? !holding.contains(condition.substring(4)) : holding.contains(condition);
    }

    static LoggersSettings settings(boolean standard, Object... entries) {
        return settings(Map.of("standard", standard, "list", List.of(entries)));
    }

    /** @throws InvalidSettingsException with all problems */
    static LoggersSettings settings(Map<String, Object> section) {
        List<SettingProblem> problems = new ArrayList<>();
        LoggersSettings bound = new TableBinder().bind("", LoggersSettings.class, section, problems);
        if (bound == null) {
            throw new InvalidSettingsException(problems);
        }
        return bound;
    }

    static Map<String, Object> entry(Object... keysAndValues) {
        Map<String, Object> entry = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            entry.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return entry;
    }

    static Map<String, Object> query(String command, String every) {
        return entry("function", "obd.query", "arg", List.of(command), "every", every);
    }

    /** Answers every vehicle query with an increasing number. */
    void vehicleAnswers() {
        Map<String, Integer> asked = new HashMap<>();
        calls.bodies.put("obd.query", (arg, kwarg) -> reading(arg, asked));
        calls.bodies.put("obd.query_many", (arg, kwarg) -> {
            List<Object> values = new ArrayList<>();
            for (Object each : (List<?>) kwarg.get("queries")) {
                values.add(reading((List<?>) ((Map<?, ?>) each).get("args"), asked));
            }
            return Map.of("values", values);
        });
    }

    private Reading reading(List<?> arg, Map<String, Integer> asked) {
        String name = String.valueOf(arg.get(0)).toLowerCase(java.util.Locale.ROOT);
        return new Reading(name, asked.merge(name, 1, Integer::sum), null, time.instant());
    }

    void run(double seconds) {
        long end = time.nanos() + (long) (seconds * SECOND);
        while (true) {
            long next = loggers.poll();
            long left = end - time.nanos();
            if (next >= left) {
                time.advance(Math.max(0, left));
                return;
            }
            polls++;
            time.advance(Math.max(next, 1));
        }
    }

    Map<String, Object> row(String name) {
        return loggers.list().stream()
                .filter(each -> each.get("name").equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no logger " + name));
    }

    String state(String name) {
        return (String) row(name).get("state");
    }

    @Override
    public void read(TelemetryRecord record) {
        observed.add(record);
        watcher.accept(record);
    }

    @Override
    public void failed(String function, List<Object> arg, Failure failure) {
        failures.add(failure.code());
    }

    @Override
    public void close() {
        loggers.close();
    }
}
