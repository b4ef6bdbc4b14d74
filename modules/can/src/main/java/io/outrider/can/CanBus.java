package io.outrider.can;

import java.util.List;

/** A CAN bus: the kernel's, or one inside the process; the same contract for both. Any thread. */
public interface CanBus extends AutoCloseable {
    String name();

    /**
     * Opens a port that receives the data frames that pass at least one of the filters; with none, every data and
     * remote frame. Error frames go into {@link #state()} only. The interface need not be there yet.
     *
     * @throws BusException only where there can never be a bus (no CAN in this machine, bus closed)
     */
    CanPort open(List<CanFilter> filters) throws BusException;

    /** The one place where everything that is sent on this bus passes. */
    Transmitter transmitter();

    BusState state();

    /**
     * How long nobody else has been heard on the bus, by whatever reached this machine, not only what ports read. What
     * this process sent does not count. Costs nothing while nobody asks; must be asked at least twice before the kernel's
     * bus can tell anything, and is as exact as the time between two questions, or 200 ms; never too long. Never blocks.
     *
     * @return nanoseconds; {@link Long#MAX_VALUE} if nobody has been heard yet
     */
    long silenceNanos();

    /** Closes the bus and all its ports. */
    @Override
    void close();
}
