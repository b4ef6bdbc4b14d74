package io.outrider.agent.runtime.clock;

import io.outrider.api.Health;
import io.outrider.api.Metric;
import io.outrider.api.Ticker;
import io.outrider.wire.Micros;
import io.outrider.wire.Timestamp;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clock of the unit: the machine's monotonic clock plus an offset, so that it does not jump when the system's clock is
 * set. The first offset is that of the system's clock, untrusted. As soon as the system is synchronised or two position
 * fixes agree, the offset is measured again and trusted, and follows the system's clock while that is synchronised.
 * Afterwards the offset is kept and stays trusted, as monotonic clocks drift by less than 0.4 s an hour. With
 * {@link BootTimeTicker} it includes suspends. Microseconds; any thread; reads take no lock.
 *
 * <p>It has no thread: call {@link #check} at the interval that it returns.
 */
public final class UnitClock extends Clock implements TimeSource, Health.Source {
    private static final Logger LOG = LoggerFactory.getLogger(UnitClock.class);
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration USUAL = Duration.ofMinutes(1);

    /** Tolerance of a stamp in µs, for small corrections of the clock since. */
    private static final long SLEW = 10_000;

    /** Longest delay in µs of a thread between reading the old offset and using its stamp. */
    private static final long STRAGGLER = Micros.SECOND;

    private static final int READS = 5;
    private static final long GOOD_READ_NANOS = 100_000;

    private final Clock system;
    private final Ticker ticker;
    private final GnssTime fixes = new GnssTime();
    private final List<Consumer<Boolean>> listeners = new ArrayList<>();
    private final Object listenerLock = new Object();
    private final long first; // the offset until the clock is trusted
    private volatile Synchronisation synchronisation;
    private volatile boolean unknown; // the system does not report its synchronisation
    private volatile ClockState state;
    private boolean notified; // guarded by listenerLock

    private enum OffsetSource {
        /** The system's clock, not synchronised. */
        GUESS,
        /** The system's clock, synchronised. */
        SYSTEM,
        POSITION,
        /** One of the latter two, earlier. */
        HELD
    }

    /**
     * @param offset micros from the monotonic clock to UTC
     * @param since the monotonic clock's micros when the clock came to be trusted; {@code Long.MAX_VALUE} if it has not
     */
    private record ClockState(long offset, OffsetSource source, long since) {
        boolean isTrusted() {
            return source != OffsetSource.GUESS;
        }

        boolean isCertain() {
            return source == OffsetSource.SYSTEM || source == OffsetSource.POSITION;
        }

        ClockState now(long offset, OffsetSource source, long up) {
            return new ClockState(offset, source, isTrusted() ? since : up);
        }
    }

    /** @param ticker a {@link BootTimeTicker}, which continues through restarts of the process and suspends */
    public UnitClock(Clock system, Ticker ticker, Synchronisation synchronisation) {
        this.system = system;
        this.ticker = ticker;
        this.synchronisation = synchronisation;
        first = measured();
        state = new ClockState(first, OffsetSource.GUESS, Long.MAX_VALUE);
        check();
    }

    public void use(Synchronisation other) {
        synchronisation = other;
    }

    /** @return delay of the next call: seconds until the clock is trusted, then a minute */
    public Duration check() {
        follow();
        notifyListeners();
        return state.isTrusted() ? USUAL : SOON;
    }

    private synchronized void follow() {
        ClockState was = state;
        Synchronisation.SyncState before = synchronisation.state();
        long offset = measured();
        // queried twice: the offset read in between is right even if the clock is set concurrently
        boolean synced = before == Synchronisation.SyncState.YES && synchronisation.state() == before;
        unknown = before == Synchronisation.SyncState.UNKNOWN;
        long up = up();
        if (synced) {
            state = was.now(offset, OffsetSource.SYSTEM, up);
        } else if (was.source() == OffsetSource.SYSTEM || was.source() == OffsetSource.POSITION && !fixes.isFresh(up)) {
            state = was.now(was.offset(), OffsetSource.HELD, up);
        }
        log(was, state);
    }

    /**
     * Takes the time of a satellite receiver, in whole seconds; used only while the system is not synchronised, and when two
     * fixes agree.
     */
    public void fix(Instant utc, Timestamp at) {
        synchronized (this) {
            ClockState was = state;
            long offset = Micros.of(utc) - at.upMicros();
            if (was.source() == OffsetSource.SYSTEM || !fixes.agree(utc, offset, at.upMicros())) {
                return;
            }
            // a fix is accurate to 1-2 s: a better offset is kept
            boolean keep = was.isTrusted() && GnssTime.isNear(was.offset(), offset);
            state = was.now(keep ? was.offset() : offset, OffsetSource.POSITION, up());
            log(was, state);
        }
        notifyListeners();
    }

    private static void log(ClockState was, ClockState now) {
        if (!was.isTrusted() && now.isTrusted()) {
            LOG.info(
                    "clock trusted (source {}), corrected by {} s",
                    now.source().name().toLowerCase(Locale.ROOT),
                    seconds(now.offset() - was.offset()));
        } else if (Math.abs(now.offset() - was.offset()) > Micros.SECOND) {
            LOG.warn("clock corrected by {} s", seconds(now.offset() - was.offset()));
        }
    }

    static String seconds(long micros) {
        return BigDecimal.valueOf(micros, 6).setScale(3, RoundingMode.HALF_UP).toPlainString();
    }

    /** Adds a listener, which gets the current state at once: true while a source confirms the time. Called serially. */
    public void listen(Consumer<Boolean> listener) {
        synchronized (listenerLock) {
            notifyListeners();
            listeners.add(listener);
            listener.accept(notified);
        }
    }

    /** The second of concurrent callers reports the latest state. */
    private void notifyListeners() {
        synchronized (listenerLock) {
            boolean now = state.isCertain();
            if (now != notified) {
                notified = now;
                listeners.forEach(each -> each.accept(now));
            }
        }
    }

    @Override
    public Timestamp now() {
        ClockState now = state;
        long up = up();
        return new Timestamp(up + now.offset(), up, now.isTrusted());
    }

    /**
     * {@inheritDoc}
     *
     * <p>A stamp from before the clock was trusted is recognised by lying before the change. If it could be from either
     * side, as after a clock was set back by less than the stamp's age, it counts as the later.
     */
    @Override
    public Timestamp of(Instant stamp) {
        ClockState now = state;
        long micros = Micros.of(stamp);
        if (!now.isTrusted()) {
            return new Timestamp(micros, micros - first, false);
        }
        long before = micros - first;
        long after = micros - now.offset();
        boolean isOfNow = after >= now.since() - SLEW && after <= up() + SLEW;
        return !isOfNow && before <= now.since() + STRAGGLER
                ? new Timestamp(before + now.offset(), before, true)
                : new Timestamp(micros, Math.min(after, up()), true);
    }

    @Override
    public Timestamp settled(Timestamp timestamp) {
        ClockState now = state;
        return timestamp.trusted() || !now.isTrusted()
                ? timestamp
                : timestamp.corrected(timestamp.upMicros() + now.offset());
    }

    @Override
    public Instant instant() {
        ClockState now = state; // before the ticker, for stragglers: see of()
        return Instant.EPOCH.plus(up() + now.offset(), ChronoUnit.MICROS);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        InstantSource source = this::instant;
        return source.withZone(zone);
    }

    @Override
    public Health health() {
        ClockState now = state;
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("trusted", now.isTrusted());
        facts.put("source", now.source().name().toLowerCase(Locale.ROOT));
        List<Metric> metrics = List.of(
                Metric.gauge("clock_trusted", "1 when the time is known", now.isTrusted() ? 1 : 0),
                Metric.gauge("clock_synchronised", "1 while something vouches for the time", now.isCertain() ? 1 : 0));
        List<String> problems = unknown && !now.isTrusted()
                ? List.of("Nothing tells whether the system's clock is right; let the unit use adjtimex or"
                        + " systemd-timesyncd, or set trust = \"always\" in [clock] if it is.")
                : List.of();
        return new Health(facts, metrics, problems);
    }

    private long up() {
        return Math.floorDiv(ticker.nanos(), 1_000L);
    }

    /** System clock minus monotonic clock, in µs; the least interrupted of several reads. */
    private long measured() {
        long best = Long.MAX_VALUE;
        long offset = 0;
        for (int i = 0; i < READS && best > GOOD_READ_NANOS; i++) {
            long before = ticker.nanos();
            long micros = Micros.of(system.instant());
            long took = ticker.nanos() - before;
            if (took < best) {
                best = took;
                offset = micros - Math.floorDiv(before + took / 2, 1_000L);
            }
        }
        return offset;
    }
}
