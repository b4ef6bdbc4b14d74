package io.outrider.bench.unit;

import io.outrider.api.Ticker;
import io.outrider.bench.car.CarSettings;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.bench.daemon.BusServer;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.paho.PahoClient;
import io.outrider.bench.soak.ResourceCloser;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import io.outrider.can.SocketCanBus;
import io.outrider.can.VirtualBus;
import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The installed daemon with its start script, linked to a broker of its own, and a simulated vehicle that drives. On a CAN
 * interface, or on a virtual bus in this process that a module beside the program joins. One thread.
 */
final class BenchUnit implements AutoCloseable {
    static final String ID = "u1";
    private static final List<String> TOPICS = List.of("presence", "job", "return", "telemetry");

    private final ResourceCloser closing = new ResourceCloser();
    private final Mosquitto broker;
    private final DaemonProcess daemon;
    private final Path home;
    private final String options;

    /**
     * Starts everything but the daemon.
     *
     * @param home for the settings and data of the daemon
     * @param temporary an empty folder for all that is not kept
     * @param can null for a virtual bus
     */
    BenchUnit(Path home, Path temporary, String can, MessagePrinter printer) throws Exception {
        this.home = home;
        try {
            broker = closing.add(Mosquitto.open(temporary));
            PahoClient client = new PahoClient(broker.openPort(), "bench-unit");
            closing.add(() -> leave(client));
            for (String topic : TOPICS) {
                client.subscribe(topic(topic), payload -> printer.print(topic, payload));
            }
            Path program;
            if (can == null) {
                VirtualBus bus = closing.add(
                        new VirtualBus("drive0", Ticker.system(), () -> System.currentTimeMillis() * 1_000));
                drive(bus);
                options = closing.add(new BusServer(bus)).option();
                program = new Installation(temporary.resolve("outrider"))
                        .onServedBus()
                        .program();
            } else {
                drive(closing.add(new SocketCanBus(can, Ticker.system())));
                options = "";
                program = DaemonProcess.installed();
            }
            daemon = closing.add(new DaemonProcess(program, home, settings(can)));
        } catch (Exception | Error e) {
            close(); // nobody gets it to close it
            throw e;
        }
    }

    /** Ctrl-C ends the broker too, maybe first. */
    private static void leave(PahoClient client) {
        try {
            client.close();
        } catch (IllegalStateException e) {
            // there is nobody left to say goodbye to
        }
    }

    private void drive(CanBus bus) throws BusException {
        ScriptedDrive drive = new ScriptedDrive(1);
        closing.add(new SimulatedCar(
                bus, drive.from(drive.startOf(Phase.TOWN)), Ticker.system(), CarSettings.DEFAULT.withBroadcast()));
    }

    private String settings(String can) {
        return """
                [unit]
                id = "%s"
                [local]
                port = %d
                token_file = "%s"
                [link]
                url = "mqtt://127.0.0.1:%d"
                [upload]
                age = 2
                """.formatted(ID, Mosquitto.freePort(), home.resolve("token"), broker.port())
                + (can == null ? "" : "[obd]\ncan = \"%s\"\n".formatted(can));
    }

    private static String topic(String last) {
        return "outrider/v1/" + ID + "/" + last;
    }

    void start() {
        daemon.start(options);
    }

    boolean alive() {
        return daemon.alive();
    }

    long pid() {
        return daemon.pid();
    }

    Path log() {
        return daemon.log();
    }

    /** A line for a shell that sends a command by way of the broker, under another jid each time. */
    String mqttLine() {
        return "mosquitto_pub -p %d -q 1 -t %s -m '{\"jid\": \"'$(date -u +%%Y%%m%%d%%H%%M%%S%%6N)'\", \"fun\": \"obd.query RPM\"}'"
                .formatted(broker.port(), topic("command"));
    }

    /** Beginning of all lines for a shell that call the daemon's local API. */
    String commandLine() {
        return DaemonProcess.installed() + " --config " + home.resolve("outrider.toml");
    }

    /** Ends the daemon as systemd does, then the rest. */
    @Override
    public void close() throws IOException {
        try {
            if (daemon != null && daemon.alive()) {
                daemon.stop();
            }
            closing.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
