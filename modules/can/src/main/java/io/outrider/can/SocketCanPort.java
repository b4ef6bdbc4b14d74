package io.outrider.can;

import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import tel.schich.javacan.CanChannels;
import tel.schich.javacan.CanSocketOptions;
import tel.schich.javacan.NetworkDevice;
import tel.schich.javacan.RawCanChannel;
import tel.schich.javacan.RawReceiveMessageHeaderBuffer;

/**
 * One raw socket with its filters. Waiting is the kernel's receive time-out in slices, so that a frame costs one system
 * call and a thread in it notices closing and interruption within a slice; closing the descriptor under a reader would
 * not wake it (measured, kernel 6.1).
 */
final class SocketCanPort implements CanPort {
    /**
     * What is to be received.
     *
     * @param errorsOnly error frames and nothing else
     */
    record Wanted(List<CanFilter> filters, boolean errorsOnly) {
        Wanted {
            filters = List.copyOf(filters);
        }
    }

    /** The longest stay in the kernel. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The kernel takes microseconds, and 0 for ever. */
    private static final long LEAST_SLICE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /** How often a missing or dead interface is looked for. */
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How long a full send queue is waited out: at 125 kbit/s a queue of 1,000 long frames drains in 1.3 s. */
    private static final long CONGESTION_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long CONGESTION_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /** Asked for; the kernel gives at most twice net.core.rmem_max. */
    private static final int RECEIVE_BUFFER = 4 << 20;

    private final SocketCanBus bus;
    private final Wanted wanted;
    private final Ticker ticker;
    private final ReentrantLock reading = new ReentrantLock();
    private final ByteBuffer readBuffer = RawCanChannel.allocateSufficientMemory();
    private final ByteBuffer writeBuffer = RawCanChannel.allocateSufficientMemory();
    private final RawReceiveMessageHeaderBuffer header = new RawReceiveMessageHeaderBuffer();
    private final StaleFrames stale;
    private volatile RawCanChannel channel;
    private volatile boolean closed;
    private long sliceNanos;
    private long dropsSeen;

    SocketCanPort(SocketCanBus bus, Wanted wanted, Ticker ticker) {
        this.bus = bus;
        this.wanted = wanted;
        this.ticker = ticker;
        this.stale = new StaleFrames(ticker);
    }

