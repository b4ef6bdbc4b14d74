package io.outrider.can;

import java.util.List;

/** CAN bus, of the kernel or within the process, with the same contract. Any thread. */
public interface CanBus extends AutoCloseable {
    String name();

    /**
     * Opens a port that receives the data frames that pass one of the filters; without filters, all data and remote
     * frames. Error frames only change {@link #state()}. The interface may appear later.
     *
     * @throws BusException only if there can never be a bus (no CAN support, bus closed)
     */
    CanPort open(List<CanFilter> filters) throws BusException;

    Transmitter transmitter();

    BusState state();

    /**
     * Time since the last frame of another node reached this machine, whether a port read it or not; frames of this
     * process do not count. The kernel's bus samples a counter on each call: the first result needs two calls, and a
     * silence may be reported too short by the time between two calls or 200 ms, never too long. Does not block.
     *
     * @return nanoseconds; {@link Long#MAX_VALUE} before the first frame
     */
    long silenceNanos();

    @Override
    void close();
}
