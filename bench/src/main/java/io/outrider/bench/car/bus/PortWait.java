package io.outrider.bench.car.bus;

import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;

/** Wait at a port for a frame or a point in time, whichever comes first. */
public final class PortWait {
    /** Kernels round a socket's timeout up to their tick, up to 10 ms; shorter waits sleep instead. */
    private static final long NEAR_NANOS = 10_000_000;

    /** Longest sleep, during which a frame waits. */
    private static final long SLEEP_NANOS = 500_000;

    private PortWait() {}

    /**
     * The next frame, or null at the given time or a little before.
     *
     * @param due in the ticker's time, {@link FrameSource#NEVER} for none
     * @param mostNanos longest wait
     */
    public static CanFrame forFrame(CanPort port, Ticker ticker, long due, long mostNanos)
            throws BusException, InterruptedException {
        long left = due == FrameSource.NEVER ? FrameSource.NEVER : due - ticker.nanos();
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
