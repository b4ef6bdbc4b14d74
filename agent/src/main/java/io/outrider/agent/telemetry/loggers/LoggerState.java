package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.commands.JobErrors;
import io.outrider.agent.vehicle.triggers.RateLimiter;
import io.outrider.api.CommonErrors;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import java.time.Clock;
import java.time.ZonedDateTime;
import java.util.Set;

/** Runtime state of one logger. Mutable fields are guarded by the schedule. */
final class LoggerState {
    /** Ticker time for "not due". */
    static final long NEVER = Long.MAX_VALUE;

    /** Nanoseconds for which an event waits for the gate: the engine may be reported before the bus is awake. */
    private static final long EVENT_LIFETIME = 60_000_000_000L;

    private static final long SECOND = 1_000_000_000L;

    /** Time after which gated loggers are checked less often. */
    private static final long LONG_GATED = 60 * SECOND;

    private static final Set<ErrorCode> MISSING = Set.of(CommonErrors.NO_HARDWARE, CommonErrors.NO_SUCH_FUNCTION);

    /** How its calls go; a pause or a closed gate defers them besides. */
    enum Mode {
        RUNNING,
        /** It has failed, and is tried again later. */
        BACKING_OFF,
        /** No call before the start of the engine or the communication, or before the gate opens again. */
        SILENCED,
        /** No call before a reload of settings or modules. */
        STOPPED
    }

    /** Its calls now. */
    enum CallPhase {
        IDLE,
        /** Queued, or being called. */
        BUSY,
        /** As BUSY, and an event that came meanwhile needs another call. */
        BUSY_WITH_EVENT
    }

    /** Reason of a closed gate, and the time at which it closed. */
    record Gate(String reason, long since) {}

    final LoggerSettings settings;
    final boolean standard;
    final ReadingFilter filter;
    final long phase;

    final RateLimiter limiter = new RateLimiter(0);

    /** Ticker time since the schedule's start. */
    long due = NEVER;

    long eventAt = NEVER;

    /** Failed calls since that event. */
    int tries;

    CallPhase activity = CallPhase.IDLE;

    boolean paused;
    Mode mode = Mode.RUNNING;
    Gate gate; // null while it is open
    int failures; // in a row
    long failingSince;
    Failure failure; // the last; null after a success

    /** Failures that show that the vehicle does not support it. */
    int unsupported;

    long triedAt = Long.MIN_VALUE;

    /** True if its last call succeeded, so that it may share one. */
    volatile boolean mayShare;

    long readings;
    long records;
    long failed;

    /** Last reading, before the filter. */
    final LastReading last;

    private final ReadingMemory.Account filterMemory;
    private final ReadingMemory.Account lastMemory;
    private ZonedDateTime nextCron; // by the wall clock, for cron
    private ZonedDateTime lastCron;

    /** @param memory for its readings until it is {@linkplain #close closed} */
    LoggerState(LoggerSettings settings, boolean standard, long phase, ReadingMemory memory) {
        this.settings = settings;
        this.standard = standard;
        this.phase = phase;
        this.filterMemory = memory.open(settings.filter().equals(FilterSettings.NONE) ? 0 : ReadingFilter.OWN_BYTES);
        this.lastMemory = memory.open(0);
        this.filter = new ReadingFilter(settings.filter(), filterMemory);
        this.last = new LastReading(lastMemory);
        if (settings.timing() instanceof LoggerTiming.Every) {
            due = phase;
        }
    }

    /** Frees the memory of a logger that is removed. */
    void close() {
        filterMemory.close();
        lastMemory.close();
    }

    String name() {
        return settings.name();
    }

    /** @return nanoseconds; 0 without an interval */
    long interval() {
        return settings.timing() instanceof LoggerTiming.Every every ? every.nanos() : 0;
    }

    /** First time on its grid after another, so that loggers due together stay together. */
    long nextAfter(long nanos) {
        long interval = interval();
        return interval == 0 ? NEVER : phase + (Math.floorDiv(nanos - phase, interval) + 1) * interval;
    }

    /** True if its cron time has come; true once for each, however the clock jumps. */
    boolean isCronDue(Clock clock) {
        if (!(settings.timing() instanceof LoggerTiming.At at)) {
            return false;
        }
        ZonedDateTime now = ZonedDateTime.now(clock);
        if (nextCron != null && !now.isBefore(nextCron)) {
            lastCron = nextCron;
            nextCron = at.cron().next(now);
            return true;
        }
        ZonedDateTime candidate = at.cron().next(now);
        if (candidate != null && candidate.equals(lastCron)) { // the clock was set back a little
            candidate = at.cron().next(candidate);
        }
        nextCron = candidate;
        return false;
    }

    /** @return nanoseconds to its next cron time; {@link #NEVER} without cron */
    long untilCron(Clock clock) {
        if (nextCron == null) {
            return NEVER;
        }
        long millis = nextCron.toInstant().toEpochMilli() - clock.millis();
        return Math.max(1, millis) * 1_000_000L;
    }

    boolean isBusy() {
        return activity != CallPhase.IDLE;
    }

    void closeGate(String reason, long now) {
        gate = new Gate(reason, gate == null ? now : gate.since());
        mayShare = false;
    }

    /** Opens the gate; what has failed before it closed may be outdated. */
    void openGate() {
        gate = null;
        if (mode == Mode.SILENCED) {
            restart();
        } else if (mode == Mode.BACKING_OFF) {
            mode = Mode.RUNNING;
            failures = 0;
        }
    }

    /** Next gate check, on a full second, so that all loggers check together. */
    void waitForGate(long now) {
        boolean isEventFresh = eventAt != NEVER && now - eventAt < EVENT_LIFETIME;
        if (interval() > 0 || isEventFresh) {
            boolean isLong = gate == null || now - gate.since() > LONG_GATED; // a parked car stays so for long
            long step = isLong ? 2 * SECOND : SECOND;
            long earliest = Math.max(now + 1, now + interval() - SECOND + 1);
            due = (Math.floorDiv(earliest - 1, step) + 1) * step;
        }
    }

    void fail(Failure why, long now) {
        failingSince = failures == 0 ? now : failingSince;
        failures++;
        failed++;
        tries++;
        failure = why;
        mode = Mode.BACKING_OFF;
    }

    /** Forgets the failures but the text of the last. */
    void restart() {
        mode = Mode.RUNNING;
        failures = 0;
        unsupported = 0;
    }

    void succeed() {
        restart();
        failure = null;
        mayShare = true;
    }

    /** True if a standard logger lacks its hardware or function, which is no problem. */
    boolean isMissing() {
        return standard && failure != null && MISSING.contains(failure.errorCode());
    }

    boolean isForbidden() {
        return failure != null && JobErrors.isForbidden(failure);
    }

    /** State as {@code logger.list} shows it. */
    String state() {
        if (paused) {
            return "paused";
        }
        if (gate != null && mode != Mode.STOPPED && mode != Mode.SILENCED) {
            return "gated";
        }
        return switch (mode) {
            case RUNNING -> "running";
            case BACKING_OFF -> isMissing() ? "absent" : "backing off";
            case SILENCED -> "silenced";
            case STOPPED -> isForbidden() ? "not allowed" : "absent";
        };
    }

    /** @return reason of the state; null if it runs */
    String why() {
        String state = state();
        if (state.equals("paused")) {
            return "paused by logger.pause; logger.resume ends that, and so does a restart";
        }
        if (state.equals("gated")) {
            return gate.reason();
        }
        return failure == null ? null : failure.getMessage();
    }
}
