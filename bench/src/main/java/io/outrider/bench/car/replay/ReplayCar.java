package io.outrider.bench.car.replay;

import io.outrider.api.Ticker;
import io.outrider.bench.car.bus.PortWait;
import io.outrider.bench.car.wire.PacedFrames;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A vehicle that answers one recorded query, with the recorded frames exactly as they were. Which one is changed with
 * {@link #load}. One thread of its own; everything public may be used from any.
 */
public final class ReplayCar implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayCar.class);
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Ticker ticker;
    private final CanPort port;
    private final Thread thread;
    private final Object lock = new Object();
    private Playback playback;
    private volatile boolean closed;

    /**
     * Listens from now on, and has nothing to say until a record is loaded.
     *
     * @throws BusException if there can be no port on this bus
     */
    public ReplayCar(CanBus bus, Ticker ticker) throws BusException {
        this.ticker = ticker;
        this.port = bus.open(List.of());
        this.thread = new Thread(this::run, "replay-" + bus.name());
        thread.setDaemon(true);
        thread.start();
    }

    /** From now on this record is what is answered; of the one before, nothing more is sent. */
    public void load(CaptureRecord record) {
        Playback next = new Playback(record);
        synchronized (lock) {
            playback = next;
        }
    }

    /** What the record that is loaded met with; all zeros if there is none. */
    public Seen seen() {
        synchronized (lock) {
            return playback == null ? new Seen(0, 0, 0, 0, 0) : playback.seen();
        }
    }

    private void run() {
        try {
            while (!closed) {
                CanFrame frame = PortWait.forFrame(port, ticker, due(), LONGEST_WAIT_NANOS);
                synchronized (lock) {
                    if (playback != null) {
                        step(frame);
                    }
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("stopped");
        } catch (BusException e) {
            if (!closed) {
                LOG.error("the replaying car has left the bus: {}", e.getMessage());
            }
        }
    }

    private long due() {
        synchronized (lock) {
            return playback == null ? PacedFrames.NEVER : playback.due();
        }
    }

    private void step(CanFrame frame) throws BusException, InterruptedException {
        long now = ticker.nanos();
        if (frame != null) {
            playback.accept(frame, now);
        }
        for (CanFrame next = playback.next(now); next != null; next = playback.next(now)) {
            send(next);
        }
    }

    private void send(CanFrame frame) throws BusException, InterruptedException {
        try {
            port.send(frame);
        } catch (BusException e) {
            if (e.reason() == BusException.Reason.CLOSED) {
                throw e;
            }
            LOG.debug("not sent: {}", e.getMessage());
        }
    }

    /** Stops at once: afterwards it sends nothing, and its thread has ended. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        port.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
