package io.outrider.bench.measure;

import io.outrider.agent.daemon.Daemon;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import io.outrider.bench.BenchAgent;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.can.BusException;
import io.outrider.can.VirtualBus;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code LoggingUnit HOME drives|rests|vehicle}: the daemon in a process with a bus of its own and all default loggers, and a
 * simulated vehicle that drives, with toys of what else a unit has; or none, a silent bus and no hardware; or that vehicle
 * without the daemon. Says {@code up}; ends with its input.
 */
final class LoggingUnit {
    private LoggingUnit() {}

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        VirtualBus bus = new VirtualBus(
                "drive0", Ticker.system(), () -> Clock.systemUTC().millis() * 1_000);
        boolean drives = !arguments[1].equals("rests");
        SimulatedCar car = drives ? car(bus) : null;
        if (arguments[1].equals("vehicle")) {
            System.out.println("up");
            System.in.readAllBytes();
            car.close();
            bus.close();
            return;
        }
        List<ModuleFactory> modules = new ArrayList<>(drives ? toys() : List.of());
        modules.add(BenchAgent.obd(bus.node()));
        try (Daemon daemon = new Daemon(
                modules, SettingsFiles.named(home.resolve("outrider.toml"), Settings.none()), BusyUnit.world(home))) {
            System.out.println("up");
            System.in.readAllBytes();
        } finally {
            if (car != null) {
                car.close();
            }
            bus.close();
        }
    }

    private static SimulatedCar car(VirtualBus bus) throws BusException {
        ScriptedDrive drive = new ScriptedDrive(1);
        return new SimulatedCar(
                bus, drive.from(drive.startOf(Phase.TOWN)), Ticker.system(), CarSettings.DEFAULT.withBroadcast());
    }

    private static List<ModuleFactory> toys() {
        ScriptedDrive drive = new ScriptedDrive(1);
        double start = drive.startOf(Phase.TOWN);
        long begun = System.nanoTime();
        return new ToyHardware(() -> drive.at(start + (System.nanoTime() - begun) / 1e9), Clock.systemUTC()::instant)
                .modules();
    }
}
