package io.outrider.can;

import io.outrider.api.Ticker;
import io.outrider.api.VehicleErrors;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/** Sole writer of a bus: transmit switch, pause, minimum gap between requests. Any thread; one frame at a time. */
public final class Transmitter {
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
    private volatile CanFrame lastFrame; // null before the first
    private long lastRequest;
    private boolean requested;

    Transmitter(String bus, Ticker ticker) {
        this.bus = bus;
        this.ticker = ticker;
    }

    /** While on, no frame is sent, flow control included. */
    public void listenOnly(boolean on) {
        listenOnly = on;
    }

    public boolean isListenOnly() {
        return listenOnly;
    }

    /** Suspends sending for this time or until {@link #resume}; replaces a running pause. */
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

    /** Minimum time between the starts of two requests; 0 for none. */
    public void minimumGap(long nanos) {
        gapNanos = nanos;
    }

    public long sent() {
        return sent.sum();
    }

    /** Nanoseconds since the last frame sent; {@link Long#MAX_VALUE} if there was none. */
    public long idleNanos() {
        return begun.get() == 0 ? Long.MAX_VALUE : Math.max(0, ticker.nanos() - lastSent);
    }

    /** The last frame sent, but for one that is being sent; empty if there was none. */
    public Optional<CanFrame> lastFrame() {
        return Optional.ofNullable(lastFrame);
    }

    /** Frames sent since start, including the one being sent: never less than the frames on the bus. */
    long begun() {
        return begun.get();
    }

    /**
     * Waits until the minimum gap since the last request has passed, and starts a new request. Frames within a request
     * (consecutive frames, flow control) do not wait.
     */
    public void awaitRequestGap() throws BusException, InterruptedException {
        checkSendingAllowed();
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

    void transmit(CanFrame frame, Write write) throws BusException, InterruptedException {
        transmit(write);
        lastFrame = frame;
    }

    void transmit(Write frame) throws BusException, InterruptedException {
        writing.lockInterruptibly();
        try {
            checkSendingAllowed();
            lastSent = ticker.nanos(); // before a response can come
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

    private void checkSendingAllowed() throws BusException {
        if (listenOnly) {
            throw new BusException(
                    BusErrors.BUS_LISTEN_ONLY,
                    bus + " is set to listen only: nothing is sent. Switch transmitting on to ask the vehicle.");
        }
        if (isPaused()) {
            throw new BusException(
                    VehicleErrors.BUS_PAUSED,
                    "sending on " + bus + " is paused for another " + TimeUnit.NANOSECONDS.toSeconds(pauseLeft())
                            + " s (obd.pause); obd.resume ends that");
        }
    }
}
