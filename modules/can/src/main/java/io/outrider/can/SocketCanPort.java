package io.outrider.can;

import io.outrider.api.Ticker;
import io.outrider.can.BusException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A port that outlives its socket: when the interface is removed the socket is dead, and the next one is made as soon
 * as there is an interface of that name again.
 *
 * <p>No descriptor is closed while a thread may be reading from it: that would not wake the reader (measured, kernel
 * 6.1), and the number may be another socket's the next moment. A socket that the sending thread found dead is
 * therefore put aside, and closed by whoever holds the reading lock next.
 */
final class SocketCanPort implements CanPort {
    /** How often a missing or dead interface is looked for. */
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How long a full send queue is waited out: at 125 kbit/s a queue of 1,000 long frames drains in 1.3 s. */
    private static final long CONGESTION_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long CONGESTION_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final SocketCanBus bus;
    private final RawSocket.Wanted wanted;
    private final Ticker ticker;
    private final ReentrantLock reading = new ReentrantLock();
    private final StaleFrames stale;
    private final List<RawSocket> dead = new ArrayList<>(1);
    private volatile RawSocket socket;
    private volatile boolean closed;

    SocketCanPort(SocketCanBus bus, RawSocket.Wanted wanted, Ticker ticker) {
        this.bus = bus;
        this.wanted = wanted;
        this.ticker = ticker;
        this.stale = new StaleFrames(ticker);
    }

    /** The socket, opened if there is none. */
    synchronized RawSocket connect() throws BusException {
        refuseIfClosed();
        if (socket == null) {
            try {
                socket = RawSocket.open(bus.name(), wanted);
            } catch (IOException e) {
                throw SocketErrors.explain(bus.name(), e);
            } catch (LinkageError e) {
                throw SocketErrors.noLibrary(e);
            }
        }
        return socket;
    }

    private void refuseIfClosed() throws BusException {
        if (closed) {
            throw new BusException(Reason.CLOSED, "this port of " + bus.name() + " was closed");
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

    /** The socket, or null while there is no interface. */
    private RawSocket present() throws BusException {
        refuseIfClosed();
        if (socket == null && !NetworkInterfaces.isPresent(bus.name())) {
            return null; // trying to open a socket would cost a dozen system calls, ten times a second
        }
        try {
            return connect();
        } catch (BusException e) {
            if (SocketErrors.mayPass(e)) {
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
                if (!wanted.errorsOnly()) {
                    bus.noteDropped(current.newDrops());
                }
            } while (frame != null && stale.contains(frame)); // there are only so many, however late it is
            if (frame != null && !wanted.errorsOnly()) {
                bus.noteReceived();
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
        if (wanted.errorsOnly()) {
            bus.noteInterfaceLost();
        }
        if (number == SocketErrors.ENETDOWN) {
            return awaitInterface(leftNanos); // the same socket works again once it is up
        }
        if (SocketErrors.isGone(number)) {
            putAside(current);
            return awaitInterface(leftNanos);
        }
        throw SocketErrors.explain(bus.name(), e);
    }

    @Override
    public void send(CanFrame frame) throws BusException, InterruptedException {
        if (frame.kind() == CanFrame.Kind.ERROR) {
            throw SocketErrors.notToBeSent(bus.name());
        }
        bus.transmitter().transmit(() -> write(frame));
    }

    /** Holds the monitor, so that the socket is not closed under it. */
    private synchronized void write(CanFrame frame) throws BusException, InterruptedException {
        long deadline = ticker.nanos() + CONGESTION_NANOS;
        boolean again = false;
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
                } else if (SocketErrors.isGone(number) && !again) {
                    putAside(current);
                    again = true;
                } else {
                    throw SocketErrors.explain(bus.name(), e);
                }
            }
        }
    }

    @Override
    public void discardWaiting() {
        stale.discardUntilNow();
    }

    private synchronized void putAside(RawSocket broken) {
        if (socket == broken) {
            dead.add(broken);
            socket = null;
        }
    }

    /** Only with the reading lock. */
    private synchronized void closeDead() {
        dead.forEach(RawSocket::close);
        dead.clear();
    }

    @Override
    public void close() {
        closed = true;
        bus.forget(this);
        reading.lock(); // the reader leaves within a slice
        try {
            closeSocket();
        } finally {
            reading.unlock();
        }
    }

    private synchronized void closeSocket() {
        if (socket != null) {
            putAside(socket);
        }
        closeDead();
    }
}
