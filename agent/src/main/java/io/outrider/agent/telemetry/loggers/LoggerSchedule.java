package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.functions.Glob;
import io.outrider.agent.vehicle.triggers.RateLimiter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Schedule of the loggers. Times are ticker nanoseconds since the start. Any thread. */
final class LoggerSchedule {
    /** Initial spread of loggers, those aside whose function has a batch. */
    private static final long SPLAY = 5_000_000_000L;

    /** Grid of first calls, so that many loggers cause few wake-ups. */
    private static final long GRAIN = 100_000_000L;

    private static final long SECOND = 1_000_000_000L;

    /** Loggers due this soon join a call early, by a tenth of their interval at most. */
    private static final long COALESCE = 100_000_000L;

    /** Interval of cron checks, as the wall clock may jump. */
    private static final long CRON_CHECK = 60_000_000_000L;

    /** Tags of events that may mark the start of a drive. */
    private static final Set<String> DRIVES =
            Set.of("vehicle/engine/running", "vehicle/motor/running", "vehicle/communication/established");

    private final Loggers.Dependencies deps;
    private final ReadingMemory memory = new ReadingMemory(ReadingMemory.MOST_BYTES);
    private final Map<String, LoggerState> loggers = new LinkedHashMap<>();
    private final CallBatcher batcher;
    private final HeldBackLoggers heldBack = new HeldBackLoggers();
    private long heldCalls;

    LoggerSchedule(Loggers.Dependencies deps, CallBatcher batcher) {
        this.deps = deps;
        this.batcher = batcher;
    }

    /** Replaces the loggers; unchanged ones keep their state. */
    synchronized void replace(Collection<Desired> desired, long now) {
        Map<String, LoggerState> before = new LinkedHashMap<>(loggers);
        loggers.clear();
        Set<LoggerSettings> stay = desired.stream().map(Desired::settings).collect(Collectors.toSet());
        before.values().stream().filter(old -> !stay.contains(old.settings)).forEach(LoggerState::close);
        for (Desired each : desired) {
            LoggerState old = before.get(each.settings().name());
            if (old != null && stay.contains(old.settings)) {
                loggers.put(old.name(), old);
            } else {
                LoggerState logger =
                        new LoggerState(each.settings(), each.standard(), phase(each.settings(), now), memory);
                logger.paused = old != null && old.paused;
                loggers.put(logger.name(), logger);
            }
        }
    }

    record Desired(LoggerSettings settings, boolean standard) {}

    private long phase(LoggerSettings settings, long now) {
        if (!(settings.timing() instanceof LoggerTiming.Every every)) {
            return 0;
        }
        long splay = batcher.hasBatch(settings.function()) ? 0 : Math.min(every.nanos(), SPLAY) / GRAIN;
        long start = (Math.floorDiv(now, SECOND) + 1) * SECOND; // so that later loggers share the grid too
        return start + (splay <= 1 ? 0 : deps.random().nextLong(splay) * GRAIN);
    }

    /** Loggers due now; the caller passes each to {@link #admit}. */
    synchronized List<LoggerState> due(long now) {
        List<LoggerState> due = new ArrayList<>();
        Set<String> shared = new HashSet<>(); // functions
        for (LoggerState logger : loggers.values()) {
            if (logger.isCronDue(deps.clock())) {
                logger.due = now;
            }
            if (logger.due <= now) {
                due.add(logger);
                if (canShare(logger)) {
                    shared.add(logger.settings.function());
                }
            }
        }
        if (!shared.isEmpty()) {
            loggers.values().stream()
                    .filter(each -> joinsEarly(each, now) && shared.contains(each.settings.function()))
                    .forEach(due::add);
        }
        return due;
    }

    private boolean joinsEarly(LoggerState logger, long now) {
        long latest = now + Math.min(logger.interval() / 10, COALESCE);
        return logger.due > now && logger.due <= latest && canShare(logger) && !logger.isBusy() && logger.gate == null;
    }

    /** True if it may share a call with others of its function, without a gate check in between. */
    boolean canShare(LoggerState logger) {
        return logger.mayShare && batcher.canBatch(logger.settings.question());
    }

