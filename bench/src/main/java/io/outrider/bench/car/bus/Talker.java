package io.outrider.bench.car.bus;

import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.wire.PacedFrames;
import io.outrider.can.CanFrame;

/** Something in the vehicle that sends frames when their time has come. Only the vehicle's own thread uses it. */
public interface Talker {
    /** Nothing is due before something comes in. */
    long NEVER = PacedFrames.NEVER;

    /** The frame to send now, or null if none is due. */
    CanFrame next(DriveState state, long now);

    /** When to ask again, in the ticker's time, or {@link #NEVER}. */
    long due();

    /** The bus falls asleep: what was begun is given up. */
    void fallAsleep();
}
