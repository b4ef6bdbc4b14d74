package io.outrider.bench.measure;

import io.outrider.bench.paho.PahoClient;
import io.outrider.testkit.Mosquitto;
import io.outrider.wire.columns.BatchCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Measurement of a record's bytes on the wire: all default loggers on the simulated drive, full batches. */
final class DrivingUnit {
    private static final String UNIT = "driving";
    private static final int BATCH = 500;
    private static final int MINUTES = 15;
    private static final double MOST_BYTES = 5;
    private static final double MOST_MEGABYTES = 80;
    private static final int VEHICLE_SECONDS = 20;

    private final Path folder;

    DrivingUnit(Path folder) {
        this.folder = folder;
    }

    /** Settings of a unit of which nothing but the broker is special. */
    static Path home(Path folder, String unit, Mosquitto broker, int age) throws IOException {
        Path home = Files.createDirectories(folder.resolve(unit));
        Files.writeString(home.resolve("outrider.toml"), """
                [unit]
                id = "%s"
                [local]
                port = 0
                [link]
                url = "mqtt://127.0.0.1:%d"
                [upload]
                age = %d
                """.formatted(unit, broker.port(), age));
        return home;
    }

    List<Figure> measure() throws Exception {
        BlockingQueue<byte[]> batches = new LinkedBlockingQueue<>();
        try (Mosquitto broker = Mosquitto.open(folder);
                PahoClient service = new PahoClient(broker.openPort(), "service")) {
            service.subscribe(CommandExchange.topic(UNIT) + "telemetry", batches::add);
            Path home = home(folder, UNIT, broker, MINUTES * 60);
            try (JavaProgram unit =
                    new JavaProgram(home.resolve("printed"), LoggingUnit.class, home.toString(), "drives")) {
                return List.of(wire(batches), memory(unit));
            }
        }
    }

    private double vehicle() throws Exception {
        try (JavaProgram vehicle =
                new JavaProgram(folder.resolve("vehicle"), LoggingUnit.class, folder.toString(), "vehicle")) {
            Thread.sleep(VEHICLE_SECONDS * 1_000L); // drives without calls
            return JavaProgram.megabytes(vehicle.pid(), 0);
        }
    }

    private static Figure wire(BlockingQueue<byte[]> batches) throws Exception {
        BatchCodec codec = new BatchCodec();
        for (byte[] batch = next(batches); ; batch = next(batches)) {
            List<BatchCodec.Row> rows = codec.decode(batch).rows();
            if (rows.size() >= BATCH) {
                double bytes = batch.length / (double) rows.size();
                double yardstick = JsonRowSender.zipped(
                                        rows.stream().map(BatchCodec.Row::row).toList())
                                .length
                        / (double) rows.size();
                return new Figure(
                        "bytes a record on the wire, all default loggers on the simulated drive, batch of "
                                + rows.size(),
                        String.format("%.2f", bytes),
                        String.format("JSON with gzip %.2f", yardstick),
                        bytes / yardstick,
                        "at most " + (int) MOST_BYTES,
                        bytes <= MOST_BYTES);
            }
        }
    }

    private static byte[] next(BlockingQueue<byte[]> batches) throws InterruptedException {
        byte[] batch = batches.poll(MINUTES + 5, TimeUnit.MINUTES);
        if (batch == null) {
            throw new IllegalStateException("no full batch within " + MINUTES + " minutes");
        }
        return batch;
    }

    /** The unit's share: the vehicle and its bus, which are in the same process, weigh what they do in one of their own. */
    private Figure memory(JavaProgram unit) throws Exception {
        double together = JavaProgram.megabytes(unit.pid(), 0);
        double bare = JavaProgram.bareMegabytes();
        double vehicle = vehicle() - bare;
        double megabytes = together - vehicle;
        return new Figure(
                "resident memory with all default loggers on the drive, without the class archive of an installation",
                String.format(
                        "%.1f MB, %d threads; %.1f MB with the simulated vehicle, which is in the same process",
                        megabytes, JavaProgram.threads(unit.pid()), together),
                String.format("a Java program that does nothing %.1f MB", bare),
                megabytes / bare,
                "at most " + (int) MOST_MEGABYTES + " MB",
                megabytes > 0 && megabytes <= MOST_MEGABYTES);
    }
}
