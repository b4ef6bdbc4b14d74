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
    private final List<BusNode> nodes = new CopyOnWriteArrayList<>();
    private final List<NodePort> ports = new CopyOnWriteArrayList<>();
    private final ErrorCondition errors = new ErrorCondition();
    private final AtomicLong dropped = new AtomicLong();
    private final CanBus own;
    private volatile boolean up = true;
    private volatile boolean closed;

    /** @param stampMicros source of the receive timestamps, microseconds since 1970 UTC */
    public VirtualBus(String name, Ticker ticker, LongSupplier stampMicros) {
        this.name = name;
        this.ticker = ticker;
        this.stampMicros = stampMicros;
        this.own = node();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public CanPort open(List<CanFilter> filters) throws BusException {
        return own.open(filters);
    }

    /**
     * Another node on the same wire with its own transmitter, as a separate computer: its switches do not affect other
     * nodes. Closing it closes its own ports.
     */
    public CanBus node() {
        BusNode node = new BusNode();
        nodes.add(node);
        return node;
    }

    @Override
    public Transmitter transmitter() {
        return own.transmitter();
    }

    @Override
    public BusState state() {
        return own.state();
    }

    @Override
    public long silenceNanos() {
        return own.silenceNanos();
    }

    /** Equivalent of {@code ip link set … up} and {@code down}. */
    public void setUp(boolean up) {
        this.up = up;
        if (up) {
            errors.restarted();
        }
    }

    public void report(CanFrame error) {
        errors.update(error);
    }

    @Override
    public void close() {
        closed = true;
        ports.forEach(NodePort::close);
    }

    private void checkOpen() throws BusException {
        if (closed) {
            throw new BusException(BusErrors.BUS_CLOSED, name + " was closed");
        }
    }

    private final class BusNode implements CanBus {
        private final Transmitter transmitter = new Transmitter(name, ticker);
        private final LongAdder received = new LongAdder();
        private final ActivityMonitor monitor = new ActivityMonitor(ticker);

        @Override
        public String name() {
            return name;
        }

        @Override
        public CanPort open(List<CanFilter> filters) throws BusException {
            checkOpen();
            NodePort port = new NodePort(this, List.copyOf(filters));
            ports.add(port);
            return port;
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

        @Override
        public void close() {
            nodes.remove(this);
            ports.stream().filter(each -> each.node == this).forEach(NodePort::close);
        }
    }

    private final class NodePort implements CanPort {
        private final BusNode node;
        private final List<CanFilter> filters;
        private final BlockingQueue<CanFrame> waiting = new ArrayBlockingQueue<>(QUEUE);
        private volatile boolean open = true;

        private NodePort(BusNode node, List<CanFilter> filters) {
            this.node = node;
            this.filters = filters;
        }

        @Override
        public CanFrame receive(long timeoutNanos) throws BusException, InterruptedException {
            long deadline = System.nanoTime() + timeoutNanos;
            while (true) {
                checkPortOpen();
                long left = Math.min(deadline - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(100));
                CanFrame frame = waiting.poll(left, TimeUnit.NANOSECONDS);
                if (frame != null) {
                    node.received.increment();
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
            node.transmitter.transmit(frame, () -> {
                checkPortOpen();
                if (!up) {
                    throw SocketErrors.down(name, null);
                }
                for (BusNode each : nodes) {
                    if (each != node) {
                        each.monitor.recordActivity();
                    }
                }
                CanFrame stamped = frame.at(stampMicros.getAsLong());
                for (NodePort port : ports) {
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
                throw new BusException(BusErrors.BUS_CLOSED, "this port of " + name + " was closed");
            }
        }
    }
}
