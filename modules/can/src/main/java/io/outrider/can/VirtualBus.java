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
 * In-process bus for machines without CAN: frames sent at one port reach all others whose filters pass them, in the
 * same order. It can be taken down and can report error frames, as a real one.
 */
public final class VirtualBus implements CanBus {
    /** Frames per port, about the capacity of the kernel's default receive buffer. */
    private static final int QUEUE = 512;

    private final String name;
    private final Ticker ticker;
    private final LongSupplier stampMicros;
    private final Transmitter transmitter;
    private final List<Port> ports = new CopyOnWriteArrayList<>();
    private final ErrorCondition errors = new ErrorCondition();
    private final AtomicLong dropped = new AtomicLong();
    private final LongAdder received = new LongAdder();
    private final ActivityMonitor monitor;
    private final List<ActivityMonitor> monitors = new CopyOnWriteArrayList<>();
    private volatile boolean up = true;
    private volatile boolean closed;

    /** @param stampMicros source of the receive timestamps, microseconds since 1970 UTC */
    public VirtualBus(String name, Ticker ticker, LongSupplier stampMicros) {
        this.name = name;
        this.ticker = ticker;
        this.stampMicros = stampMicros;
        this.transmitter = new Transmitter(name, ticker);
        this.monitor = newMonitor();
    }

    private ActivityMonitor newMonitor() {
        ActivityMonitor monitor = new ActivityMonitor(ticker);
        monitors.add(monitor);
        return monitor;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public CanPort open(List<CanFilter> filters) throws BusException {
        return open(filters, transmitter, received, monitor);
    }

    private Port open(List<CanFilter> filters, Transmitter through, LongAdder read, ActivityMonitor ignored)
            throws BusException {
        checkOpen();
        Port port = new Port(List.copyOf(filters), through, read, ignored);
        ports.add(port);
        return port;
    }

    /**
     * Another node on the same wire with its own transmitter, as a separate computer: its switches do not affect other
     * nodes. Closing it closes its own ports.
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
        return monitor.silenceNanos();
    }

    /** Equivalent of {@code ip link set … up} and {@code down}. */
    public void setUp(boolean up) {
        this.up = up;
        if (up) {
            errors.restarted();
        }
    }

    /** Delivers an error frame, as a controller does. */
    public void report(CanFrame error) {
        errors.update(error);
    }

    @Override
    public void close() {
        closed = true;
        ports.forEach(Port::close);
    }

    private void checkOpen() throws BusException {
        if (closed) {
            throw new BusException(BusException.Reason.CLOSED, name + " was closed");
        }
    }

    private final class Node implements CanBus {
        private final Transmitter own = new Transmitter(name, ticker);
        private final LongAdder ownReceived = new LongAdder();
        private final ActivityMonitor ownMonitor = newMonitor();
        private final List<Port> ownPorts = new CopyOnWriteArrayList<>();

        @Override
        public String name() {
            return name;
        }

        @Override
        public CanPort open(List<CanFilter> filters) throws BusException {
            Port port = VirtualBus.this.open(filters, own, ownReceived, ownMonitor);
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
            return new BusState(wire.condition(), wire.dropped(), wire.errorFrames(), own.sent(), ownReceived.sum());
        }

        @Override
        public long silenceNanos() {
            return ownMonitor.silenceNanos();
        }

        @Override
        public void close() {
            monitors.remove(ownMonitor);
            ownPorts.forEach(Port::close);
        }
    }

    private final class Port implements CanPort {
        private final List<CanFilter> filters;
        private final Transmitter through;
        private final LongAdder read;
        private final ActivityMonitor ignored;
        private final BlockingQueue<CanFrame> waiting = new ArrayBlockingQueue<>(QUEUE);
        private volatile boolean open = true;

        private Port(List<CanFilter> filters, Transmitter through, LongAdder read, ActivityMonitor ignored) {
            this.filters = filters;
            this.through = through;
            this.read = read;
            this.ignored = ignored;
        }

        @Override
        public CanFrame receive(long timeoutNanos) throws BusException, InterruptedException {
            long deadline = System.nanoTime() + timeoutNanos;
            while (true) {
                checkPortOpen();
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
            checkPortOpen();
            if (frame.kind() == CanFrame.Kind.ERROR) {
                throw SocketErrors.notToBeSent(name);
            }
            through.transmit(() -> {
                checkPortOpen();
                if (!up) {
                    throw SocketErrors.down(name, null);
                }
                for (ActivityMonitor each : monitors) {
                    if (each != ignored) {
                        each.recordActivity();
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
        public void discardReceived() {
            waiting.clear();
        }

        @Override
        public void close() {
            open = false;
            ports.remove(this);
        }

        private void checkPortOpen() throws BusException {
            checkOpen();
            if (!open) {
                throw new BusException(BusException.Reason.CLOSED, "this port of " + name + " was closed");
            }
        }
    }
}
