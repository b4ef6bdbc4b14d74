package io.outrider.bench.car;

import io.outrider.api.Ticker;
import io.outrider.bench.car.drive.Drive;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.bench.car.drive.VehicleState;
import io.outrider.can.VirtualBus;

/** A car in one state on a bus of its own; the state can be changed. */
final class CarOnBus implements AutoCloseable {
    static final ScriptedDrive DRIVE = new ScriptedDrive(1);

    final VirtualBus bus = new VirtualBus("vcan9", Ticker.system(), () -> 0);
    final SimulatedCar car;
    private volatile VehicleState state;

    CarOnBus() throws Exception {
        this(CarSettings.DEFAULT);
    }

    CarOnBus(CarSettings settings) throws Exception {
        state = in(Phase.MOTORWAY);
        Drive drive = seconds -> state;
        car = new SimulatedCar(bus, drive, Ticker.system(), settings);
    }

    /** Somewhere in the middle of things. */
    static VehicleState in(Phase phase) {
        return DRIVE.at(DRIVE.startOf(phase) + 30);
    }

    VehicleState state() {
        return state;
    }

    void set(VehicleState state) {
        this.state = state;
    }

    @Override
    public void close() {
        car.close();
        bus.close();
    }
}
