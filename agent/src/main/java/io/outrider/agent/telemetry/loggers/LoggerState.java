package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.commands.JobErrors;
import io.outrider.agent.runtime.errors.AgentErrors;
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

    private static final Set<ErrorCode> MISSING = Set.of(CommonErrors.NO_HARDWARE, CommonErrors.NO_SUCH_FUNCTION);

    /** Codes of forbidden calls: DENIED by [jobs] allow and deny, CMD_DISABLED by [cmd]. */
    private static final Set<ErrorCode> FORBIDDEN = Set.of(JobErrors.DENIED, AgentErrors.CMD_DISABLED);

    /** Cause of the end of a period without calls. */
    enum Silence {
        NONE,
        /** Start of the engine or the communication, or the gate's next opening. */
        DRIVE,
        /** Reload of settings or modules. */
        RELOAD
    }

    final LoggerSettings settings;
    final boolean standard;
    final ReadingFilter filter;
    final long phase;

    /** Limit of calls by events. */
    final RateLimiter limiter = new RateLimiter(0);

    /** Ticker time since the schedule's start. */
    long due = NEVER;

    /** Time of the event that calls it. */
    long eventAt = NEVER;

    /** Failed calls since that event. */
    int tries;

    /** Queued, or being called. */
    boolean busy;

    /** True if an event came meanwhile, which needs another call. */
    boolean eventWhileBusy;

    boolean paused;
    boolean removed;

    /** Reason of the closed gate; null if it is open. */
    String gateReason;

    /** Time at which the gate closed. */
    long gatedAt;

    /** True if the gate has been closed since it was silenced. */
    boolean gatedWhileSilenced;

    Silence silence = Silence.NONE;

    /** Failures in a row. */
    int failures;

    /** Failures that show that the vehicle does not support it. */
    int unsupported;

    /** Last failure; null after a success. */
    Failure failure;

    long failingSince;
    long triedAt = Long.MIN_VALUE;

    /** True if its last call succeeded, so that it may share one. */
    volatile boolean lastCallOk;

    long readings;
    long records;
    long failed;

    /** Last reading, before the filter. */
    final LastReading last;

    private final ReadingMemory.Account filterMemory;
    private final ReadingMemory.Account lastMemory;
    private ZonedDateTime nextCron; // by the wall clock, for cron
    private ZonedDateTime lastCron;

    /** @param memory for its readings until it is {@linkplain #remove removed} */
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

    /** Removes the logger and frees its memory. */
    void remove() {
        removed = true;
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

    boolean hasFreshEvent(long now) {
        return eventAt != NEVER && now - eventAt < EVENT_LIFETIME;
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

    void gate(String reason, long now) {
        gatedAt = gateReason == null ? now : gatedAt;
        gateReason = reason;
    }

    /** True if a standard logger lacks its hardware or function, which is no problem. */
    boolean isMissing() {
        return standard && failure != null && MISSING.contains(failure.errorCode());
    }

    /** True if the settings forbid its call. */
    boolean isForbidden() {
        return failure != null && FORBIDDEN.contains(failure.errorCode());
    }

    /** State as {@code logger.list} shows it. */
    String state() {
        if (paused) {
            return "paused";
        }
        if (silence == Silence.RELOAD) {
            return isForbidden() ? "not allowed" : "absent";
        }
        if (silence == Silence.DRIVE) {
            return "silenced";
        }
        if (gateReason != null) {
            return "gated";
        }
        return failures == 0 ? "running" : isMissing() ? "absent" : "backing off";
    }

    /** @return reason of the state; null if it runs */
    String why() {
        if (paused) {
            return "paused by logger.pause; logger.resume ends that, and so does a restart";
        }
        return gateReason != null && silence == Silence.NONE
                ? gateReason
                : failure == null ? null : failure.getMessage();
    }
}
