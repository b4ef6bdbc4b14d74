package io.outrider.bench.car;

import io.outrider.api.Ticker;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.bench.car.drive.VehicleMotion;
import io.outrider.can.VirtualBus;

/** Car in a settable state on a bus of its own. */
final class CarOnBus implements AutoCloseable {
    static final ScriptedDrive DRIVE = new ScriptedDrive(1);

    final VirtualBus bus = new VirtualBus("vcan9", Ticker.system(), () -> 0);
    final SimulatedCar car;
    private volatile DriveState state;

    CarOnBus() throws Exception {
        this(CarSettings.DEFAULT);
    }

    CarOnBus(CarSettings settings) throws Exception {
        state = in(Phase.MOTORWAY);
        VehicleMotion drive = seconds -> state;
        car = new SimulatedCar(bus, drive, Ticker.system(), settings);
    }

    /** State in the middle of the drive. */
    static DriveState in(Phase phase) {
        return DRIVE.at(DRIVE.startOf(phase) + 30);
    }

    DriveState state() {
        return state;
    }

    void set(DriveState state) {
        this.state = state;
    }

    @Override
    public void close() {
        car.close();
        bus.close();
    }
}
