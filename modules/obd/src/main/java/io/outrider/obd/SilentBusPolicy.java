package io.outrider.obd;

import io.outrider.api.Ticker;
import io.outrider.can.BusState;
import io.outrider.can.CanBus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Policy on polling a silent bus: whether loggers may ask. It samples an active bus four times a second, so that the
 * start of a silence is known within the interval of the fastest logger; a silent bus costs nothing. Activity and
 * requests of earlier processes of this boot count. Any thread; never blocks, except to write a small file before the
 * first request of a boot.
 */
final class SilentBusPolicy implements AutoCloseable {
    private static final long SAMPLE_NANOS = Duration.ofMillis(250).toNanos();

    /** Time in which an answer comes; a few rare ones take seconds. */
    private static final long ANSWER_NANOS = Duration.ofMillis(300).toNanos();

    /** Samples considered: a bus with activity in enough of them, long after a request, sends unasked. */
    private static final int RECENT_SAMPLES = 0xFFFF;

    private static final int ACTIVE_SAMPLES = 12;

    /** Time after an answer in which polling goes on without unasked traffic: the longest usual logger interval. */
    private static final long ANSWERED_NANOS = Duration.ofSeconds(60).toNanos();

    private static final long PROBE_NANOS = Duration.ofSeconds(60).toNanos();

    /** Times after the last answer of one more attempt each: ECUs are silent while the starter turns. */
    private static final List<Duration> ATTEMPTS =
            List.of(Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofSeconds(180));

    private static final long SETTLE_NANOS = Duration.ofSeconds(2).toNanos();

    /** Interval of saving the state for the next process, in case this one is killed. */
    private static final long SAVE_NANOS = Duration.ofSeconds(30).toNanos();

    private final CanBus bus;
    private final PollingState state;
    private final Optional<PollingState.Saved> earlier;
    private final long silenceNanos;
    private final SilentBus policy;
    private final Ticker ticker;
    private final ScheduledThreadPoolExecutor sampler;
    private boolean samplePending; // this and all following fields: guarded by this
    private long sampledAt;

    /** One bit per sample long after a request, set on activity; the latest sample is the lowest bit. */
    private long unasked;

    private boolean polled; // a logger was allowed to poll since the opening
    private boolean firstAllowed; // the first request of this boot was allowed, and the state file has it
    private PollingState.Saved saved;
    private long savedAt;

    private int silentSamples; // samples without activity, not yet in the bits: shifted in at the next activity

