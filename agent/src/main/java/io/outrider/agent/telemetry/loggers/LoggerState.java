package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.vehicle.triggers.RateLimiter;
import io.outrider.api.Failure;
import java.time.Clock;
import java.time.ZonedDateTime;
import java.util.Set;

/** A logger at work. Everything that changes is guarded by the schedule. */
final class LoggerState {
    /** Due at no moment of the ticker. */
    static final long NEVER = Long.MAX_VALUE;

    /** So long what an event asks for waits for the gate: the engine's start may be told before the bus is awake. */
    private static final long PATIENCE = 60_000_000_000L;

    private static final Set<String> MISSING = Set.of("NO_HARDWARE", "NO_SUCH_FUNCTION");

    /** The owner does not want it: DENIED by [jobs] allow and deny, CMD_DISABLED by [cmd]. */
    private static final Set<String> FORBIDDEN = Set.of("DENIED", "CMD_DISABLED");

    /** Until when it is not called at all. */
    enum Silence {
        NONE,
        /** The engine or the communication starts, or the gate closes and opens again. */
        DRIVE,
        /** Settings or modules are read again. */
        RELOAD
    }

    final LoggerSettings settings;
    final boolean standard;
    final ReadingFilter filter;
    final long phase;

    /** Of what events call. */
    final RateLimiter limiter = new RateLimiter(0);

    /** By the ticker, since the schedule's beginning. */
    long due = NEVER;

    /** When the event came that calls it. */
    long asked = NEVER;

    /** That failed since then. */
    int tries;

    /** In a lane, or being called. */
    boolean busy;

    /** Whether an event came meanwhile, of which that call may know nothing. */
    boolean askedAgain;

    boolean paused;
    boolean removed;

    /** Why it is not called at the moment; null if the gate is open. */
    String gated;

    /** Since when, if it is. */
    long gatedFrom;

    /** Whether the gate has been closed since it was silenced. */
    boolean gatedSince;

    Silence silence = Silence.NONE;

    /** In a row. */
    int failures;

    /** Those among them that tell that the vehicle does not have it. */
    int unsupported;

    /** The last one, while it fails; else null. */
    Failure failure;

    long failingSince;
    long triedAt = Long.MIN_VALUE;

    /** Whether its last call went well, so that it can be asked together with others. */
    volatile boolean proven;

    long readings;
    long records;
    long failed;

    /** What was read last, before the filter. */
    final LastReading last;

    private final ReadingMemory.Account filterMemory;
    private final ReadingMemory.Account lastMemory;
    private ZonedDateTime next; // by the wall clock, for cron
    private ZonedDateTime fired;

    /** @param memory for what it keeps of its readings until it is {@linkplain #remove removed} */
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

    /** It is none of the loggers any more, and keeps no readings. */
    void remove() {
        removed = true;
        filterMemory.close();
        lastMemory.close();
    }

    String name() {
        return settings.name();
    }

    /** @return 0 if it has none */
    long interval() {
        return settings.timing() instanceof LoggerTiming.Every every ? every.nanos() : 0;
    }

    /** The first moment of its rhythm after another moment, so that what is due together stays together. */
    long after(long moment) {
        long interval = interval();
        return interval == 0 ? NEVER : phase + (Math.floorDiv(moment - phase, interval) + 1) * interval;
    }

    /** Whether an event called it that is not long ago. */
    boolean isAwaited(long now) {
        return asked != NEVER && now - asked < PATIENCE;
    }

    /** Whether it may be asked in one call with others: then nobody asks the gate between it and them. */
    boolean canShare() {
        return proven && settings.question().isPlain();
    }

    /** Whether its minute has come; it comes once, however the clock jumps. */
    boolean isMinute(Clock clock) {
        if (!(settings.timing() instanceof LoggerTiming.At at)) {
            return false;
        }
        ZonedDateTime now = ZonedDateTime.now(clock);
        if (next != null && !now.isBefore(next)) {
            fired = next;
            next = at.cron().next(now);
            return true;
        }
        ZonedDateTime candidate = at.cron().next(now);
        if (candidate != null && candidate.equals(fired)) { // the clock was set back a little
            candidate = at.cron().next(candidate);
        }
        next = candidate;
        return false;
    }

    /** @return the time to its next minute in nanoseconds; {@link #NEVER} without cron */
    long untilMinute(Clock clock) {
        if (next == null) {
            return NEVER;
        }
        long millis = next.toInstant().toEpochMilli() - clock.millis();
        return Math.max(1, millis) * 1_000_000L;
    }

    void gate(String reason, long now) {
        gatedFrom = gated == null ? now : gatedFrom;
        gated = reason;
    }

    /** Whether this unit has not what a standard logger would read, which is nobody's trouble. */
    boolean isMissing() {
        return standard && failure != null && MISSING.contains(failure.code());
    }

    /** Whether the settings do not let it be called. */
    boolean isForbidden() {
        return failure != null && FORBIDDEN.contains(failure.code());
    }

    /** For people. */
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
        if (gated != null) {
            return "gated";
        }
        return failures == 0 ? "running" : isMissing() ? "absent" : "backing off";
    }

    /** @return null if it runs */
    String why() {
        if (paused) {
            return "paused by logger.pause; logger.resume ends that, and so does a restart";
        }
        return gated != null && silence == Silence.NONE ? gated : failure == null ? null : failure.getMessage();
    }
}
