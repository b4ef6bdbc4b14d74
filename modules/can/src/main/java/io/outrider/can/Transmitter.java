package io.outrider.can;

import io.outrider.api.Ticker;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one writer of a bus: its transmit switch, its pause, and the gap between requests that is kept for the vehicle's
 * sake. Any thread; frames go out one after the other.
 */
public final class Transmitter {
    /** Puts one frame on the bus. */
    @FunctionalInterface
    interface Write {
        void write() throws BusException, InterruptedException;
    }

    private final String bus;
    private final Ticker ticker;
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock turns = new ReentrantLock(true);
    private final LongAdder sent = new LongAdder();
    private final AtomicLong begun = new AtomicLong();
    private volatile boolean listenOnly;
    private volatile boolean paused;
    private volatile long pausedUntil;
    private volatile long gapNanos;
    private volatile long lastSent;
    private long lastRequest;
    private boolean requested;

    Transmitter(String bus, Ticker ticker) {
        this.bus = bus;
        this.ticker = ticker;
    }

    /** On, nothing whatever is sent until it is off again, not even flow control. */
    public void listenOnly(boolean on) {
        listenOnly = on;
    }

    public boolean isListenOnly() {
        return listenOnly;
    }

    /** Nothing is sent for so long, or until {@link #resume}; a pause that is under way ends then. */
    public void pauseFor(long nanos) {
        pausedUntil = ticker.nanos() + nanos;
        paused = true;
    }

    public void resume() {
        paused = false;
    }

    public boolean isPaused() {
        return paused && pauseLeft() > 0;
    }

    private long pauseLeft() {
        return pausedUntil - ticker.nanos();
    }

    /** The least time between the starts of two requests; 0 for none. */
    public void minimumGap(long nanos) {
        gapNanos = nanos;
    }

    /** Frames sent since start. */
    public long sent() {
        return sent.sum();
    }

    /** Nanoseconds since a frame was last sent; {@link Long#MAX_VALUE} if none was. */
    public long idleNanos() {
        return begun.get() == 0 ? Long.MAX_VALUE : Math.max(0, ticker.nanos() - lastSent);
    }

    /** Frames sent since start and the one that is being sent: never less than what others can have seen of it. */
    long begun() {
        return begun.get();
    }

    /**
     * Waits until the minimum gap since the last request has passed and begins the next one. Frames that belong to a
     * request under way (consecutive frames, flow control) do not wait.
     */
    public void awaitTurn() throws BusException, InterruptedException {
        refuseIfOff();
        if (gapNanos == 0) {
            return;
        }
        turns.lockInterruptibly();
        try {
            if (requested) {
                ticker.sleep(gapNanos - (ticker.nanos() - lastRequest));
            }
            requested = true;
            lastRequest = ticker.nanos();
        } finally {
            turns.unlock();
        }
    }

    void transmit(Write frame) throws BusException, InterruptedException {
        writing.lockInterruptibly();
        try {
            refuseIfOff();
            lastSent = ticker.nanos(); // before it can be answered
            begun.incrementAndGet();
            boolean written = false;
            try {
                frame.write();
                written = true;
            } finally {
                if (!written) {
                    begun.decrementAndGet();
                }
            }
            sent.increment();
        } finally {
            writing.unlock();
        }
    }

    private void refuseIfOff() throws BusException {
        if (listenOnly) {
            throw new BusException(
                    BusException.Reason.LISTEN_ONLY,
                    bus + " is set to listen only: nothing is sent. Switch transmitting on to ask the vehicle.");
        }
        if (isPaused()) {
            throw new BusException(
                    BusException.Reason.PAUSED,
                    "sending on " + bus + " is paused for another " + TimeUnit.NANOSECONDS.toSeconds(pauseLeft())
                            + " s (obd.pause); obd.resume ends that");
        }
    }
}
