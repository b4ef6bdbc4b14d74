package io.outrider.agent.runtime.clock;

import io.outrider.api.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ticker that includes suspends: Java's monotonic clock, which stops during a suspend, plus the time of all suspends.
 * Independent of jumps of the wall clock. Waits in Java still use the clock that stops; see {@link #onResume}. Any thread;
 * as fast as Java's clock except for one call per millisecond.
 */
public final class BootTimeTicker implements Ticker {
    private static final Logger LOG = LoggerFactory.getLogger(BootTimeTicker.class);

    /**
     * No suspend fits between two reads closer than this, as freezing and thawing processes and devices takes far longer.
     */
    private static final long CHECK_INTERVAL = TimeUnit.MILLISECONDS.toNanos(1);

    private static final int FIRST_READS = 5;

    /** Shorter suspends are counted but not reported. */
    private static final long MIN_REPORTED = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier awake;
    private final LongSupplier always;
    private volatile long lastCheck;
    private volatile long suspended = Long.MIN_VALUE; // includes the difference of the clocks' zeros
    private volatile Consumer<Duration> listener = slept -> {};
    private long reported; // guarded by this

    /**
     * @param awake nanoseconds of a clock that stops during a suspend
     * @param always nanoseconds of a clock that does not stop and differs only in its zero
     */
    public BootTimeTicker(LongSupplier awake, LongSupplier always) {
        this.awake = awake;
        this.always = always;
        for (int i = 0; i < FIRST_READS; i++) { // the least interrupted of several reads
            measure();
        }
        reported = suspended;
    }

    /** Uses CLOCK_BOOTTIME; without it, suspends go undetected. */
    public static BootTimeTicker ofThisMachine() {
        try {
            KernelClock.checkBootTime();
        } catch (IOException e) {
            LOG.info(
                    "CLOCK_BOOTTIME unavailable ({}); after a suspend the unit's clock is wrong for up to a minute",
                    e.getMessage());
            return new BootTimeTicker(System::nanoTime, System::nanoTime);
        }
        return new BootTimeTicker(System::nanoTime, KernelClock::bootTimeNanos);
    }

    @Override
    public long nanos() {
        long now = awake.getAsLong();
        if (now - lastCheck >= CHECK_INTERVAL) {
            long slept = measure();
            if (slept > 0) {
                listener.accept(Duration.ofMillis(Math.round(slept / 1e6)));
            }
        }
        return now + suspended;
    }

    /** @return nanoseconds of suspends to report now; 0 if none */
    private synchronized long measure() {
        long all = always.getAsLong();
        long now = awake.getAsLong();
        // preemption between the two reads makes it too short, never too long
        suspended = Math.max(suspended, all - now);
        lastCheck = now;
        long slept = suspended - reported;
        if (slept < MIN_REPORTED) {
            return 0;
        }
        reported = suspended;
        return slept;
    }

    /**
     * Sets the listener for suspends; gets each once, on the thread that next reads the time, and must return at once.
     */
    public void onResume(Consumer<Duration> other) {
        listener = other;
    }

    /** The clock that stops during a suspend, as systemd's watchdog and waits in Java do. */
    public Ticker awake() {
        return awake::getAsLong;
    }
}
