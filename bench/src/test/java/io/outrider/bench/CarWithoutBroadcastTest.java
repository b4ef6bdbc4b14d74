package io.outrider.bench;

import io.outrider.api.Ticker;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ServedVehicle;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Telemetry of the installed daemon in a car that is heard only when it is queried, on a virtual bus. */
@Tag("slow")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
class CarWithoutBroadcastTest {
    private final AtomicReference<DriveState> now = new AtomicReference<>(KernelBus.TOWN);

    @Test
    void isQueriedAsLongAsItAnswers(@TempDir Path folder) throws Exception {
        Installation program = new Installation(folder.resolve("outrider"));
        try (ServedVehicle vehicle = new ServedVehicle("drive0", this::car);
                CanBus listener = vehicle.node();
                DrivenUnit unit = new DrivenUnit(folder, listener, builder -> builder.vehicle(vehicle, program))) {
            unit.daemon.start();
            unit.awaitEvent("vehicle/engine/running");
            unit.awaitTypes("obd.rpm", "obd.speed", "obd.bat", "obd.coolant_temp");
            now.set(KernelBus.in(Phase.ENGINE_OFF));
            unit.awaitEvent("vehicle/engine/stopped");
            now.set(KernelBus.in(Phase.ASLEEP));
            unit.assertSilentAsleep(8);
        }
    }

    private SimulatedCar car(CanBus bus) throws BusException {
        return new SimulatedCar(bus, seconds -> now.get(), Ticker.system(), CarSettings.DEFAULT);
    }
}
