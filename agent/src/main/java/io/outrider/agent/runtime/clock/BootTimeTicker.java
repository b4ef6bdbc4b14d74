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
 * Ticker that goes on while the machine is suspended: Java's monotonic clock, which stands still then, and the time of all
 * suspends. No jump of the wall clock moves it. Waits in Java still go by the clock that stands still; who waits long is
 * told by {@link #onResume}. Any thread; costs no more than Java's clock but for one call a millisecond.
 */
public final class BootTimeTicker implements Ticker {
    private static final Logger LOG = LoggerFactory.getLogger(BootTimeTicker.class);

    /**
     * No suspend fits between two readings closer than this: processes are frozen before the clock stops and thawed after
     * it goes on, and the devices between, which takes far longer.
     */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final int FIRST_LOOKS = 5;

    /** Shorter suspends are counted, and nobody is told. */
    private static final long WORTH_TELLING = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier awake;
    private final LongSupplier always;
    private volatile long looked;
    private volatile long suspended = Long.MIN_VALUE; // and the distance of the two clocks' zeros
    private volatile Consumer<Duration> listener = slept -> {};
    private long told; // guarded by this

    /**
     * @param awake nanoseconds of a clock that stands still while the machine is suspended
     * @param always nanoseconds of one that does not, and is the same otherwise but for its zero
     */
    public BootTimeTicker(LongSupplier awake, LongSupplier always) {
        this.awake = awake;
        this.always = always;
        for (int i = 0; i < FIRST_LOOKS; i++) { // of some readings the one that was interrupted least
            look();
        }
        told = suspended;
    }

    /** By CLOCK_BOOTTIME; where the machine does not tell it, suspends go unnoticed. */
    public static BootTimeTicker ofThisMachine() {
        try {
            BootTime.check();
        } catch (IOException e) {
            LOG.info(
                    "the machine does not tell how long it was suspended ({}); after a suspend the time is wrong until"
                            + " the system's clock is looked at, which is once a minute",
                    e.getMessage());
            return new BootTimeTicker(System::nanoTime, System::nanoTime);
        }
        return new BootTimeTicker(System::nanoTime, BootTime::nanos);
    }

    @Override
    public long nanos() {
        long now = awake.getAsLong();
        if (now - looked >= LOOK_NANOS) {
            long slept = look();
            if (slept > 0) {
                listener.accept(Duration.ofMillis(Math.round(slept / 1e6)));
            }
        }
        return now + suspended;
    }

    /** @return the nanoseconds of suspends that are to be told now; 0 if none are */
    private synchronized long look() {
        long all = always.getAsLong();
        long now = awake.getAsLong();
        // a thread that is put aside between the two readings makes it too short, and never too long
        suspended = Math.max(suspended, all - now);
        looked = now;
        long slept = suspended - told;
        if (slept < WORTH_TELLING) {
            return 0;
        }
        told = suspended;
        return slept;
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (nanos > 0) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
    }

    /**
     * Tells of suspends from now on, each once, when the time is next asked for.
     *
     * @param other told for how long, by whatever thread asks for the time: it must return at once
     */
    public void onResume(Consumer<Duration> other) {
        listener = other;
    }

    /** The clock that stands still while the machine is suspended, as systemd's watchdog and all waits in Java do. */
    public Ticker awake() {
        return new Ticker() {
            @Override
            public long nanos() {
                return awake.getAsLong();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                BootTimeTicker.this.sleep(nanos);
            }
        };
    }
}
