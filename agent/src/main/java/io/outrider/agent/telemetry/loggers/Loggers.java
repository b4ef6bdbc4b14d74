package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.commands.Caller;
import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.functions.ConfiguredCall;
import io.outrider.agent.runtime.watchdog.Heartbeat;
import io.outrider.agent.telemetry.record.RecordFactory;
import io.outrider.agent.telemetry.record.RecordSink;
import io.outrider.agent.vehicle.state.Conditions;
import io.outrider.agent.vehicle.state.ReadingObserver;
import io.outrider.agent.vehicle.triggers.EventCallLimit;
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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Everything that is read again and again; see the package for what it promises. Any thread. */
public final class Loggers implements AutoCloseable, Health.Source {
    /** A fault in what a turn asks must not become a loop without a pause. */
    private static final long AFTER_FAULT = 1_000_000_000L;

    /**
     * What loggers need of the world.
     *
     * @param gate why the functions of a module should not be called now, by the module's name; empty if they may. It
     *     must not block
     * @param clock for cron only, in its zone
     * @param ticker for all else
     * @param random for the splay of the start
     * @param limit shared with the triggers
     */
    public record World(
            Caller calls,
            Function<String, Optional<String>> gate,
            Conditions conditions,
            ReadingObserver observations,
            RecordSink intake,
            EventBus occurrences,
            TimeSource time,
            Clock clock,
            Ticker ticker,
            RandomGenerator random,
            EventCallLimit limit) {}

    private final World world;
    private final long beginning;
    private final LoggerSchedule schedule;
    private final RecordFactory samples;
    private final LoggerRunner work;
    private final ModuleQueues lanes;
    private final LoggerThreads threads;
    private final Consumer<Event> listener = this::happened;
    private volatile LoggersSettings settings;
    private List<LoggerSettings> desired = List.of(); // guarded by this

    /** Calls nothing before {@link #start}. */
    public Loggers(World world, LoggersSettings settings) {
        this(world, settings, null);
    }

    /** @param executor of the calls; null for threads of its own */
    Loggers(World world, LoggersSettings settings, Executor executor) {
        this.world = world;
        this.settings = settings;
        beginning = world.ticker().nanos();
        schedule = new LoggerSchedule(
                world.clock(), world.random(), new ReadingMemory(ReadingMemory.MOST_BYTES), world.limit());
        threads = new LoggerThreads(this::turn);
        samples = new RecordFactory(world.time());
        CallBatcher asking = new CallBatcher(world.calls());
        work = new LoggerRunner(
                schedule,
                asking,
                new RecordExtractor(samples, world.observations()),
                world.observations(),
                world.intake(),
                each -> new GateCache(world.gate(), world.conditions()).reason(each),
                this::now,
                threads::wake);
        lanes = new ModuleQueues(
                executor == null ? threads.lanes() : executor,
                work::together,
                task -> asking.takesMany() && task.canShare(),
                () -> TimeUnit.MILLISECONDS.toNanos(this.settings.minimumGapMs()),
                world.ticker());
        replace();
    }

    /**
     * Begins. Once, when the functions can be had.
     *
     * @param loop turns with the thread that waits until somebody is due
     */
    public void start(Heartbeat loop) {
        listen();
        threads.start(loop);
    }

    /** Without a thread: who calls this calls {@link #turn} too. */
    void listen() {
        world.occurrences().listen(listener);
    }

    /**
     * Other settings from now on, or the same after a reload of the modules: unchanged loggers go on, but those that were
     * silenced until a reload are tried again.
     */
    public void configure(LoggersSettings changed) {
        settings = changed;
        work.again();
        long now = now();
        schedule.each(task -> {
            if (task.silence == LoggerState.Silence.RELOAD) {
                task.silence = LoggerState.Silence.NONE;
                task.failures = 0;
                schedule.again(task, now);
            }
        });
        replace();
    }

    /**
     * What the fleet desires, over the settings: same shape, same names replace. Replaces what it desired before.
     *
     * @param hitch why a call can only fail, if it can
     * @return a sentence for each mistake; loggers without one run
     */
    public List<String> apply(List<?> loggers, Function<ConfiguredCall, Optional<String>> hitch) {
        List<String> problems = new ArrayList<>();
        synchronized (this) {
            desired = LoggerReader.all("loggers", loggers, hitch, problems);
        }
        replace();
        return problems;
    }

    /** Whatever they call. */
    List<String> apply(List<?> loggers) {
        return apply(loggers, call -> Optional.empty());
    }

    /** Modules that vehicles have, whether this unit has them or not. */
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
        return world.ticker().nanos() - beginning;
    }

    /**
     * Has everything called that is due.
     *
     * @return nanoseconds until it should be called again
     */
    long turn() {
        try {
            List<LoggerState> ready = new ArrayList<>();
            GateCache gates = new GateCache(world.gate(), world.conditions());
            for (List<LoggerState> due = schedule.due(now()); !due.isEmpty(); due = schedule.due(now())) {
                for (LoggerState task : due) {
                    String reason = gates.reason(task.settings);
                    if (schedule.admit(task, reason, now())) {
                        ready.add(task);
                    }
                }
            }
            lanes.add(ready);
            List<String> heldBack = schedule.takeHeldBack(now());
            if (!heldBack.isEmpty()) {
                work.heldBack(heldBack);
            }
            return schedule.untilNext(now());
        } catch (RuntimeException e) {
            work.fault("the schedule of the loggers", e);
            return AFTER_FAULT;
        }
    }

    /** The machine was suspended: whoever became due meanwhile is called now. */
    public void resumed() {
        threads.wake();
    }

    private void happened(Event occurrence) {
        if (schedule.happened(new EventTag(occurrence.tag()), now())) {
            threads.wake();
        }
    }

    /** All of them, as people are told. */
    List<Map<String, Object>> list() {
        List<Map<String, Object>> rows = new ArrayList<>();
        schedule.each(task -> rows.add(LoggerListing.of(task)));
        return rows;
    }

    /** As the incumbent lists what it has scheduled. */
    Map<String, Object> scheduled() {
        Map<String, Object> all = new LinkedHashMap<>();
        schedule.each(task -> all.put(task.name(), LoggerListing.scheduled(task.settings, !task.paused)));
        return all;
    }

    /** @return the names of those that are paused now, or that go on */
    List<String> pause(String name, boolean pause) throws Failure {
        LoggerState only = name.equals("*") ? null : named(name);
        long now = now();
        List<String> changed = new ArrayList<>();
        schedule.each(task -> {
            if (only == null || only == task) {
                changed.add(task.name());
                if (pause) {
                    task.paused = true;
                } else if (task.paused) {
                    schedule.again(task, now);
                }
            }
        });
        threads.wake();
        return changed;
    }

    /** Calls one now, whatever keeps it from being called, because a person asks for it. */
    Map<String, Object> run(String name) throws Failure, InterruptedException {
        return work.alone(named(name));
    }

    private LoggerState named(String name) throws Failure {
        LoggerState task = schedule.named(name);
        if (task == null) {
            throw Failure.argument("name", LoggerListing.unknown(name, schedule.names()));
        }
        return task;
    }

    @Override
    public Health health() {
        return new LoggersHealth(schedule, work, samples.dropped(), now()).health();
    }

    /** Ends the calls that go on, and returns within a second. */
    @Override
    public void close() {
        world.occurrences().stopListening(listener);
        threads.close();
    }
}
