package io.outrider.bench.car.bus;

import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.wire.PacedFrames;
import io.outrider.can.CanFrame;

/** Source of timed frames in the vehicle. Used by the vehicle's own thread only. */
public interface FrameSource {
    /** No frame is due before an input. */
    long NEVER = PacedFrames.NEVER;

    /** The frame to send now, or null if none is due. */
    CanFrame next(DriveState state, long now);

    /** Time of the next frame, in the ticker's time, or {@link #NEVER}. */
    long due();

    /** Drops unfinished messages, as the bus falls asleep. */
    void fallAsleep();
}
