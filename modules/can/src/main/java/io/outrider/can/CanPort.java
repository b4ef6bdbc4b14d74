package io.outrider.can;

/**
 * A place to receive and send at, with filters of its own. One thread receives at a time; sending and closing may
 * happen from any thread. A port never receives what it sent; every other port of the bus does.
 */
public interface CanPort extends AutoCloseable {
    /**
     * Waits for a frame that passes the filters. An interface that is down is waited for, and one that comes back is
     * used again, without the caller's doing.
     *
     * @param timeoutNanos how long to wait at most; 0 takes only what is there (which the kernel may take one of its
     *     ticks for, 4 ms)
     * @return the frame, or null if none came
     * @throws BusException if the port was closed, or this machine has no CAN
     */
    CanFrame receive(long timeoutNanos) throws BusException, InterruptedException;

    /**
     * Sends when the bus's {@link Transmitter} lets it, and waits out a full send queue.
     *
     * @throws BusException if the interface is down or missing, sending is switched off, the queue stays full, or the
     *     frame is none that can be sent here
     */
    void send(CanFrame frame) throws BusException, InterruptedException;

    /** Forgets frames that have come and were not received. */
    void discardWaiting();

    @Override
    void close();
}
