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
 * When the vehicle is left in peace unless a person asks. While somebody is heard it looks four times a second, so that the
 * moment of silence is known well within the interval of the fastest logger; on a silent bus it does nothing. What was heard
 * and sent before a reload or a restart of the daemon counts as if this had heard and sent it. Any thread; never blocks, but
 * for a small file that is written before the first question of a boot.
 */
final class PollingPolicy implements AutoCloseable {
    private static final long LOOK_NANOS = Duration.ofMillis(250).toNanos();

    /** An answer comes within this time of a question, but for some that take seconds and are rare. */
    private static final long ANSWER_NANOS = Duration.ofMillis(300).toNanos();

    /** Who is heard at most of the last looks long after a question speaks unasked. */
    private static final int LAST_LOOKS = 0xFFFF;

    private static final int LOOKS_OF_A_SPEAKER = 12;

    /** How long an answer is a reason to ask again, where nobody speaks unasked: the longest usual interval. */
    private static final long ANSWERED_NANOS = Duration.ofSeconds(60).toNanos();

    private static final long PROBE_NANOS = Duration.ofSeconds(60).toNanos();

    /** How long after the last answer one more question is tried: control units are silent while the starter turns. */
    private static final List<Duration> TRIES =
            List.of(Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofSeconds(180));

    private static final long REST_NANOS = Duration.ofSeconds(2).toNanos();

    /** Interval at which it is written down, so that a daemon that is killed knows it when it is started again. */
    private static final long SAVE_NANOS = Duration.ofSeconds(30).toNanos();

    private final CanBus bus;
    private final PollingState state;
    private final Optional<PollingState.Saved> earlier;
    private final long silenceNanos;
    private final SilentBus policy;
    private final Ticker ticker;
    private final ScheduledThreadPoolExecutor looks;
    private boolean looking; // this and what follows: guarded by this
    private long looked;

    /** A bit for each look long after a question, set if somebody was heard; the last is the lowest. */
    private long unasked;

    private boolean asks; // a logger has asked since the opening
    private boolean first; // the first question of this boot was allowed, and that is written down
    private PollingState.Saved saved;
    private long savedAt;

    private int unheard; // such looks since somebody was heard: what they tell is known when somebody is heard again

