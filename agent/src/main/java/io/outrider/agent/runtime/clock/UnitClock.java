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
 * The clock of everything on the unit: the machine's monotonic clock and an offset, so that it does not jump when
 * somebody sets the system's clock. At the start the offset is what the system's clock says, and is held; it is taken
 * anew and trusted as soon as the system is synchronised or two position fixes agree, and follows the system's clock as
 * long as that is so. When it ends, the offset is held, and is still trusted: monotonic clocks drift by less than 0.4 s
 * in an hour. With {@link BootTimeTicker} it goes on while the machine is suspended.
 * Microseconds; any thread; to be told the time takes no lock.
 *
 * <p>It has no thread: somebody calls {@link #check} as often as that says.
 */
public final class UnitClock extends Clock implements TimeSource, Health.Source {
    private static final Logger LOG = LoggerFactory.getLogger(UnitClock.class);
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration USUAL = Duration.ofMinutes(1);

    /** Micros by which a stamp may be off because the clock has been corrected a little since. */
    private static final long SLEW = 10_000;

    /** Micros for which a thread may have been held up between the old offset and its stamp. */
    private static final long STRAGGLER = Micros.SECOND;

    private final Clock system;
    private final Ticker ticker;
    private final GnssTime fixes = new GnssTime();
    private final List<Consumer<Boolean>> listeners = new ArrayList<>();
    private final Object telling = new Object();
    private final long first; // the offset until the clock is trusted
    private volatile Synchronisation synchronisation;
    private volatile boolean mute; // the system does not say whether it is synchronised
    private volatile State state;
    private boolean told; // guarded by telling

    /** Where the offset is from. */
    private enum Source {
        /** The system's clock, which nobody vouches for. */
        GUESS,
        /** The system's clock, synchronised. */
        SYSTEM,
        POSITION,
        /** One of the latter two, some time ago. */
        HELD
    }

    /**
     * @param offset micros from the monotonic clock to UTC
     * @param since the monotonic clock's micros when the clock came to be trusted; {@code Long.MAX_VALUE} if it has not
     */
    private record State(long offset, Source source, long since) {
        boolean isTrusted() {
            return source != Source.GUESS;
        }

        boolean isCertain() {
            return source == Source.SYSTEM || source == Source.POSITION;
        }

        State now(long offset, Source source, long up) {
            return new State(offset, source, isTrusted() ? since : up);
        }
    }

    /**
     * Looks at the system's clock once.
     *
     * @param ticker a {@link BootTimeTicker}, which goes on through restarts of the process and suspends; or a test's
     */
    public UnitClock(Clock system, Ticker ticker, Synchronisation synchronisation) {
        this.system = system;
        this.ticker = ticker;
        this.synchronisation = synchronisation;
        first = measured();
        state = new State(first, Source.GUESS, Long.MAX_VALUE);
        check();
    }

    /** From the next {@link #check} on, this tells whether the system's clock is right. */
    public void use(Synchronisation other) {
        synchronisation = other;
    }

    /**
     * Looks whether the system is synchronised, and follows its clock if it is.
     *
     * @return when to call it next: within seconds until the clock is trusted, once a minute after
     */
    public Duration check() {
        follow();
        tell();
        return state.isTrusted() ? USUAL : SOON;
    }

    private synchronized void follow() {
        State was = state;
        Synchronisation.State before = synchronisation.state();
        long offset = measured();
        // asked twice: what was read between is right, whoever sets the clock just now
        boolean synced = before == Synchronisation.State.YES && synchronisation.state() == before;
        mute = before == Synchronisation.State.UNKNOWN;
        long up = up();
        if (synced) {
            state = was.now(offset, Source.SYSTEM, up);
        } else if (was.source() == Source.SYSTEM || was.source() == Source.POSITION && !fixes.isFresh(up)) {
            state = was.now(was.offset(), Source.HELD, up);
        }
        log(was, state);
    }

    /**
     * What time a satellite receiver says it is; used only while the system is not synchronised, and when two fixes agree.
     *
     * @param utc to the second
     * @param at when it was read, by this clock
     */
    public void fix(Instant utc, Timestamp at) {
        synchronized (this) {
            State was = state;
            long offset = micros(utc) - at.upMicros();
            if (was.source() == Source.SYSTEM || !fixes.agree(utc, offset, at.upMicros())) {
                return;
            }
            // a fix is good to a second or two: what is better is kept
            boolean keep = was.isTrusted() && GnssTime.isNear(was.offset(), offset);
            state = was.now(keep ? was.offset() : offset, Source.POSITION, up());
            log(was, state);
        }
        tell();
    }

    private static void log(State was, State now) {
        if (!was.isTrusted() && now.isTrusted()) {
            LOG.info(
                    "the clock is trusted now (by {}); it was {} s off",
                    now.source().name().toLowerCase(Locale.ROOT),
                    seconds(now.offset() - was.offset()));
        } else if (Math.abs(now.offset() - was.offset()) > Micros.SECOND) {
            LOG.warn("the clock was {} s off, and has been put right", seconds(now.offset() - was.offset()));
        }
    }

    /** With three decimals. */
    static String seconds(long micros) {
        return BigDecimal.valueOf(micros, 6).setScale(3, RoundingMode.HALF_UP).toPlainString();
    }

    /**
     * Listens for good: true when the time comes to be known, false when nothing vouches for it any more; and now, as it is.
     *
     * @param listener called by whoever calls {@link #check} or {@link #fix}, one call at a time
     */
    public void listen(Consumer<Boolean> listener) {
        synchronized (telling) {
            tell();
            listeners.add(listener);
            listener.accept(told);
        }
    }

    /** Whoever comes second tells what holds by then. */
    private void tell() {
        synchronized (telling) {
            boolean now = state.isCertain();
            if (now != told) {
                told = now;
                listeners.forEach(each -> each.accept(now));
            }
        }
    }

    @Override
    public Timestamp now() {
        State now = state;
        long up = up();
        return new Timestamp(up + now.offset(), up, now.isTrusted());
    }

    /**
     * {@inheritDoc}
     *
     * <p>A stamp from before the clock was trusted is told by its moment: by the clock of that time it lies before the
     * change. Where it could be of both times, which takes a clock that was put back by less than the stamp is old, it is
     * taken for the later.
     */
    @Override
    public Timestamp of(Instant stamp) {
        State now = state;
        long micros = micros(stamp);
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
    public Timestamp settled(Timestamp moment) {
        State now = state;
        return moment.trusted() || !now.isTrusted() ? moment : moment.corrected(moment.upMicros() + now.offset());
    }

    @Override
    public Instant instant() {
        State now = state; // before the ticker, for stragglers: see of()
        return Instant.EPOCH.plus(up() + now.offset(), ChronoUnit.MICROS);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new ZonedClock(this, zone);
    }

    @Override
    public Health health() {
        State now = state;
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("trusted", now.isTrusted());
        facts.put("source", now.source().name().toLowerCase(Locale.ROOT));
        List<Metric> metrics = List.of(
                Metric.gauge("clock_trusted", "1 when the time is known", now.isTrusted() ? 1 : 0),
                Metric.gauge("clock_synchronised", "1 while something vouches for the time", now.isCertain() ? 1 : 0));
        List<String> problems = mute && !now.isTrusted()
                ? List.of("Nothing tells whether the system's clock is right; let the unit use adjtimex or"
                        + " systemd-timesyncd, or set trust = \"always\" in [clock] if it is.")
                : List.of();
        return new Health(facts, metrics, problems);
    }

    private long up() {
        return Math.floorDiv(ticker.nanos(), 1_000L);
    }

    /** The system's clock, less the monotonic one: of some readings the one that was interrupted least. */
    private long measured() {
        return ClockOffsets.measure(system, ticker);
    }

    private static long micros(Instant instant) {
        return Micros.of(instant);
    }
}
