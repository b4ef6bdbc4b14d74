package io.outrider.bench.daemon;

import io.outrider.api.Ticker;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.VirtualBus;
import java.io.IOException;

/** Simulated vehicle in town on a virtual bus of this process, which installed daemons join. Any thread. */
public final class ServedVehicle implements AutoCloseable {
    private final VirtualBus bus;
    private final SimulatedCar car;
    private final BusServer server;

    public ServedVehicle(String busName) throws BusException, IOException {
        bus = new VirtualBus(busName, Ticker.system(), () -> System.currentTimeMillis() * 1_000);
        car = SimulatedCar.inTown(bus);
        server = new BusServer(bus);
    }

    /** A new node of the bus. */
    public CanBus node() {
        return bus.node();
    }

    /** JVM option with which a daemon joins the bus. */
    String option() {
        return server.option();
    }

    @Override
    public void close() {
        server.close();
        car.close();
        bus.close();
    }
}
