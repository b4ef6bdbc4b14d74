package io.outrider.bench.unit;

import io.outrider.api.Ticker;
import io.outrider.bench.car.SimulatedCar;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.daemon.ServedVehicle;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.bench.paho.PahoClient;
import io.outrider.can.SocketCanBus;
import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Unit to try commands on: the installed daemon, a broker of its own and a simulated vehicle that drives, on a CAN interface
 * or on a virtual bus in this process. One thread.
 */
final class BenchUnit implements AutoCloseable {
    static final String ID = "u1";
    private static final List<String> TOPICS = List.of("presence", "job", "return", "telemetry");

    private final ResourceCloser closer = new ResourceCloser();
    private final Mosquitto broker;
    private final DaemonProcess daemon;
    private final Path home;

    /**
     * Starts everything but the daemon.
     *
     * @param home for the settings and data of the daemon
     * @param temporary empty folder for all other files
     * @param can null for a virtual bus
     */
    BenchUnit(Path home, Path temporary, String can, MessagePrinter printer) throws Exception {
        this.home = home;
        try {
            broker = closer.add(Mosquitto.open(temporary));
            PahoClient client = new PahoClient(broker.openPort(), "bench-unit");
            closer.add(() -> disconnect(client));
            for (String topic : TOPICS) {
                client.subscribe(topic(topic), payload -> printer.print(topic, payload));
            }
            UnitBuilder unit = new UnitBuilder(home, ID)
                    .local(Mosquitto.freePort(), "token_file = \"%s\"".formatted(home.resolve("token")))
                    .broker(broker)
                    .settings("[upload]\nage = 2\n");
            if (can == null) {
                unit.vehicle(closer.add(new ServedVehicle("drive0")), new Installation(temporary.resolve("outrider")));
            } else {
                closer.add(SimulatedCar.inTown(closer.add(new SocketCanBus(can, Ticker.system()))));
                unit.settings("[obd]\ncan = \"%s\"\n".formatted(can));
            }
            daemon = closer.add(unit.build());
        } catch (Exception | Error e) {
            close(); // the caller gets no unit to close
            throw e;
        }
    }

    /** Ctrl-C ends the broker too, possibly first. */
    private static void disconnect(PahoClient client) {
        try {
            client.close();
        } catch (IllegalStateException e) {
            // the broker has ended
        }
    }

    private static String topic(String last) {
        return "outrider/v1/" + ID + "/" + last;
    }

    void start() {
        daemon.start();
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

    /** Shell line that sends a command over the broker, with a new jid each time. */
    String mqttLine() {
        return "mosquitto_pub -p %d -q 1 -t %s -m '{\"jid\": \"'$(date -u +%%Y%%m%%d%%H%%M%%S%%6N)'\", \"fun\": \"obd.query RPM\"}'"
                .formatted(broker.port(), topic("command"));
    }

    /** Beginning of shell lines that call the daemon's local API. */
    String commandLine() {
        return DaemonProcess.installed() + " --config " + home.resolve("outrider.toml");
    }

    /** Ends the daemon by SIGTERM, then the rest. */
    @Override
    public void close() throws IOException {
        try {
            if (daemon != null && daemon.alive()) {
                daemon.stop();
            }
            closer.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
