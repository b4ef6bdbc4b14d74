package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.daemon.ServedVehicle;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.bench.paho.PahoClient;
import io.outrider.testkit.Mosquitto;
import io.outrider.wire.columns.BatchCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Installed daemons on a drive: link, every standard logger, and a simulated vehicle in this process, which a daemon reaches over
 * a socket as it would a CAN interface. Receiver, accelerometer, temperature and modem are simulated modules of the daemon.
 */
final class DrivingPackage implements AutoCloseable {
    private static final int DRIVE_SECONDS = 120;

    /** How much faster the loggers of the scaled hour are than the standard ones. */
    private static final int SCALE = 20;

    private static final int HOUR_SECONDS = 3_600 / SCALE;

    /** Calls of the standard loggers within an hour: what {@link #scaledLoggers} makes in a twentieth of it. */
    static final int CALLS_AN_HOUR = 10_272;

    /** Part of them that has to have arrived: a logger that is late leaves a call out. */
    private static final double ARRIVED = 0.8;

    private final ResourceCloser resources = new ResourceCloser();
    private final Mosquitto broker;
    private final Path folder;
    private final Installation program;

    DrivingPackage(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        broker = resources.add(Mosquitto.open(folder));
        program = new Installation(folder.resolve("program")).onServedBus();
        DriveHardware.install(program);
        program.archive();
    }

    /** A daemon with a vehicle of its own, not started yet. */
    DaemonProcess daemon(String id, String settings, String options) throws Exception {
        ServedVehicle vehicle = resources.add(new ServedVehicle(id));
        return resources.add(new UnitBuilder(folder.resolve(id), id)
                .broker(broker)
                .localApi()
                .settings(settings)
                .program(program)
                .javaOptions(vehicle.option())
                .javaOptions(options)
                .build());
    }

    static List<Figure> drive(Path folder) throws Exception {
        String when = "on a drive with every standard logger, after " + DRIVE_SECONDS + " s";
        return measure(folder, "drive", "", DRIVE_SECONDS, when, 0);
    }

    static List<Figure> hour(Path folder) throws Exception {
        String when = "after the calls of an hour's drive in " + HOUR_SECONDS + " s (each logger " + SCALE
                + " times as often, no filters)";
        return measure(folder, "hour", scaledLoggers(), HOUR_SECONDS, when, (long) (ARRIVED * CALLS_AN_HOUR));
    }

    /** @param least number of records that shows that the daemon has worked, less one */
    private static List<Figure> measure(Path folder, String id, String settings, int seconds, String when, long least)
            throws Exception {
        try (DrivingPackage drive = new DrivingPackage(folder)) {
            DaemonProcess daemon = drive.daemon(id, settings, "");
            long records = drive.records(daemon, seconds);
            Figure figure = PackageFigures.memory(when + ", " + records + " records", daemon.pid());
            return List.of(new Figure(
                    figure.name(),
                    figure.measured(),
                    figure.yardstick(),
                    figure.ratio(),
                    figure.target(),
                    figure.ok() && records > least));
        }
    }

    /** Starts it, lets it drive for the time, and returns the number of records that the broker has got. */
    private long records(DaemonProcess daemon, int seconds) throws Exception {
        AtomicLong records = new AtomicLong();
        BatchCodec codec = new BatchCodec();
        try (PahoClient service = new PahoClient(broker.openPort(), "service")) {
            service.subscribe(daemon.topic("telemetry"), batch -> {
                try {
                    records.addAndGet(codec.decode(batch).rows().size());
                } catch (IOException e) {
                    throw new IllegalStateException("no batch", e);
                }
            });
            daemon.startLinked();
            Thread.sleep(seconds * 1_000L); // the drive that is measured
        }
        return records.get();
    }

    /** The standard loggers, each as many times as often, and without filters. */
    static String scaledLoggers() {
        StringBuilder toml = new StringBuilder("[upload]\nage = 10\n");
        add(toml, "obd.rpm", "obd.query", "RPM", 1);
        add(toml, "obd.speed", "obd.query", "SPEED", 1);
        add(toml, "obd.engine_load", "obd.query", "ENGINE_LOAD", 10);
        add(toml, "obd.coolant_temp", "obd.query", "COOLANT_TEMP", 30);
        add(toml, "obd.intake_temp", "obd.query", "INTAKE_TEMP", 30);
        add(toml, "obd.ambiant_air_temp", "obd.query", "AMBIANT_AIR_TEMP", 30);
        add(toml, "obd.fuel_level", "obd.query", "FUEL_LEVEL", 30);
        add(toml, "obd.bat", "obd.query", "CONTROL_MODULE_VOLTAGE", 5);
        add(toml, "track.pos", "gnss.location", "", 5);
        add(toml, "acc.xyz", "acc.query", "xyz", 5);
        add(toml, "rpi.temp", "rpi.temp", "", 60);
        add(toml, "ec2x.data_usage", "ec2x.data_usage", "", 300);
        return toml.toString();
    }

    private static void add(StringBuilder toml, String name, String function, String argument, int seconds) {
        toml.append("[[loggers.list]]\nname = \"%s\"\ntype = \"%s\"\nfunction = \"%s\"\narg = [%s]\nevery = \"%dms\"\n"
                .formatted(
                        name, name, function, argument.isEmpty() ? "" : '"' + argument + '"', seconds * 1_000 / SCALE));
    }

    @Override
    public void close() throws Exception {
        resources.close();
    }
}
