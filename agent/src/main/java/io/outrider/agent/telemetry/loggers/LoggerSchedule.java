package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.vehicle.triggers.EventCallLimit;
import io.outrider.agent.vehicle.triggers.RateLimiter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Who is due when. Moments are nanoseconds of the ticker since the beginning. Any thread. */
final class LoggerSchedule {
    /** So long loggers of other functions than obd.query are spread over at the start. */
    private static final long SPLAY = 5_000_000_000L;

    /** Loggers begin at multiples of this, so that a thousand of them wake nobody a thousand times. */
    private static final long GRAIN = 100_000_000L;

    private static final long SECOND = 1_000_000_000L;

    /** Who has been gated so long is looked at less often. */
    private static final long RESTING = 60 * SECOND;

    /** Who is due so soon may come along, and at most a tenth of its interval early. */
    private static final long TOGETHER = 100_000_000L;

    /** The wall clock may jump: cron looks at it this often. */
    private static final long LOOK = 60_000_000_000L;

    private final Clock clock;
    private final RandomGenerator random;
    private final ReadingMemory memory;
    private final Map<String, LoggerState> tasks = new LinkedHashMap<>();
    private final EventCallLimit limit;
    private final HeldBackLoggers heldBack = new HeldBackLoggers();
    private long held;

    /**
     * @param memory for the readings that all loggers keep
     * @param limit of the calls that events cause
     */
    LoggerSchedule(Clock clock, RandomGenerator random, ReadingMemory memory, EventCallLimit limit) {
        this.clock = clock;
        this.random = random;
        this.memory = memory;
        this.limit = limit;
    }

    /** Those that are as they were go on as they were. */
    synchronized void replace(Collection<Desired> desired, long now) {
        Map<String, LoggerState> before = new LinkedHashMap<>(tasks);
        tasks.clear();
        Set<LoggerSettings> stay = desired.stream().map(Desired::settings).collect(Collectors.toSet());
        before.values().stream()
                .filter(old -> !stay.contains(old.settings))
                .forEach(LoggerState::remove); // so that new ones have their memory
        for (Desired each : desired) {
            LoggerState old = before.get(each.settings().name());
            if (old != null && !old.removed) {
                tasks.put(old.name(), old);
            } else {
                LoggerState task =
                        new LoggerState(each.settings(), each.standard(), phase(each.settings(), now), memory);
                task.paused = old != null && old.paused;
                tasks.put(task.name(), task);
            }
        }
    }

    /** A logger that should be there. */
    record Desired(LoggerSettings settings, boolean standard) {}

    private long phase(LoggerSettings settings, long now) {
        if (!(settings.timing() instanceof LoggerTiming.Every every)) {
            return 0;
        }
        long splay = settings.function().equals("obd.query") ? 0 : Math.min(every.nanos(), SPLAY) / GRAIN;
        long start = (Math.floorDiv(now, SECOND) + 1) * SECOND; // so that those who come later share a rhythm too
        return start + (splay <= 1 ? 0 : random.nextLong(splay) * GRAIN);
    }

    /** Those that should be looked at now; each of them is given to {@link #admit}. */
    synchronized List<LoggerState> due(long now) {
        List<LoggerState> due = new ArrayList<>();
        boolean shares = false;
        for (LoggerState task : tasks.values()) {
            if (task.isMinute(clock)) {
                task.due = now;
            }
            if (task.due <= now) {
                due.add(task);
                shares |= task.canShare();
            }
        }
        if (shares) {
            for (LoggerState task : tasks.values()) {
                long early = Math.min(task.interval() / 10, TOGETHER);
                if (task.due > now && task.due <= now + early && task.canShare() && !task.busy && task.gated == null) {
                    due.add(task);
                }
            }
        }
        return due;
    }

    /**
     * Decides whether a task that is due is called now, and when it is due again.
     *
     * @param reason why it should not be called; null if it may be
     * @return true if it is to be called: then {@link #ended} follows
     */
    synchronized boolean admit(LoggerState task, String reason, long now) {
        long before = Math.max(now, task.due);
        task.due = task.after(before);
        if (task.busy && task.asked != LoggerState.NEVER) {
            task.askedAgain = true;
        }
        if (task.removed || task.paused || task.busy || task.silence == LoggerState.Silence.RELOAD) {
            return false;
        }
        if (reason != null) {
            task.gate(reason, now);
            task.gatedSince = true;
            task.proven = false;
            waitForGate(task, now);
            return false;
        }
        if (task.gated != null) {
            task.gated = null;
            task.failures = 0; // what was then need not be now
            tasks.values().stream()
                    .filter(each -> each.gated != null && each.interval() > 0)
                    .forEach(each -> each.due = now); // maybe theirs is open too
        }
        if (task.silence == LoggerState.Silence.DRIVE) {
            if (!task.gatedSince) {
                waitForGate(task, now);
                return false;
            }
            revive(task);
        }
        if (isHeldBack(task, now)) {
            return false;
        }
        task.busy = true;
        return true;
    }