    /** @param silenceNanos silence after which the bus counts as asleep */
    SilentBusPolicy(CanBus bus, long silenceNanos, SilentBus policy, Ticker ticker, PollingState state) {
        this.bus = bus;
        this.state = state;
        this.earlier = state.read();
        this.unasked = earlier.map(PollingState.Saved::unasked).orElse(0L);
        this.silenceNanos = silenceNanos;
        this.policy = policy;
        this.ticker = ticker;
        sampledAt = ticker.nanos();
        sampler = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "can-activity " + bus.name());
            thread.setDaemon(true);
            return thread;
        });
        sampler.setKeepAliveTime(5, TimeUnit.SECONDS);
        sampler.allowCoreThreadTimeOut(true);
        sampler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** True if there was activity recently; no side effects. */
    boolean isActive() {
        return silence() < silenceNanos;
    }

    private long silence() {
        return Math.min(
                bus.silenceNanos(), earlier.map(each -> since(each.heard())).orElse(Long.MAX_VALUE));
    }

    private long idle() {
        return Math.min(
                bus.transmitter().idleNanos(),
                earlier.map(each -> since(each.sent())).orElse(Long.MAX_VALUE));
    }

    private long since(long timestamp) {
        return timestamp == PollingState.NEVER ? Long.MAX_VALUE : Math.max(0, ticker.nanos() - timestamp);
    }

    /** @param inUse another source reports the vehicle in use */
    synchronized Optional<String> pollingBlocked(boolean inUse) {
        sample();
        Optional<String> reason = reason(inUse);
        if (reason.isEmpty() && policy == SilentBus.PROBE && isUnknown() && !firstAllowed) {
            firstAllowed = state.write(new PollingState.Saved(PollingState.NEVER, ticker.nanos(), unasked));
            if (!firstAllowed) {
                return Optional.of(
                        "nothing has been heard on the bus yet, and that it was asked cannot be written down:"
                                + " is the disk full?");
            }
        }
        save(reason.isEmpty());
        return reason;
    }

    /** True if there were no activity and no request since power-on. */
    private boolean isUnknown() {
        return silence() == Long.MAX_VALUE && idle() == Long.MAX_VALUE;
    }

    /** Saves at intervals while the state changes, at the first poll, and at the first answer. */
    private void save(boolean mayPoll) {
        boolean starting = mayPoll && !polled;
        polled |= mayPoll;
        PollingState.Saved current = current(starting);
        boolean answered = saved != null && saved.heard() < saved.sent() && current.heard() >= current.sent();
        boolean isDue = saved == null || ticker.nanos() - savedAt >= SAVE_NANOS;
        if (polled && (starting || answered || isDue && hasChanged(current)) && !sampler.isShutdown()) {
            saved = current;
            savedAt = ticker.nanos();
            sampler.execute(() -> state.write(current));
        }
    }

    private boolean hasChanged(PollingState.Saved current) {
        return saved == null || isLater(current.heard(), saved.heard()) || isLater(current.sent(), saved.sent());
    }

    private static boolean isLater(long timestamp, long before) {
        return timestamp != PollingState.NEVER && (before == PollingState.NEVER || timestamp - before > SETTLE_NANOS);
    }

    /** @param polling a request is about to be sent; the next process must not repeat it if this one dies */
    private PollingState.Saved current(boolean polling) {
        long silence = silence();
        long idle = polling ? 0 : idle();
        long now = ticker.nanos();
        return new PollingState.Saved(
                silence == Long.MAX_VALUE ? PollingState.NEVER : now - silence,
                idle == Long.MAX_VALUE ? PollingState.NEVER : now - idle,
                unasked);
    }

    /** {@link #pollingBlocked} without side effects. */
    synchronized Optional<String> reason(boolean inUse) {
        if (bus.transmitter().isListenOnly()) {
            return Optional.of(bus.name() + " is set to listen only");
        }
        if (bus.transmitter().isPaused()) {
            return Optional.of("sending on " + bus.name() + " is paused");
        }
        BusState.Condition condition = bus.state().condition();
        if (condition == BusState.Condition.DOWN) {
            return Optional.of(bus.name() + " is down or not there");
        }
        if (condition == BusState.Condition.BUS_OFF) {
            return Optional.of(bus.name() + " has taken itself off the bus");
        }
        long silence = silence();
        if (policy == SilentBus.ASK || silence < silenceNanos || isAnswering(silence) || mayProbe(inUse, silence)) {
            return Optional.empty();
        }
        return Optional.of(
                silence == Long.MAX_VALUE
                        ? "nothing has been heard on the bus yet"
                        : "the bus is silent for " + duration(TimeUnit.NANOSECONDS.toSeconds(silence)));
    }

    /** True for a vehicle without unasked traffic that has answered the last request recently. */
    private boolean isAnswering(long silence) {
        return !sendsUnasked() && silence < ANSWERED_NANOS && silence <= idle();
    }

    private boolean mayProbe(boolean inUse, long silence) {
        if (policy != SilentBus.PROBE) {
            return false;
        }
        long idle = idle();
        if (isUnknown()) {
            return true; // first request after power-on
        }
        return inUse && idle >= PROBE_NANOS || !sendsUnasked() && isAttemptDue(silence, idle);
    }

    /** True if an attempt of {@link #ATTEMPTS} is due. */
    private static boolean isAttemptDue(long silence, long idle) {
        return silence != Long.MAX_VALUE
                && ATTEMPTS.stream().anyMatch(each -> silence >= each.toNanos() && silence - idle < each.toNanos());
    }

    private boolean sendsUnasked() {
        return Long.bitCount(unasked & RECENT_SAMPLES) >= ACTIVE_SAMPLES;
    }

    /** Samples the activity, and schedules the next sample while the bus is active. */
    private void sample() {
        long now = ticker.nanos();
        long silence = bus.silenceNanos();
        boolean afterAnswers = bus.transmitter().idleNanos() > now - sampledAt + ANSWER_NANOS;
        if (silence < now - sampledAt) {
            unasked = silentSamples < Long.SIZE ? unasked << silentSamples : 0;
            silentSamples = 0;
            unasked = afterAnswers ? unasked << 1 | 1 : unasked;
        } else if (afterAnswers) {
            silentSamples++;
        }
        sampledAt = now;
        if (!samplePending && silence < SETTLE_NANOS && !sampler.isShutdown()) {
            samplePending = true;
            sampler.schedule(this::sampleAgain, SAMPLE_NANOS, TimeUnit.NANOSECONDS);
        }
    }

    private synchronized void sampleAgain() {
        samplePending = false;
        sample();
    }

    private static String duration(long seconds) {
        if (seconds < 120) {
            return seconds + " s";
        }
        return seconds < 7_200 ? seconds / 60 + " min" : seconds / 3_600 + " h";
    }

    @Override
    public void close() {
        sampler.shutdownNow();
        synchronized (this) {
            if (polled) {
                state.write(current(false));
            }
        }
    }
}
