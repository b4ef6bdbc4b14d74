package io.outrider.can;

import io.outrider.api.Ticker;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Tells frames that were waiting in a socket before a certain moment from those that came after it, by the kernel's
 * stamps: emptying the socket would cost a system call and an exception for every exchange.
 */
final class StaleFrames {
    /** The wall clock jumped if it and the monotonic one part by more than this meanwhile. */
    private static final long JUMP_MICROS = TimeUnit.MILLISECONDS.toMicros(20);

    private final Ticker ticker;
    private boolean looking;
    private long sinceMicros;
    private long sinceTicks;

    StaleFrames(Ticker ticker) {
        this.ticker = ticker;
    }

    void discardUntilNow() {
        looking = true;
        sinceMicros = wallMicros();
        sinceTicks = ticker.nanos();
    }

    /** Whether the frame came before the moment; from the first one on that did not, all count as fresh. */
    boolean contains(CanFrame frame) {
        if (!looking) {
            return false;
        }
        if (frame.stampMicros() >= sinceMicros || hasClockJumped()) {
            looking = false;
            return false;
        }
        return true;
    }

    private boolean hasClockJumped() {
        long wall = wallMicros() - sinceMicros;
        long ticks = TimeUnit.NANOSECONDS.toMicros(ticker.nanos() - sinceTicks);
        return Math.abs(wall - ticks) > JUMP_MICROS;
    }

    /** The machine's own wall clock, because the kernel stamps with it: not a matter of an injected one. */
    private static long wallMicros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }
}