    /**
     * Decides whether a due logger is called now, and sets its next due time.
     *
     * @param reason reason of the closed gate; null if it is open
     * @return true if the caller must call it, and then {@link #finished}
     */
    synchronized boolean admit(LoggerState logger, String reason, long now) {
        long before = Math.max(now, logger.due);
        logger.due = logger.nextAfter(before);
        if (logger.isBusy() && logger.eventAt != LoggerState.NEVER) {
            logger.activity = LoggerState.CallPhase.BUSY_WITH_EVENT;
        }
        boolean isRemoved = loggers.get(logger.name()) != logger;
        if (isRemoved || logger.paused || logger.isBusy() || logger.mode == LoggerState.Mode.STOPPED) {
            return false;
        }
        if (reason != null) {
            logger.closeGate(reason, now);
            logger.waitForGate(now);
            return false;
        }
        if (logger.gate != null) {
            logger.openGate();
            loggers.values().stream()
                    .filter(each -> each.gate != null && each.interval() > 0)
                    .forEach(each -> each.due = now); // their gate may be open too
        }
        if (logger.mode == LoggerState.Mode.SILENCED) {
            logger.waitForGate(now);
            return false;
        }
        if (isHeldBack(logger, now)) {
            return false;
        }
        logger.activity = LoggerState.CallPhase.BUSY;
        return true;
    }

    /** True if a rate limit rejects the call, as its own calls may cause the events. */
    private boolean isHeldBack(LoggerState logger, long now) {
        if (!(logger.settings.timing() instanceof LoggerTiming.On)) {
            return false;
        }
        RateLimiter.Decision decision = logger.limiter.tryAcquire(now);
        if (decision == RateLimiter.Decision.LIMIT_REACHED) {
            heldBack.add(logger.name(), now);
        }
        boolean isRetry = logger.tries > 0; // of a call that was counted
        if (decision == RateLimiter.Decision.ALLOWED) {
            if (isRetry || deps.limit().tryAcquire()) {
                return false;
            }
            logger.limiter.release(); // else it would count against the logger's own limit
        }
        heldCalls++;
        return true;
    }

    synchronized long heldCalls() {
        return heldCalls;
    }

    synchronized void cancel(LoggerState logger, String reason, long now) {
        logger.activity = LoggerState.CallPhase.IDLE; // after an event too, as it is due again anyway
        logger.closeGate(reason, now);
        logger.waitForGate(now);
    }

    /** Ends the call of an admitted logger; intervals missed meanwhile are skipped. */
    synchronized void finished(LoggerState logger, long now, Runnable change) {
        boolean isDueAgain = logger.activity == LoggerState.CallPhase.BUSY_WITH_EVENT;
        logger.activity = LoggerState.CallPhase.IDLE;
        if (logger.interval() > 0 && logger.due <= now) {
            logger.due = logger.nextAfter(now);
        }
        change.run();
        if (isDueAgain) {
            logger.due = now;
        }
    }

    /** @return whether a logger is due because of the event */
    synchronized boolean onEvent(String tag, long now) {
        boolean any = false;
        for (LoggerState logger : loggers.values()) {
            if (logger.settings.timing() instanceof LoggerTiming.On on && Glob.matches(on.pattern(), tag)) {
                logger.due = now;
                logger.eventAt = now;
                logger.tries = 0;
                any = true;
            } else if (logger.gate != null
                    && logger.interval() > 0
                    && !logger.settings.when().isEmpty()) {
                logger.due = Math.min(logger.due, now + COALESCE); // once all listeners have it
                any = true;
            }
            if (logger.mode == LoggerState.Mode.SILENCED && DRIVES.contains(tag)) {
                logger.restart();
                logger.due = Math.min(logger.due, logger.nextAfter(now));
                any = true;
            }
        }
        return any;
    }

    /** Retries the module's failing loggers early, now that the vehicle responds. */
    synchronized void onVehicleResponse(LoggerState source, long now) {
        for (LoggerState logger : loggers.values()) {
            if (logger != source
                    && logger.mode == LoggerState.Mode.BACKING_OFF
                    && logger.unsupported == 0
                    && logger.settings.module().equals(source.settings.module())) {
                logger.due = Math.min(logger.due, logger.nextAfter(now));
            }
        }
    }

    /** @return nanoseconds until a logger is due; {@link LoggerState#NEVER} if none is */
    synchronized long untilNext(long now) {
        long until = heldBack.log(now);
        for (LoggerState logger : loggers.values()) {
            boolean isIdle = logger.paused || logger.mode == LoggerState.Mode.STOPPED;
            if (logger.due != LoggerState.NEVER && !isIdle) {
                until = Math.min(until, Math.max(0, logger.due - now));
            }
            if (logger.settings.timing() instanceof LoggerTiming.At) {
                until = Math.min(until, Math.min(CRON_CHECK, logger.untilCron(deps.clock())));
            }
        }
        return until;
    }

    /** Runs an action on each logger under the lock. */
    synchronized void forEach(Consumer<LoggerState> action) {
        loggers.values().forEach(action);
    }

    synchronized LoggerState find(String name) {
        return loggers.get(name);
    }

    synchronized List<String> names() {
        return List.copyOf(loggers.keySet());
    }

    /** Resumes a logger after a pause or a reload. */
    synchronized void resume(LoggerState logger, long now) {
        logger.paused = false;
        if (logger.interval() > 0) {
            logger.due = now;
        }
    }
}
