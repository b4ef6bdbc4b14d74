package io.outrider.bench.car.bus;

import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;

/** Waits at a port for a frame or a moment, whichever comes first. */
public final class PortWait {
    /** Kernels round a socket's time-out up to their tick, up to 10 ms: what is nearer is slept for. */
    private static final long NEAR_NANOS = 10_000_000;

    /** So that a frame that comes meanwhile does not wait long. */
    private static final long SLEEP_NANOS = 500_000;

    private PortWait() {}

    /**
     * The next frame, or null at the latest when the moment has come (or a little before it).
     *
     * @param due in the ticker's time, {@link Talker#NEVER} for no moment
     * @param mostNanos never longer than this
     */
    public static CanFrame forFrame(CanPort port, Ticker ticker, long due, long mostNanos)
            throws BusException, InterruptedException {
        long left = due == Talker.NEVER ? Talker.NEVER : due - ticker.nanos();
        if (left > NEAR_NANOS) {
            return port.receive(Math.min(mostNanos, left - NEAR_NANOS));
        }
        CanFrame waiting = port.receive(0);
        if (waiting == null && left > 0) {
            ticker.sleep(Math.min(left, SLEEP_NANOS));
        }
        return waiting;
    }
}
