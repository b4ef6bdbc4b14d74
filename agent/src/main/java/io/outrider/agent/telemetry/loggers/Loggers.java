package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.commands.Caller;
import io.outrider.agent.runtime.Registration;
import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.agent.telemetry.loggers.LoggersDesiredPart.RefusedLogger;
import io.outrider.agent.telemetry.record.RecordFactory;
import io.outrider.agent.telemetry.record.RecordSink;
import io.outrider.agent.vehicle.state.ReadingObserver;
import io.outrider.agent.vehicle.triggers.EventCallLimit;
import io.outrider.api.Conditions;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.Ticker;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Loggers of the unit; the package comment lists their guarantees. Any thread. */
public final class Loggers implements AutoCloseable, Health.Source {
    /** Delay after an error in the schedule, to prevent a busy loop. */
    private static final long AFTER_FAULT = 1_000_000_000L;

    /**
     * Dependencies of the loggers.
     *
     * @param batches name of the function that takes several calls of a function at once; empty if there is none
     * @param gate reason against calls of a module now, by its name; empty if there is none. Must not block
     * @param clock for cron only, in its zone
     * @param limit shared with the triggers
     */
    public record Dependencies(
            Caller calls,
            Function<String, Optional<String>> batches,
            Function<String, Optional<String>> gate,
            Conditions conditions,
            ReadingObserver observer,
            RecordSink sink,
            EventBus events,
            TimeSource time,
            Clock clock,
            Ticker ticker,
            RandomGenerator random,
            EventCallLimit limit) {}

    private final Dependencies deps;
    private final long startNanos;
    private final CallBatcher batcher;
    private final LoggerSchedule schedule;
    private final RecordFactory recordFactory;
    private final LoggerRunner runner;
    private final ModuleQueues queues;
    private final LoggerThreads threads;
    private volatile Registration events = () -> {};
    private volatile LoggersSettings settings;
    private List<LoggerSettings> desired = List.of(); // guarded by this

    /** Makes no call before {@link #start}. */
    public Loggers(Dependencies deps, LoggersSettings settings) {
        this(deps, settings, null);
    }

    /** @param executor for the calls; null for own threads */
    Loggers(Dependencies deps, LoggersSettings settings, Executor executor) {
        this.deps = deps;
        this.settings = settings;
        startNanos = deps.ticker().nanos();
        batcher = new CallBatcher(deps.calls(), deps.batches());
        schedule = new LoggerSchedule(deps, batcher);
        threads = new LoggerThreads(this::poll);
        recordFactory = new RecordFactory(deps.time());
        runner = new LoggerRunner(deps, schedule, batcher, recordFactory, this::now, threads::wake);
        queues = new ModuleQueues(
                executor == null ? threads.workers() : executor,
                runner::run,
                schedule::canShare,
                () -> TimeUnit.MILLISECONDS.toNanos(this.settings.minimumGapMs()),
                deps.ticker());
        replace();
    }

    /** Starts the loggers; called once, when the functions are available. */
    public void start(Heartbeat loop) {
        listen();
        threads.start(loop);
    }

    /** Starts without a thread; the caller then calls {@link #poll}. */
    void listen() {
        events = deps.events().listen(this::onEvent);
    }

    /**
     * Applies settings, or a reload of modules: unchanged loggers continue, and those silenced until a reload are
     * retried.
     */
    public void configure(LoggersSettings changed) {
        settings = changed;
        batcher.reset();
        long now = now();
        schedule.forEach(logger -> {
            if (logger.mode == LoggerState.Mode.STOPPED) {
                logger.restart();
                schedule.resume(logger, now);
            }
        });
        replace();
    }

    /**
     * Replaces the loggers of the desired document; they override those of the settings with the same name.
     *
     * @param check reason why a call can never succeed; empty if it can
     * @return those refused; the others run
     */
    List<RefusedLogger> apply(List<?> loggers, Function<ConfiguredCall, Optional<String>> check) {
        DesiredEntries entries = DesiredEntries.of(loggers, check);
        synchronized (this) {
            desired = entries.valid();
        }
        replace();
        return entries.refused();
    }