    /** True if events call it, or all, so often that it may be their own calls that cause them. */
    private boolean isHeldBack(LoggerState task, long now) {
        if (!(task.settings.timing() instanceof LoggerTiming.On)) {
            return false;
        }
        RateLimiter.Decision decision = task.limiter.tryAcquire(now);
        if (decision == RateLimiter.Decision.LIMIT_REACHED) {
            heldBack.add(task.name(), now);
        }
        boolean isRetry = task.tries > 0; // of a call that counted
        if (decision == RateLimiter.Decision.ALLOWED) {
            if (isRetry || limit.tryAcquire()) {
                return false;
            }
            task.limiter.release(); // else the next event would tell that it is its own limit
        }
        held++;
        return true;
    }

    /** Names of those that are held back and are to be said to be so now. */
    synchronized List<String> takeHeldBack(long now) {
        return heldBack.take(now);
    }

    /** Calls that were held back. */
    synchronized long held() {
        return held;
    }

    /** On full seconds, so that a thousand of them look at it together. */
    static void waitForGate(LoggerState task, long now) {
        if (task.interval() > 0 || task.isAwaited(now)) {
            long step = now - task.gatedFrom > RESTING ? 2 * SECOND : SECOND; // a car that sleeps does so for long
            long earliest = Math.max(now + 1, now + task.interval() - SECOND + 1);
            task.due = (Math.floorDiv(earliest - 1, step) + 1) * step;
        }
    }

    private static void revive(LoggerState task) {
        task.silence = LoggerState.Silence.NONE;
        task.failures = 0;
        task.unsupported = 0;
    }

    /** A task that was admitted is not called after all. */
    synchronized void turnedAway(LoggerState task, String reason, long now) {
        task.busy = false;
        task.askedAgain = false; // it waits anyway
        task.gate(reason, now);
        task.gatedSince = true;
        task.proven = false;
        waitForGate(task, now);
    }

    /** The call of a task that was admitted is over; what it has missed meanwhile is skipped. */
    synchronized void ended(LoggerState task, long now, Runnable change) {
        task.busy = false;
        if (task.interval() > 0 && task.due <= now) {
            task.due = task.after(now);
        }
        change.run();
        if (task.askedAgain) {
            task.askedAgain = false;
            task.due = now;
        }
    }

    /** Something has happened to the vehicle. @return whether anybody is due because of it */
    synchronized boolean happened(EventTag tag, long now) {
        boolean any = false;
        for (LoggerState task : tasks.values()) {
            if (task.settings.timing() instanceof LoggerTiming.On on && tag.matches(on.pattern())) {
                task.due = now;
                task.asked = now;
                task.tries = 0;
                any = true;
            } else if (task.gated != null
                    && task.interval() > 0
                    && !task.settings.when().isEmpty()) {
                task.due = Math.min(task.due, now + TOGETHER); // when all have heard of it
                any = true;
            }
            if (task.silence == LoggerState.Silence.DRIVE && tag.isDrive()) {
                revive(task);
                task.due = Math.min(task.due, task.after(now));
                any = true;
            }
        }
        return any;
    }

    /** Those that wait for the vehicle, and not longer, now that it answers. */
    synchronized void vehicleAnswers(LoggerState who, long now) {
        for (LoggerState task : tasks.values()) {
            if (task != who
                    && task.failures > 0
                    && task.unsupported == 0
                    && task.silence == LoggerState.Silence.NONE
                    && task.settings.module().equals(who.settings.module())) {
                task.due = Math.min(task.due, task.after(now));
            }
        }
    }

    /** @return nanoseconds until somebody is due; {@link LoggerState#NEVER} if nobody is known to be */
    synchronized long untilNext(long now) {
        long until = heldBack.untilSaid(now);
        for (LoggerState task : tasks.values()) {
            if (task.due != LoggerState.NEVER && !isIdle(task)) {
                until = Math.min(until, Math.max(0, task.due - now));
            }
            if (task.settings.timing() instanceof LoggerTiming.At) {
                until = Math.min(until, Math.min(LOOK, task.untilMinute(clock)));
            }
        }
        return until;
    }

    private static boolean isIdle(LoggerState task) {
        return task.paused || task.silence == LoggerState.Silence.RELOAD;
    }

    /** Looks at all under the lock, or changes them. */
    synchronized void each(Consumer<LoggerState> look) {
        tasks.values().forEach(look);
    }

    synchronized LoggerState named(String name) {
        return tasks.get(name);
    }

    synchronized List<String> names() {
        return List.copyOf(tasks.keySet());
    }

    /** They go on after a pause, or are tried again after a reload. */
    synchronized void again(LoggerState task, long now) {
        task.paused = false;
        if (task.interval() > 0) {
            task.due = now;
        }
    }

    synchronized int size() {
        return tasks.size();
    }
}
