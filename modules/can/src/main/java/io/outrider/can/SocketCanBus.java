package io.outrider.can;

import io.outrider.api.Ticker;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SocketCAN bus through JavaCAN. The interface may go down, come back, be removed or appear later without a restart.
 * Bit rate and state of the interface are configured by the system ({@code ip link}, systemd-networkd): that needs a
 * privilege that this program does not have.
 */
public final class SocketCanBus implements CanBus {
    private static final Logger LOG = LoggerFactory.getLogger(SocketCanBus.class);

    /** More than a receive buffer holds, so that a flood of error frames does not block {@link #state()}. */
    private static final int MOST_ERRORS = 100_000;

    private final String name;
    private final Ticker ticker;
    private final Transmitter transmitter;
    private final Set<SocketCanPort> ports = ConcurrentHashMap.newKeySet();
    private final AtomicLong dropped = new AtomicLong();
    private final LongAdder received = new LongAdder();
    private final ErrorCondition errors = new ErrorCondition();
    private final InterfaceActivityMonitor monitor;
    private SocketCanPort errorPort;
    private boolean wasUp;
    private volatile boolean closed;

    public SocketCanBus(String name, Ticker ticker) {
        this.name = name;
        this.ticker = ticker;
        this.transmitter = new Transmitter(name, ticker);
        this.monitor = new InterfaceActivityMonitor(
                NetworkInterfaces.device(name), ticker, transmitter::begun, this::errorFrames);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public CanPort open(List<CanFilter> filters) throws BusException {
        SocketCanPort port = open(new RawSocket.ReceiveOptions(filters, false));
        watchErrors();
        return port;
    }

    private SocketCanPort open(RawSocket.ReceiveOptions options) throws BusException {
        if (closed) {
            throw new BusException(BusErrors.BUS_CLOSED, name + " was closed");
        }
        SocketCanPort port = new SocketCanPort(this, options, ticker);
        ports.add(port);
        try {
            port.connect();
        } catch (BusException e) {
            if (!SocketErrors.isTransient(e)) {
                port.close();
                throw e;
            }
            LOG.debug("CAN interface {} is not available yet: {}", name, e.getMessage());
        }
        if (closed) {
            port.close(); // the bus was closed meanwhile and may have missed this port
        }
        return port;
    }

    @Override
    public Transmitter transmitter() {
        return transmitter;
    }

    /** Drains the error port; a few system calls, without blocking. */
    @Override
    public synchronized BusState state() {
        boolean up = NetworkInterfaces.isUp(name);
        if (up && !wasUp) {
            errors.restarted();
        }
        wasUp = up;
        drainErrors();
        return new BusState(
                up && !closed ? errors.condition() : BusState.Condition.DOWN,
                dropped.get(),
                errors.frames(),
                transmitter.sent(),
                received.sum());
    }

    @Override
    public long silenceNanos() {
        return monitor.silenceNanos();
    }

    /** Opens no socket: before the first port there was no request that could fail. */
    private synchronized long errorFrames() {
        if (errorPort != null) {
            drainErrors();
        }
        return errors.frames();
    }

    /** Opens the error port together with the first port, so that early error frames are not lost. */
    private synchronized void watchErrors() throws BusException {
        if (errorPort == null) {
            errorPort = open(new RawSocket.ReceiveOptions(List.of(), true));
        }
    }

    private void drainErrors() {
        try {
            watchErrors();
            CanFrame frame = errorPort.receive(0);
            for (int i = 0; frame != null && i < MOST_ERRORS; i++) {
                errors.update(frame);
                frame = errorPort.receive(0);
            }
        } catch (BusException e) {
            LOG.debug("error frames of CAN interface {} cannot be read: {}", name, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void countReceived() {
        received.increment();
    }

    void countDropped(long frames) {
        dropped.addAndGet(frames);
    }

    /** Resets the error condition after the interface was down or gone, even for a moment. */
    void interfaceLost() {
        errors.restarted();
    }

    void remove(SocketCanPort port) {
        ports.remove(port);
    }

    @Override
    public void close() {
        closed = true;
        ports.forEach(SocketCanPort::close);
    }
}
