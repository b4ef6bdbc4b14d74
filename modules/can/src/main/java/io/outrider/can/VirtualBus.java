package io.outrider.can;

import io.outrider.api.Ticker;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * A bus inside the process, for machines without CAN: frames sent at one port appear at all others whose filters let
 * them pass, in one order for all. It can be taken down and can report error frames, as a real one does.
 */
public final class VirtualBus implements CanBus {
    /** As many frames as the kernel's default receive buffer holds, roughly. */
    private static final int QUEUE = 512;

    private final String name;
    private final Ticker ticker;
    private final LongSupplier stampMicros;
    private final Transmitter transmitter;
    private final List<Port> ports = new CopyOnWriteArrayList<>();
    private final ErrorCondition errors = new ErrorCondition();
    private final AtomicLong dropped = new AtomicLong();
    private final LongAdder received = new LongAdder();
    private final ActivityMonitor ear;
    private final List<ActivityMonitor> ears = new CopyOnWriteArrayList<>();
    private volatile boolean up = true;
    private volatile boolean closed;

    /** @param stampMicros the time frames are stamped with, microseconds since 1970 UTC */
    public VirtualBus(String name, Ticker ticker, LongSupplier stampMicros) {
        this.name = name;
        this.ticker = ticker;
        this.stampMicros = stampMicros;
        this.transmitter = new Transmitter(name, ticker);
        this.ear = newEar();
    }

    private ActivityMonitor newEar() {
        ActivityMonitor made = new ActivityMonitor(ticker);
        ears.add(made);
        return made;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public CanPort open(List<CanFilter> filters) throws BusException {
        return open(filters, transmitter, received, ear);
    }

    private Port open(List<CanFilter> filters, Transmitter through, LongAdder read, ActivityMonitor deaf)
            throws BusException {
        refuseIfClosed();
        Port port = new Port(List.copyOf(filters), through, read, deaf);
        ports.add(port);
        return port;
    }

    /**
     * Another participant on the same wire, with a transmitter of its own, as another computer would have: what one of
     * them switches off, the others go on doing. Closing it closes its own ports.
     */
    public CanBus node() {
        return new Node();
    }

    @Override
    public Transmitter transmitter() {
        return transmitter;
    }

    @Override
    public BusState state() {
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

    /** As {@code ip link set … down} and {@code up} do. */
    public void setUp(boolean up) {
        this.up = up;
        if (up) {
            errors.restarted();
        }
    }

    /** Reports an error frame, as a controller does. */
    public void report(CanFrame error) {
        errors.note(error);
    }

    @Override
    public void close() {
        closed = true;
        ports.forEach(Port::close);
    }

    private void refuseIfClosed() throws BusException {
        if (closed) {
            throw new BusException(BusException.Reason.CLOSED, name + " was closed");
        }
    }

    private final class Node implements CanBus {
        private final Transmitter own = new Transmitter(name, ticker);
        private final LongAdder heard = new LongAdder();
        private final ActivityMonitor ownEar = newEar();
        private final List<Port> ownPorts = new CopyOnWriteArrayList<>();

        @Override
        public String name() {
            return name;
        }

        @Override
        public CanPort open(List<CanFilter> filters) throws BusException {
            Port port = VirtualBus.this.open(filters, own, heard, ownEar);
            ownPorts.removeIf(each -> !each.open);
            ownPorts.add(port);
            return port;
        }

        @Override
        public Transmitter transmitter() {
            return own;
        }

        @Override
        public BusState state() {
            BusState wire = VirtualBus.this.state();
            return new BusState(wire.condition(), wire.dropped(), wire.errorFrames(), own.sent(), heard.sum());
        }

        @Override
        public long silenceNanos() {
            return ownEar.silenceNanos();
        }

        @Override
        public void close() {
            ears.remove(ownEar);
            ownPorts.forEach(Port::close);
        }
    }

    private final class Port implements CanPort {
        private final List<CanFilter> filters;
        private final Transmitter through;
        private final LongAdder read;
        private final ActivityMonitor deaf;
        private final BlockingQueue<CanFrame> waiting = new ArrayBlockingQueue<>(QUEUE);
        private volatile boolean open = true;

        private Port(List<CanFilter> filters, Transmitter through, LongAdder read, ActivityMonitor deaf) {
            this.filters = filters;
            this.through = through;
            this.read = read;
            this.deaf = deaf;
        }

        @Override
        public CanFrame receive(long timeoutNanos) throws BusException, InterruptedException {
            long deadline = System.nanoTime() + timeoutNanos;
            while (true) {
                refuseIfPortClosed();
                long left = Math.min(deadline - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(100));
                CanFrame frame = waiting.poll(left, TimeUnit.NANOSECONDS);
                if (frame != null) {
                    read.increment();
                }
                if (frame != null || left <= 0) {
                    return frame;
                }
            }
        }

        @Override
        public void send(CanFrame frame) throws BusException, InterruptedException {
            refuseIfPortClosed();
            if (frame.kind() == CanFrame.Kind.ERROR) {
                throw SocketErrors.notToBeSent(name);
            }
            through.transmit(() -> {
                refuseIfPortClosed();
                if (!up) {
                    throw SocketErrors.down(name, null);
                }
                for (ActivityMonitor each : ears) {
                    if (each != deaf) {
                        each.hear();
                    }
                }
                CanFrame stamped = frame.at(stampMicros.getAsLong());
                for (Port port : ports) {
                    if (port != this) {
                        port.offer(stamped);
                    }
                }
            });
        }

        private void offer(CanFrame frame) {
            if (passes(frame) && !waiting.offer(frame)) {
                dropped.incrementAndGet();
            }
        }

        private boolean passes(CanFrame frame) {
            if (filters.isEmpty()) {
                return true;
            }
            for (CanFilter filter : filters) {
                if (filter.accepts(frame)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void discardWaiting() {
            waiting.clear();
        }

        @Override
        public void close() {
            open = false;
            ports.remove(this);
        }

        private void refuseIfPortClosed() throws BusException {
            refuseIfClosed();
            if (!open) {
                throw new BusException(BusException.Reason.CLOSED, "this port of " + name + " was closed");
            }
        }
    }
}
