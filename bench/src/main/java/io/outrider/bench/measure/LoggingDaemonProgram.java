package io.outrider.bench.measure;

import io.outrider.agent.commands.FaultInjector;
import io.outrider.agent.daemon.Daemon;
import io.outrider.agent.daemon.DaemonEnvironment;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import io.outrider.bench.BenchAgent;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.bench.car.drive.VehicleMotion;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.can.VirtualBus;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Program {@code LoggingDaemonProgram HOME drives|town|rests|vehicle}: the daemon with all default loggers and a bus in one
 * process. {@code drives} has a simulated vehicle and simulated hardware, {@code town} the vehicle only, {@code rests} a
 * silent bus; {@code vehicle} is the vehicle without the daemon. Prints {@code up} and ends with its input.
 */
final class LoggingDaemonProgram {
    private LoggingDaemonProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        String mode = arguments[1];
        try (ResourceCloser closer = new ResourceCloser()) {
            VirtualBus bus = closer.add(new VirtualBus(
                    "drive0", Ticker.system(), () -> Clock.systemUTC().millis() * 1_000));
            if (!mode.equals("rests")) {
                closer.add(SimulatedCar.inTown(bus));
            }
            if (!mode.equals("vehicle")) {
                List<ModuleFactory> modules = new ArrayList<>(mode.equals("drives") ? hardware() : List.of());
                modules.add(BenchAgent.obd(bus.node()));
                SettingsFiles settings = SettingsFiles.named(home.resolve("outrider.toml"), Settings.none());
                closer.add(new Daemon(modules, settings, environment(home)));
            }
            System.out.println("up");
            System.in.readAllBytes();
        }
    }

    private static List<ModuleFactory> hardware() {
        VehicleMotion drive = ScriptedDrive.inTown();
        long begun = System.nanoTime();
        return new SimulatedHardware(
                        () -> drive.at((System.nanoTime() - begun) / 1e9).speedKmh(), Clock.systemUTC()::instant)
                .modules();
    }

    private static DaemonEnvironment environment(Path home) {
        return new DaemonEnvironment(
                home.resolve("data"),
                home,
                Path.of("/etc/machine-id"),
                Map.of(),
                Clock.systemUTC(),
                BootTimeTicker.ofThisMachine(),
                new Random(1),
                FaultInjector.NONE);
    }
}
