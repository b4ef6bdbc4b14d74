package io.outrider.bench.daemon;

import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.BusState;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanPort;
import io.outrider.can.Transmitter;
import io.outrider.can.VirtualBus;
import java.time.Clock;
import java.util.List;

/** Virtual bus of a daemon that continues in another process; closed with its bridge. */
final class BridgedBus implements CanBus {
    private final VirtualBus bus;
    private final CanBus node;
    private final BusBridge bridge;

    BridgedBus(int serverPort, Ticker ticker, Clock clock) throws BusException {
        bus = new VirtualBus("car0", ticker, () -> clock.millis() * 1_000);
        node = bus.node();
        bridge = BusBridge.to(serverPort, bus.node());
    }

    @Override
    public String name() {
        return node.name();
    }

    @Override
    public CanPort open(List<CanFilter> filters) throws BusException {
        return node.open(filters);
    }

    @Override
    public Transmitter transmitter() {
        return node.transmitter();
    }

    @Override
    public BusState state() {
        return node.state();
    }

    @Override
    public long silenceNanos() {
        return node.silenceNanos();
    }

    @Override
    public void close() {
        node.close();
        bridge.close();
        bus.close();
    }
}
