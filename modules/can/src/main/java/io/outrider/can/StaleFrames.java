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

    /** The two clocks are read this close together, or once more. */
    private static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final int TRIES = 5;

    /** The same moment on both clocks. */
    private record Moment(long wallMicros, long ticks) {}

    private final Ticker ticker;
    private Moment since;

    StaleFrames(Ticker ticker) {
        this.ticker = ticker;
    }

    void discardUntilNow() {
        since = now();
    }

    /** Whether the frame came before the moment; from the first one on that did not, all count as fresh. */
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
        Moment now = now();
        long wall = now.wallMicros - since.wallMicros;
        long ticks = TimeUnit.NANOSECONDS.toMicros(now.ticks - since.ticks);
        return Math.abs(wall - ticks) > JUMP_MICROS;
    }

    /** A thread that is put aside between the two readings must not take that for a jump. */
    private Moment now() {
        Moment moment;
        long before;
        int tries = 0;
        do {
            before = ticker.nanos();
            moment = new Moment(wallMicros(), ticker.nanos());
        } while (moment.ticks - before > CLOSE_NANOS && ++tries < TRIES);
        return moment;
    }

    /** The machine's own wall clock, because the kernel stamps with it: not a matter of an injected one. */
    private static long wallMicros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }
}
