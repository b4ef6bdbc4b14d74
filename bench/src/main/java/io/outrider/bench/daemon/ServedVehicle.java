package io.outrider.bench.daemon;

import io.outrider.api.Ticker;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.VirtualBus;
import java.io.IOException;

/** Simulated vehicle on a virtual bus of this process, which installed daemons join. Any thread. */
public final class ServedVehicle implements AutoCloseable {
    private final VirtualBus bus;
    private final SimulatedCar car;
    private final BusServer server;

    /** Vehicle in town. */
    public ServedVehicle(String busName) throws BusException, IOException {
        this(busName, SimulatedCar::inTown);
    }

    public ServedVehicle(String busName, CarFactory factory) throws BusException, IOException {
        bus = new VirtualBus(busName, Ticker.system(), () -> System.currentTimeMillis() * 1_000);
        car = factory.create(bus);
        server = new BusServer(bus);
    }

    /** Opens a vehicle on its bus. */
    public interface CarFactory {
        SimulatedCar create(CanBus bus) throws BusException;
    }

    /** A new node of the bus. */
    public CanBus node() {
        return bus.node();
    }

    /** JVM option with which a daemon joins the bus. */
    public String option() {
        return server.option();
    }

    @Override
    public void close() {
        server.close();
        car.close();
        bus.close();
    }
}