    /** @param silenceNanos how long nobody is heard on a bus that sleeps */
    PollingPolicy(CanBus bus, long silenceNanos, SilentBus policy, Ticker ticker, PollingState state) {
        this.bus = bus;
        this.state = state;
        this.earlier = state.read();
        this.unasked = earlier.map(PollingState.Saved::unasked).orElse(0L);
        this.silenceNanos = silenceNanos;
        this.policy = policy;
        this.ticker = ticker;
        looked = ticker.nanos();
        looks = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "ear " + bus.name());
            thread.setDaemon(true);
            return thread;
        });
        looks.setKeepAliveTime(5, TimeUnit.SECONDS);
        looks.allowCoreThreadTimeOut(true);
        looks.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Whether anybody was heard on the bus lately; nothing is done for it. */
    boolean hears() {
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

    private long since(long moment) {
        return moment == PollingState.NEVER ? Long.MAX_VALUE : Math.max(0, ticker.nanos() - moment);
    }

    /**
     * Why it is, for people; empty if it may be asked.
     *
     * @param inUse whether something else tells that the vehicle is being used
     */
    synchronized Optional<String> unwelcome(boolean inUse) {
        look();
        Optional<String> reason = reason(inUse);
        if (reason.isEmpty() && policy == SilentBus.PROBE && isUnknown() && !first) {
            first = state.write(new PollingState.Saved(PollingState.NEVER, ticker.nanos(), unasked));
            if (!first) {
                return Optional.of(
                        "nothing has been heard on the bus yet, and that it was asked cannot be written down:"
                                + " is the disk full?");
            }
        }
        save(reason.isEmpty());
        return reason;
    }

    /** Nobody was heard and nothing sent since the machine was given power. */
    private boolean isUnknown() {
        return silence() == Long.MAX_VALUE && idle() == Long.MAX_VALUE;
    }

    /** Written now and then while there is news, when loggers begin to ask, and when they get their first answer. */
    private void save(boolean mayAsk) {
        boolean begins = mayAsk && !asks;
        asks |= mayAsk;
        PollingState.Saved now = now(begins);
        boolean answered = saved != null && saved.heard() < saved.sent() && now.heard() >= now.sent();
        boolean isTime = saved == null || ticker.nanos() - savedAt >= SAVE_NANOS;
        if (asks && (begins || answered || isTime && isNews(now)) && !looks.isShutdown()) {
            saved = now;
            savedAt = ticker.nanos();
            looks.execute(() -> state.write(now));
        }
    }

    private boolean isNews(PollingState.Saved now) {
        return saved == null || isLater(now.heard(), saved.heard()) || isLater(now.sent(), saved.sent());
    }

    private static boolean isLater(long moment, long before) {
        return moment != PollingState.NEVER && (before == PollingState.NEVER || moment - before > REST_NANOS);
    }

    /** @param asking a question is about to be sent: if this process dies before the answer, the next does not ask again */
    private PollingState.Saved now(boolean asking) {
        long silence = silence();
        long idle = asking ? 0 : idle();
        long now = ticker.nanos();
        return new PollingState.Saved(
                silence == Long.MAX_VALUE ? PollingState.NEVER : now - silence,
                idle == Long.MAX_VALUE ? PollingState.NEVER : now - idle,
                unasked);
    }

    /** The same, and nothing is done for it. */
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
        if (policy == SilentBus.ASK || silence < silenceNanos || answers(silence) || probes(inUse, silence)) {
            return Optional.empty();
        }
        return Optional.of(
                silence == Long.MAX_VALUE
                        ? "nothing has been heard on the bus yet"
                        : "the bus is silent for " + words(TimeUnit.NANOSECONDS.toSeconds(silence)));
    }

    /** Of a car that speaks only when asked: whether it has answered the last question, not long ago. */
    private boolean answers(long silence) {
        return !speaks() && silence < ANSWERED_NANOS && silence <= idle();
    }

    private boolean probes(boolean inUse, long silence) {
        if (policy != SilentBus.PROBE) {
            return false;
        }
        long idle = idle();
        if (isUnknown()) {
            return true; // the unit has just been given power
        }
        return inUse && idle >= PROBE_NANOS || !speaks() && isTimeToTry(silence, idle);
    }

    /** Whether nothing was asked since the last of the times to try again. */
    private static boolean isTimeToTry(long silence, long idle) {
        return silence != Long.MAX_VALUE
                && TRIES.stream().anyMatch(each -> silence >= each.toNanos() && silence - idle < each.toNanos());
    }

    private boolean speaks() {
        return Long.bitCount(unasked & LAST_LOOKS) >= LOOKS_OF_A_SPEAKER;
    }

    /** Learns whether somebody speaks unasked, and looks again soon as long as anybody is heard. */
    private void look() {
        long now = ticker.nanos();
        long silence = bus.silenceNanos();
        boolean afterAnswers = bus.transmitter().idleNanos() > now - looked + ANSWER_NANOS;
        if (silence < now - looked) {
            unasked = unheard < Long.SIZE ? unasked << unheard : 0;
            unheard = 0;
            unasked = afterAnswers ? unasked << 1 | 1 : unasked;
        } else if (afterAnswers) {
            unheard++;
        }
        looked = now;
        if (!looking && silence < REST_NANOS && !looks.isShutdown()) {
            looking = true;
            looks.schedule(this::lookAgain, LOOK_NANOS, TimeUnit.NANOSECONDS);
        }
    }

    private synchronized void lookAgain() {
        looking = false;
        look();
    }

    private static String words(long seconds) {
        if (seconds < 120) {
            return seconds + " s";
        }
        return seconds < 7_200 ? seconds / 60 + " min" : seconds / 3_600 + " h";
    }

    @Override
    public void close() {
        looks.shutdownNow();
        synchronized (this) {
            if (asks) {
                state.write(now(false));
            }
        }
    }
}