    /** Opens the socket if it is not open; options first, so that nothing unwanted slips in before the filters. */
    synchronized void connect() throws BusException {
        if (channel != null) {
            return;
        }
        if (closed) {
            throw new BusException(BusException.Reason.CLOSED, "this port of " + bus.name() + " was closed");
        }
        RawCanChannel opened = null;
        try {
            opened = CanChannels.newRawChannel();
            opened.setOption(CanSocketOptions.FILTER, filters());
            opened.setOption(CanSocketOptions.ERR_FILTER, wanted.errorsOnly() ? CanId.MAX_EXTENDED : 0);
            opened.setOption(CanSocketOptions.FD_FRAMES, true);
            opened.setOption(CanSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
            opened.setOption(CanSocketOptions.SO_TIMESTAMPNS, true);
            opened.setOption(CanSocketOptions.SO_RXQ_OVFL, true);
            opened.setOption(CanSocketOptions.SO_RCVTIMEO, Duration.ofNanos(SLICE_NANOS));
            opened.bind(NetworkDevice.lookup(bus.name()));
            sliceNanos = SLICE_NANOS;
            dropsSeen = 0;
            channel = opened;
        } catch (IOException e) {
            closeQuietly(opened);
            throw bus.explain(e);
        } catch (LinkageError e) {
            throw new BusException(
                    BusException.Reason.UNSUPPORTED,
                    "the native library of JavaCAN does not load (" + e.getMessage()
                            + "); set -Djavacan.native.javacan-core.path to libjavacan-core.so",
                    e);
        }
    }

    private tel.schich.javacan.CanFilter[] filters() {
        if (wanted.errorsOnly()) {
            return new tel.schich.javacan.CanFilter[0];
        }
        if (wanted.filters().isEmpty()) {
            return new tel.schich.javacan.CanFilter[] {tel.schich.javacan.CanFilter.ANY};
        }
        return wanted.filters().stream().map(RawFrames::filter).toArray(tel.schich.javacan.CanFilter[]::new);
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
                long left = deadline - ticker.nanos();
                CanFrame frame = isConnected() ? read(left) : awaitInterface(left);
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

    private boolean isConnected() throws BusException {
        if (channel == null) {
            try {
                connect();
            } catch (BusException e) {
                if (!SocketErrors.mayPass(e)) {
                    throw e;
                }
            }
        }
        return channel != null;
    }

    private CanFrame awaitInterface(long leftNanos) throws InterruptedException {
        ticker.sleep(Math.min(leftNanos, RETRY_NANOS));
        return null;
    }

    /** One system call, as a rule. */
    private CanFrame read(long leftNanos) throws BusException, InterruptedException {
        try {
            setSlice(leftNanos);
            readBuffer.clear();
            channel.receiveUnsafe(readBuffer, header);
            noteDrops(header.getDropCount() & 0xFFFFFFFFL);
            CanFrame frame = RawFrames.read(readBuffer, RawFrames.stampMicros(header));
            return frame == null || stale.contains(frame) ? null : frame;
        } catch (IOException e) {
            return afterReadError(e, leftNanos);
        }
    }

    private CanFrame afterReadError(IOException e, long leftNanos) throws BusException, InterruptedException {
        int number = SocketErrors.number(e);
        if (SocketErrors.isTimeout(number)) {
            return null;
        }
        if (number == SocketErrors.ENETDOWN) {
            return awaitInterface(leftNanos); // the same socket works again once it is up
        }
        if (SocketErrors.isGone(number)) {
            disconnect();
            return awaitInterface(leftNanos);
        }
        throw bus.explain(e);
    }

    /** Keeps the kernel's time-out as it is wherever that does, because setting it is a call of its own. */
    private void setSlice(long leftNanos) throws IOException {
        long wish = Math.max(LEAST_SLICE_NANOS, Math.min(leftNanos, SLICE_NANOS));
        if (wish < sliceNanos || wish > 4 * sliceNanos) {
            channel.setOption(CanSocketOptions.SO_RCVTIMEO, Duration.ofNanos(wish));
            sliceNanos = wish;
        }
    }

    /** The counter is the kernel's since the socket was made; it is 0 in a header that carries none. */
    private void noteDrops(long counter) {
        if (counter > dropsSeen) {
            bus.noteDropped(counter - dropsSeen);
            dropsSeen = counter;
        }
    }

    @Override
    public void send(CanFrame frame) throws BusException, InterruptedException {
        bus.transmitter().transmit(() -> write(frame));
    }

    /** Holds the monitor, so that the socket is not closed under it. */
    private synchronized void write(CanFrame frame) throws BusException, InterruptedException {
        long deadline = ticker.nanos() + CONGESTION_NANOS;
        boolean reopened = false;
        while (true) {
            connect();
            try {
                RawFrames.write(frame, writeBuffer);
                channel.writeUnsafe(writeBuffer);
                return;
            } catch (IOException e) {
                int number = SocketErrors.number(e);
                if (number == SocketErrors.ENOBUFS && deadline - ticker.nanos() > 0) {
                    ticker.sleep(CONGESTION_PAUSE_NANOS);
                } else if (number == SocketErrors.ENOBUFS) {
                    throw new BusException(
                            BusException.Reason.CONGESTED,
                            bus.name() + " does not take frames: its send queue stayed full for 2 s. Is anybody else on"
                                    + " the bus, and is the bit rate right?",
                            e);
                } else if (SocketErrors.isGone(number) && !reopened) {
                    disconnect();
                    reopened = true;
                } else if (!SocketErrors.isTimeout(number)) {
                    throw bus.explain(e);
                }
            }
        }
    }

    @Override
    public void discardWaiting() {
        stale.discardUntilNow();
    }

    private synchronized void disconnect() {
        closeQuietly(channel);
        channel = null;
    }

    @Override
    public void close() {
        closed = true;
        bus.forget(this);
        reading.lock(); // a descriptor closed under its reader may be another socket's the next moment
        try {
            disconnect();
        } finally {
            reading.unlock();
        }
    }

    private static void closeQuietly(RawCanChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // nothing is left that could be done about this descriptor
            }
        }
    }
}
