package io.outrider.power;

import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.api.ModuleContext;
import io.outrider.api.Ticker;
import io.outrider.power.PowerModule.TimerArguments;
import io.outrider.power.SleepRequest.Goal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Controller of sleep: starts and stops the sequence by use, battery, timers and inhibitors. {@link #tick} drives it. Any thread;
 * events are published without its lock.
 */
final class PowerControl implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PowerControl.class);

    static final String EVENT_DRIVEN = "event_driven";
    static final String AFTER_SLEEP = "inactivity_after_sleep";
    static final String FALLBACK = "inactivity_fallback";
    private static final List<String> STANDARD = List.of(EVENT_DRIVEN, AFTER_SLEEP, FALLBACK);

    private static final String JOBS = "jobs"; // owner of inhibitions: the sequence waits for jobs
    private static final String CLEARED = "power.sleep_timer clear=*";
    private static final long LEAST_SUSPEND = VehicleUse.seconds(2);
    private static final int BOOT_SECONDS = 60; // before a suppressed window, as AutoPi's; least of a reduced sleep
    private static final int RESCUE_DELAY = 10;
    private static final int RETRY_SECONDS = 300; // least time after a command for the machine to sleep or go down

    private final PowerSettings settings;
    private final ModuleContext context;
    private final Ticker ticker;
    private final Ticker awake;
    private final List<SuppressWindow> windows;
    private final VehicleUse use;
    private final SleepTimers timers;
    private final SequenceRunner runner;
    private volatile boolean isReleasePending;
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();

    // guarded by this
    private boolean closed;
    private long suspended;
    private String idle; // why, null if it is not
    private boolean isRescued; // since the battery is low
    private long statesChecked;
    private Inhibitors.Handle lease = () -> {};
    private String problem = "";

    /** @param awake clock that stops during a suspend, while that of the context does not */
    PowerControl(ModuleContext context, PowerSettings settings, Ticker awake) {
        this.context = context;
        this.settings = settings;
        this.ticker = context.ticker();
        this.awake = awake;
        windows = settings.windows();
        use = new VehicleUse(settings, context);
        timers = new SleepTimers(ticker, context.clock(), this::event);
        runner = new SequenceRunner(request -> new SleepSequence(request, settings, context, awake, this::ended));
        suspended = ticker.nanos() - awake.nanos();
        suspended = Math.max(suspended, ticker.nanos() - awake.nanos()); // a delay between the two reads makes it less
        addTimer(FALLBACK, ticker.nanos());
    }

    /** Takes an event of others. Takes no lock. */
    void observe(String tag, Map<String, Object> data) {
        if (tag.equals("system/minion/ready") && "boot".equals(data.get("trigger"))) {
            event("system/power/on", Map.of("trigger", "boot")); // published by the next tick
        }
        if (tag.equals("system/release/pending")) {
            isReleasePending = true;
        }
        use.event(tag);
    }

    /** Called about once a second. */
    void tick() {
        synchronized (this) {
            if (!closed) {
                advance();
            }
        }
        publish();
    }

    private void advance() {
        checkSuspend();
        boolean wasInUse = use.inUse();
        use.update();
        if (use.inUse() && !wasInUse) {
            timers.clearAll();
        } else if (wasInUse && !use.inUse()) {
            addTimer(EVENT_DRIVEN, use.sinceNanos());
        }
        SleepSequence sequence = runner.running();
        if (sequence != null) {
            sequence.check(use.isSeen());
        }
        use.inhibitMaintenance(!runner.isForced());
        boolean isCritical = use.isBatteryCritical();
        isRescued &= isCritical;
        if (isCritical && !isIdleForGood()) {
            rescue();
        } else if (use.inUse() && !isCritical) {
            stopFor(use.reason());
        } else if (!runner.isBusy()) {
            checkTimers(isCritical);
        }
    }

    /** True if a low battery changes nothing any more: the unit is idle, and has no command that was not run. */
    private boolean isIdleForGood() {
        boolean isResting = idle != null && !runner.isBusy();
        return isResting
                && (isRescued || SleepSequence.commandOf(Goal.RESCUE, settings).isEmpty());
    }

    private void rescue() {
        if (!runner.isBusy()) {
            start(new SleepRequest(
                    Goal.RESCUE, 0, Math.min(settings.delay(), RESCUE_DELAY), "low_battery", "battery low", false));
        } else if (runner.running() != null && runner.running().request().goal() != Goal.REBOOT) {
            runner.running().hurry();
        }
    }

    /** Stops a sequence that is not forced, and ends idleness. */
    private void stopFor(String why) {
        if (runner.running() != null && !runner.isForced()) {
            runner.stop(why);
        }
        if (idle != null) {
            awaken(why);
        }
    }

    private void awaken(String why) {
        idle = null;
        problem = "";
        event("system/power/recover", Map.of("reason", why));
        addTimer(AFTER_SLEEP, ticker.nanos());
    }

    private void checkTimers(boolean isCritical) {
        long now = ticker.nanos();
        Optional<SleepTimer> due = timers.next().filter(each -> each.dueNanos() - now <= 0);
        if (due.isPresent() && isCritical) {
            timers.clearAll();
            rescue();
        } else if (due.isPresent()) {
            fire(due.get());
        } else if (idle != null
                && !isCritical
                && !use.isSeen()
                && inhibitions().isEmpty()
                && (isReleasePending || now - statesChecked >= VehicleUse.seconds(settings.idleS()))) {
            start(new SleepRequest(Goal.IDLE_STATES, 0, 0, "idle", "idle", false));
        }
    }

    private void fire(SleepTimer timer) {
        if (settings.bypass()) {
            timers.restart(timer);
            return;
        }
        Instant now = context.clock().instant();
        long suppressed = SuppressWindow.secondsLeft(windows, now);
        if (suppressed > 0) {
            timers.postpone(timer, suppressed);
            return;
        }
        if (use.isSeen() || !inhibitions().isEmpty()) {
            return; // it stays due
        }
        int interval = timer.interval();
        if (interval > 0) {
            long window = SuppressWindow.secondsToNext(windows, now, interval + (long) BOOT_SECONDS);
            interval = (int) Math.min(interval, window - BOOT_SECONDS);
            if (interval < Math.min(timer.interval(), BOOT_SECONDS)) {
                timers.postpone(timer, Math.max(1, window));
                return;
            }
        }
        timers.used(timer, interval);
        Goal goal = SleepRequest.goal(interval);
        start(new SleepRequest(goal, interval, timer.delay(), timer.reason(), cause(timer), false));
    }

    private String cause(SleepTimer timer) {
        return STANDARD.contains(timer.name()) ? use.reason() : timer.reason();
    }

    private void start(SleepRequest request) {
        LOG.info("power: {} begins: {}", request.goal(), request.cause());
        isReleasePending = false; // the sequence runs the pending states
        events.add(runner.prepare(request)::start); // after the events before it
        use.inhibitMaintenance(!runner.isForced());
    }

    private void ended(SleepSequence ended, Optional<String> stop) {
        synchronized (this) {
            runner.ended();
            if (!closed) {
                apply(ended, stop);
            }
        }
        publish();
    }

    private void apply(SleepSequence ended, Optional<String> stop) {
        Goal goal = ended.request().goal();
        statesChecked = ticker.nanos();
        if (goal == Goal.IDLE_STATES) {
            return;
        }
        problem = ended.problem();
        if (stop.isEmpty()) {
            timers.clearAll();
            isRescued = goal == Goal.RESCUE;
            String since = "since " + VehicleUse.time(context.clock().instant());
            idle = goal == Goal.REBOOT ? idle : since + ": " + ended.request().cause();
            if (!SleepSequence.commandOf(goal, settings).isEmpty()) { // also one that ended well may have no effect
                addTimer(AFTER_SLEEP, ticker.nanos(), Math.max(settings.inactivityAfterSleepPeriod(), RETRY_SECONDS));
            }
            return;
        }
        LOG.info("power: {} stopped: {}", goal, stop.get());
        idle = null;
        if (ended.wasAnnounced()) {
            event("system/power/recover", Map.of("reason", stop.get()));
        }
        if (!stop.get().equals(CLEARED)) {
            addTimer(AFTER_SLEEP, ticker.nanos());
        }
    }

    private void checkSuspend() {
        long slept = ticker.nanos() - awake.nanos() - suspended;
        suspended += Math.max(0, slept); // less than 0: a delay between the two reads
        if (slept < LEAST_SUSPEND) {
            return;
        }
        if (runner.running() != null) {
            runner.running().stopAsleep(); // its command returns some time
        }
        idle = null;
        problem = "";
        timers.clearAll();
        addTimer(AFTER_SLEEP, ticker.nanos());
        event("system/power/on", Map.of("trigger", "wake", "asleep", TimeUnit.NANOSECONDS.toSeconds(slept)));
    }

    private void addTimer(String name, long start) {
        int period = switch (name) {
            case EVENT_DRIVEN -> settings.eventDrivenPeriod();
            case AFTER_SLEEP -> settings.inactivityAfterSleepPeriod();
            default -> settings.inactivityFallbackPeriod();
        };
        addTimer(name, start, period);
    }

    private void addTimer(String name, long start, int period) {
        boolean isDriven = name.equals(EVENT_DRIVEN);
        int interval = isDriven ? settings.eventDrivenInterval() : settings.inactivityInterval();
        if (period > 0 && !use.inUse()) {
            timers.add(name, period, interval, settings.delay(), isDriven ? use.word() : name, start);
        }
    }

    private List<Inhibitors.Inhibition> inhibitions() {
        return PowerStatus.holding(context.inhibitors());
    }

    private void event(String tag, Map<String, Object> data) {
        events.add(() -> context.events().publish(tag, data));
    }

    private void publish() {
        synchronized (events) { // a thread at a time: two could change the order
            for (Runnable each = events.poll(); each != null; each = events.poll()) {
                each.run();
            }
        }
    }

    Map<String, Object> change(TimerArguments given) throws Failure {
        try {
            synchronized (this) {
                if (given.add() != null) {
                    requireUnused();
                }
                if (SleepTimers.ALL.equals(given.clear())) {
                    runner.stop(CLEARED);
                }
                timers.change(given, given.delay() == null ? settings.delay() : given.delay());
                return timers.listing();
            }
        } finally {
            publish();
        }
    }

    private void requireUnused() throws Failure {
        if (use.inUse()) {
            throw new Failure(
                    PowerErrors.VEHICLE_IN_USE,
                    "the vehicle is in use (" + use.reason() + "): repeat it when it is parked");
        }
    }

    private void requireUninhibited() throws Failure {
        for (Inhibitors.Inhibition each : inhibitions()) {
            if (!each.owner().equals(JOBS)) {
                String held = "sleep is " + PowerStatus.heldBy(each);
                throw new Failure(PowerErrors.SLEEP_INHIBITED, held + "; wait, or repeat it with force=true");
            }
        }
    }

    void sleep(SleepRequest request) throws Failure {
        synchronized (this) {
            if (runner.isBusy()) {
                String how = runner.running() == null
                        ? "a sequence ends"
                        : runner.running().progress();
                throw new Failure(PowerErrors.SLEEP_RUNNING, how + ": wait, or stop it with power.sleep_timer clear=*");
            }
            if (!request.force()) {
                requireUnused();
                requireUninhibited();
            }
            start(request);
        }
        publish();
    }

    /** Keeps the unit awake; the latest lease counts, and none lasts for 0 seconds. */
    void stayAwake(int seconds, String reason) {
        synchronized (this) {
            lease.close();
            if (seconds > 0) {
                lease = context.inhibitors()
                        .inhibit(Inhibitors.Activity.SLEEP, "operator: " + reason, Duration.ofSeconds(seconds));
                stopFor("power.stay_awake: " + reason);
            }
        }
        publish();
    }

    synchronized PowerStatus status() {
        SleepTimer next = timers.next().orElse(null);
        boolean hasCommand = !settings.sleepCommand().isEmpty();
        return new PowerStatus(
                use.inUse(),
                use.reason(),
                hasCommand ? "asleep" : "idle",
                settings.bypass(),
                runner.running() == null ? null : runner.running().progress(),
                idle,
                next,
                next == null ? 0 : next.dueNanos() - ticker.nanos(),
                next == null ? "" : cause(next),
                inhibitions());
    }

    synchronized Map<String, Object> lastSequence() {
        return runner.last();
    }

    synchronized Map<String, String> vehicle() {
        return use.states();
    }

    synchronized String problem() {
        return problem;
    }

    /** Ends the sequence at its next step, or in a call. */
    @Override
    public void close() {
        Thread ending;
        synchronized (this) {
            closed = true;
            runner.stop("the module was closed");
            ending = runner.thread();
        }
        SequenceRunner.end(ending);
    }
}