    /** Modules of the standard loggers, present on this unit or not. */
    public static Set<String> standardModules() {
        return StandardLoggers.loggers().stream().map(LoggerSettings::module).collect(Collectors.toSet());
    }

    private synchronized void replace() {
        Map<String, LoggerSchedule.Desired> all = new LinkedHashMap<>();
        if (settings.standard()) {
            StandardLoggers.loggers().forEach(each -> all.put(each.name(), new LoggerSchedule.Desired(each, true)));
        }
        for (List<LoggerSettings> list : List.of(settings.loggers(), desired)) {
            for (LoggerSettings each : list) {
                all.remove(each.name());
                if (each.enabled()) {
                    all.put(each.name(), new LoggerSchedule.Desired(each, false));
                }
            }
        }
        schedule.replace(all.values(), now());
        threads.wake();
    }

    private long now() {
        return deps.ticker().nanos() - startNanos;
    }

    /**
     * Queues the calls of all due loggers.
     *
     * @return nanoseconds until the next call of this method
     */
    long poll() {
        try {
            List<LoggerState> ready = new ArrayList<>();
            GateCache gates = new GateCache(deps);
            for (List<LoggerState> due = schedule.due(now()); !due.isEmpty(); due = schedule.due(now())) {
                for (LoggerState logger : due) {
                    String reason = gates.reason(logger.settings);
                    if (schedule.admit(logger, reason, now())) {
                        ready.add(logger);
                    }
                }
            }
            queues.add(ready);
            return schedule.untilNext(now());
        } catch (RuntimeException e) {
            runner.logFault("the schedule of the loggers", e);
            return AFTER_FAULT;
        }
    }

    /** Wakes the schedule after a suspend of the machine. */
    public void resumed() {
        threads.wake();
    }

    private void onEvent(Event event) {
        if (schedule.onEvent(event.tag(), now())) {
            threads.wake();
        }
    }

    /** Rows of {@code logger.list}. */
    List<Map<String, Object>> list() {
        List<Map<String, Object>> rows = new ArrayList<>();
        schedule.forEach(logger -> rows.add(LoggerListing.of(logger)));
        return rows;
    }

    /** Result of {@code schedule.list}, in AutoPi's format. */
    Map<String, Object> scheduled() {
        Map<String, Object> all = new LinkedHashMap<>();
        schedule.forEach(logger -> all.put(logger.name(), LoggerListing.scheduled(logger.settings, !logger.paused)));
        return all;
    }

    /** @return names of the loggers paused or resumed */
    List<String> pause(String name, boolean pause) throws Failure {
        LoggerState only = name.equals("*") ? null : find(name);
        long now = now();
        List<String> changed = new ArrayList<>();
        schedule.forEach(logger -> {
            if (only == null || only == logger) {
                changed.add(logger.name());
                if (pause) {
                    logger.paused = true;
                } else if (logger.paused) {
                    schedule.resume(logger, now);
                }
            }
        });
        threads.wake();
        return changed;
    }

    /** Runs a logger at once, even if it is paused, gated or silenced. */
    Map<String, Object> run(String name) throws Failure, InterruptedException {
        return runner.runOnce(find(name));
    }

    private LoggerState find(String name) throws Failure {
        LoggerState logger = schedule.find(name);
        if (logger == null) {
            throw Failure.argument("name", LoggerListing.unknown(name, schedule.names()));
        }
        return logger;
    }

    @Override
    public Health health() {
        return new LoggersHealth(schedule, runner, recordFactory.dropped(), now()).health();
    }

    /** Interrupts running calls and returns within a second. */
    @Override
    public void close() {
        events.close();
        threads.close();
    }
}
