package io.outrider.can;

/**
 * Port of a bus with its own filters. One thread may receive at a time; sending and closing are allowed from any
 * thread. A port receives the frames of all other ports of the bus, but not its own.
 */
public interface CanPort extends AutoCloseable {
    /**
     * Waits for a frame that passes the filters. Waits also while the interface is down or missing, and resumes when it
     * is back.
     *
     * @param timeoutNanos longest wait; 0 returns only a frame that is already there (within one kernel tick, up to 4
     *     ms)
     * @return null if no frame came in time
     * @throws BusException if the port is closed, or this machine has no CAN support
     */
    CanFrame receive(long timeoutNanos) throws BusException, InterruptedException;

    /**
     * Sends a frame as the {@link Transmitter} permits; waits while the send queue is full.
     *
     * @throws BusException if the interface is down or missing, sending is off, the queue stays full, or this bus
     *     cannot carry the frame
     */
    void send(CanFrame frame) throws BusException, InterruptedException;

    void discardReceived();

    @Override
    void close();
}
