package io.outrider.can;

import io.outrider.api.Ticker;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Filter of frames received before a reference time, by the kernel's timestamps: draining the socket instead would cost
 * a system call and an exception per exchange.
 */
final class StaleFrames {
    /** Difference between the two clocks above which the wall clock has jumped. */
    private static final long JUMP_MICROS = TimeUnit.MILLISECONDS.toMicros(20);

    private static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final int TRIES = 5;

    private record ClockPair(long wallMicros, long ticks) {}

    private final Ticker ticker;
    private ClockPair since;

    StaleFrames(Ticker ticker) {
        this.ticker = ticker;
    }

    void discardUntilNow() {
        since = now();
    }

    /** True if the frame is older than the reference time. From the first newer frame on, all frames are fresh. */
    boolean contains(CanFrame frame) {
        if (since == null) {
            return false;
        }
        boolean fresh = frame.stampMicros() == CanFrame.NO_STAMP || frame.stampMicros() >= since.wallMicros;
        if (fresh || hasClockJumped()) {
            since = null;
            return false;
        }
        return true;
    }

    private boolean hasClockJumped() {
        ClockPair now = now();
        long wall = now.wallMicros - since.wallMicros;
        long ticks = TimeUnit.NANOSECONDS.toMicros(now.ticks - since.ticks);
        return Math.abs(wall - ticks) > JUMP_MICROS;
    }

    /** Retries if the thread was suspended between the two readings, which would look like a jump. */
    private ClockPair now() {
        ClockPair pair;
        long before;
        int tries = 0;
        do {
            before = ticker.nanos();
            pair = new ClockPair(wallMicros(), ticker.nanos());
        } while (pair.ticks - before > CLOSE_NANOS && ++tries < TRIES);
        return pair;
    }

    /** The system's wall clock, not an injected one, because the kernel's timestamps use it. */
    private static long wallMicros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }
}
