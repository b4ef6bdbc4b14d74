package io.outrider.bench.measure;

import io.outrider.agent.commands.FaultInjector;
import io.outrider.agent.daemon.Daemon;
import io.outrider.agent.daemon.DaemonEnvironment;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.runtime.clock.BootTimeTicker;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.bench.BenchAgent;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.can.VirtualBus;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@code BusyUnit HOME PORT}: the daemon in a process with a simulated vehicle, so that it has a bus on any machine, and
 * four callers on its local API who never stop asking the vehicle. Says {@code up}; answers each line with how many
 * queries were answered so far; ends with its input.
 */
final class BusyUnit {
    private static final int CALLERS = 4;
    private static final List<String> ASKED = List.of("RPM", "SPEED", "COOLANT_TEMP", "ENGINE_LOAD");

    private BusyUnit() {}

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        ScriptedDrive drive = new ScriptedDrive(1);
        VirtualBus bus = new VirtualBus("busy0", Ticker.system(), () -> System.currentTimeMillis() * 1_000);
        try (SimulatedCar car = new SimulatedCar(
                        bus,
                        drive.from(drive.startOf(Phase.TOWN)),
                        Ticker.system(),
                        CarSettings.DEFAULT.withBroadcast());
                Daemon daemon = new Daemon(
                        List.of(BenchAgent.obd(bus.node())),
                        SettingsFiles.named(home.resolve("outrider.toml"), Settings.none()),
                        world(home))) {
            AtomicLong answered = new AtomicLong();
            DaemonEndpoint place =
                    new DaemonEndpoint("127.0.0.1", Integer.parseInt(arguments[1]), List.of(home.resolve("token")));
            List<Thread> callers = new ArrayList<>();
            for (String name : ASKED.subList(0, CALLERS)) {
                Thread caller = new Thread(() -> ask(new LocalClient(place), name, answered), "caller " + name);
                caller.setDaemon(true);
                caller.start();
                callers.add(caller);
            }
            System.out.println("up");
            BufferedReader told = new BufferedReader(new InputStreamReader(System.in));
            while (told.readLine() != null) {
                System.out.println(answered);
            }
            callers.forEach(Thread::interrupt);
        }
        bus.close();
        System.exit(0); // callers may still wait for an answer
    }

    private static void ask(LocalClient client, String name, AtomicLong answered) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                client.execute("obd.query", List.of(name), Map.of(), progress -> {});
                answered.incrementAndGet();
            } catch (Failure e) {
                System.err.println(name + ": " + e.getMessage());
                return;
            }
        }
    }

    static DaemonEnvironment world(Path home) {
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
