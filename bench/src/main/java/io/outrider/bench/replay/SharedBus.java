package io.outrider.bench.replay;

import io.outrider.can.BusException;
import io.outrider.can.BusState;
import io.outrider.can.CanBus;
import io.outrider.can.CanFilter;
import io.outrider.can.CanPort;
import io.outrider.can.Transmitter;
import java.util.List;

/** One party's handle of a bus that others go on using: closing it leaves the bus open. */
public record SharedBus(CanBus bus) implements CanBus {
    @Override
    public String name() {
        return bus.name();
    }

    @Override
    public CanPort open(List<CanFilter> filters) throws BusException {
        return bus.open(filters);
    }

    @Override
    public Transmitter transmitter() {
        return bus.transmitter();
    }

    @Override
    public BusState state() {
        return bus.state();
    }

    @Override
    public void close() {
        // the bus is not this party's
    }
}
