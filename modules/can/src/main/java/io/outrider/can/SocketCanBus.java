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
 * The kernel's SocketCAN through JavaCAN. The interface may go down, come back, be removed or appear later; nothing
 * here needs a restart for that. Bit rate and state of the interface are the system's business ({@code ip link},
 * systemd-networkd): setting them needs a privilege that this program does not have.
 *
 * <p>JavaCAN's native library is looked for in {@code java.library.path}, then where the system property
 * {@code javacan.native.javacan-core.path} says, then in its jars (which takes a temporary directory that may hold
 * programs).
 */
public final class SocketCanBus implements CanBus {
    private static final Logger LOG = LoggerFactory.getLogger(SocketCanBus.class);

    /** More than a receive buffer holds: whoever reports errors without end does not hold up who asks. */
    private static final int MOST_ERRORS = 100_000;

    private final String name;
    private final Ticker ticker;
    private final Transmitter transmitter;
    private final Set<SocketCanPort> ports = ConcurrentHashMap.newKeySet();
    private final AtomicLong dropped = new AtomicLong();
    private final LongAdder received = new LongAdder();
    private final ErrorCondition errors = new ErrorCondition();
    private final InterfaceActivityMonitor ear;
    private SocketCanPort errorPort;
    private boolean wasUp;
    private volatile boolean closed;

    /** Opens nothing yet. {@code name} is that of the interface, such as {@code can0}. */
    public SocketCanBus(String name, Ticker ticker) {
        this.name = name;
        this.ticker = ticker;
        this.transmitter = new Transmitter(name, ticker);
        this.ear = new InterfaceActivityMonitor(
                NetworkInterfaces.device(name), ticker, transmitter::begun, this::errorFrames);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public CanPort open(List<CanFilter> filters) throws BusException {
        SocketCanPort port = open(new RawSocket.Wanted(filters, false));
        watchErrors();
        return port;
    }

    private SocketCanPort open(RawSocket.Wanted wanted) throws BusException {
        if (closed) {
            throw new BusException(BusException.Reason.CLOSED, name + " was closed");
        }
        SocketCanPort port = new SocketCanPort(this, wanted, ticker);
        ports.add(port);
        try {
            port.connect();
        } catch (BusException e) {
            if (!SocketErrors.mayPass(e)) {
                port.close();
                throw e;
            }
            LOG.debug("{} is not there yet: {}", name, e.getMessage());
        }
        if (closed) {
            port.close(); // the bus was closed meanwhile, and may not have seen this port
        }
        return port;
    }

    @Override
    public Transmitter transmitter() {
        return transmitter;
    }

    /** Reads what the error port has collected; costs a few system calls and never waits. */
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
        return ear.silenceNanos();
    }

    /** Opens nothing: before the first port nobody has sent anything that could fail. */
    private synchronized long errorFrames() {
        if (errorPort != null) {
            drainErrors();
        }
        return errors.frames();
    }

    /** From the first port on, so that what the controller reported before anybody asked is not lost. */
    private synchronized void watchErrors() throws BusException {
        if (errorPort == null) {
            errorPort = open(new RawSocket.Wanted(List.of(), true));
        }
    }

    private void drainErrors() {
        try {
            watchErrors();
            CanFrame frame = errorPort.receive(0);
            for (int i = 0; frame != null && i < MOST_ERRORS; i++) {
                errors.note(frame);
                frame = errorPort.receive(0);
            }
        } catch (BusException e) {
            LOG.debug("no error frames from {}: {}", name, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void noteReceived() {
        received.increment();
    }

    void noteDropped(long frames) {
        dropped.addAndGet(frames);
    }

    /** The interface went down or away, if only for a moment: its controller starts afresh. */
    void noteInterfaceLost() {
        errors.restarted();
    }

    void forget(SocketCanPort port) {
        ports.remove(port);
    }

    @Override
    public void close() {
        closed = true;
        ports.forEach(SocketCanPort::close);
    }
}
