package io.outrider.can;

import io.outrider.api.Ticker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * SocketCAN port that outlives its socket: after the interface was removed, a new socket is opened as soon as there is
 * an interface of the same name.
 *
 * <p>A descriptor is never closed while a thread may be reading from it: that would not wake the reader (measured,
 * kernel 6.1), and its number may be reused at once. A socket that a sender found dead is set apart, and closed by the
 * next holder of the reading lock.
 */
final class SocketCanPort implements CanPort {
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Longest wait for a full send queue: at 125 kbit/s a queue of 1,000 long frames drains in 1.3 s. */
    private static final long CONGESTION_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long CONGESTION_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final SocketCanBus bus;
    private final RawSocket.ReceiveOptions options;
    private final Ticker ticker;
    private final ReentrantLock reading = new ReentrantLock();
    private final StaleFrames stale;
    private final List<RawSocket> dead = new ArrayList<>(1);
    private volatile RawSocket socket;
    private volatile boolean closed;

    SocketCanPort(SocketCanBus bus, RawSocket.ReceiveOptions options, Ticker ticker) {
        this.bus = bus;
        this.options = options;
        this.ticker = ticker;
        this.stale = new StaleFrames(ticker);
    }

    synchronized RawSocket connect() throws BusException {
        checkOpen();
        if (socket == null) {
            try {
                socket = RawSocket.open(bus.name(), options);
            } catch (IOException e) {
                throw SocketErrors.explain(bus.name(), e);
            } catch (LinkageError e) {
                throw SocketErrors.noLibrary(e);
            }
        }
        return socket;
    }

    private void checkOpen() throws BusException {
        if (closed) {
            throw new BusException(BusErrors.BUS_CLOSED, "this port of " + bus.name() + " was closed");
        }
    }

    @Override
    public CanFrame receive(long timeoutNanos) throws BusException, InterruptedException {
        long deadline = ticker.nanos() + timeoutNanos;
        reading.lockInterruptibly();
        try {
            while (true) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                closeDead();
                RawSocket current = present();
                long left = deadline - ticker.nanos();
                CanFrame frame = current == null ? awaitInterface(left) : read(current, left);
                if (frame != null) {
                    return frame;
                }
                if (deadline - ticker.nanos() <= 0) {
                    return null;
                }
            }
        } finally {
            reading.unlock();
        }
    }

    private RawSocket present() throws BusException {
        checkOpen();
        if (socket == null && !NetworkInterfaces.isPresent(bus.name())) {
            return null; // trying to open a socket would cost a dozen system calls, ten times a second
        }
        try {
            return connect();
        } catch (BusException e) {
            if (SocketErrors.isTransient(e)) {
                return null;
            }
            throw e;
        }
    }

    private CanFrame awaitInterface(long leftNanos) throws InterruptedException {
        ticker.sleep(Math.min(leftNanos, RETRY_NANOS));
        return null;
    }

    private CanFrame read(RawSocket current, long leftNanos) throws BusException, InterruptedException {
        try {
            CanFrame frame;
            do {
                frame = current.read(leftNanos);
                if (!options.errorsOnly()) {
                    bus.countDropped(current.newDrops());
                }
            } while (frame != null && stale.contains(frame)); // finite: the socket buffer is
            if (frame != null && !options.errorsOnly()) {
                bus.countReceived();
            }
            return frame;
        } catch (IOException e) {
            return afterReadError(current, e, leftNanos);
        }
    }

    private CanFrame afterReadError(RawSocket current, IOException e, long leftNanos)
            throws BusException, InterruptedException {
        int number = SocketErrors.number(e);
        if (SocketErrors.isTimeout(number)) {
            return null;
        }
        if (options.errorsOnly()) {
            bus.interfaceLost();
        }
        if (number == SocketErrors.ENETDOWN) {
            return awaitInterface(leftNanos); // the same socket works again once the interface is up
        }
        if (SocketErrors.isGone(number)) {
            markDead(current);
            return awaitInterface(leftNanos);
        }
        throw SocketErrors.explain(bus.name(), e);
    }

    @Override
    public void send(CanFrame frame) throws BusException, InterruptedException {
        if (frame.kind() == CanFrame.Kind.ERROR) {
            throw SocketErrors.notToBeSent(bus.name());
        }
        bus.transmitter().transmit(frame, () -> write(frame));
    }

    /** Synchronized so that the socket is not closed meanwhile. */
    private synchronized void write(CanFrame frame) throws BusException, InterruptedException {
        long deadline = ticker.nanos() + CONGESTION_NANOS;
        boolean reopened = false;
        while (true) {
            RawSocket current = connect();
            try {
                current.write(frame);
                return;
            } catch (IOException e) {
                int number = SocketErrors.number(e);
                if (SocketErrors.isFull(number)) {
                    if (deadline - ticker.nanos() <= 0) {
                        throw SocketErrors.congested(bus.name(), e);
                    }
                    ticker.sleep(CONGESTION_PAUSE_NANOS);
                } else if (SocketErrors.isGone(number) && !reopened) {
                    markDead(current);
                    reopened = true;
                } else {
                    throw SocketErrors.explain(bus.name(), e);
                }
            }
        }
    }

    @Override
    public void discardReceived() {
        stale.discardUntilNow();
    }

    private synchronized void markDead(RawSocket broken) {
        if (socket == broken) {
            dead.add(broken);
            socket = null;
        }
    }

    /** Requires the reading lock. */
    private synchronized void closeDead() {
        dead.forEach(RawSocket::close);
        dead.clear();
    }

    @Override
    public void close() {
        closed = true;
        bus.remove(this);
        reading.lock(); // the reader leaves within one slice
        try {
            closeSocket();
        } finally {
            reading.unlock();
        }
    }

    private synchronized void closeSocket() {
        if (socket != null) {
            markDead(socket);
        }
        closeDead();
    }
}
