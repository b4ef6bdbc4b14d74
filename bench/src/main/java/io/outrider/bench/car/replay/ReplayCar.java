package io.outrider.bench.car.replay;

import io.outrider.api.Ticker;
import io.outrider.bench.car.bus.PortWait;
import io.outrider.bench.car.wire.PacedFrames;
import io.outrider.can.BusErrors;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Vehicle that answers one recorded query with the recorded frames; {@link #load} changes the query. One thread of its own;
 * public methods may be called from any.
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
     * Listens, and answers nothing before a record is loaded.
     *
     * @throws BusException if the bus allows no port
     */
    public ReplayCar(CanBus bus, Ticker ticker) throws BusException {
        this.ticker = ticker;
        this.port = bus.open(List.of());
        this.thread = new Thread(this::run, "replay-" + bus.name());
        thread.setDaemon(true);
        thread.start();
    }

    /** Replaces the answered record; no more frames of the previous one are sent. */
    public void load(CaptureRecord record) {
        Playback next = new Playback(record);
        synchronized (lock) {
            playback = next;
        }
    }

    /** Statistics of the loaded record; zeros without one. */
    public PlaybackStatistics statistics() {
        synchronized (lock) {
            return playback == null ? new PlaybackStatistics(0, 0, 0, 0, 0) : playback.statistics();
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
            if (e.code() == BusErrors.BUS_CLOSED) {
                throw e;
            }
            LOG.debug("not sent: {}", e.getMessage());
        }
    }

    /** Stops at once; afterwards it sends nothing and its thread has ended. */
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
