package io.outrider.bench.measure;

import io.outrider.bench.daemon.ProcessMemory;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.bench.paho.PahoClient;
import io.outrider.testkit.Mosquitto;
import io.outrider.wire.columns.BatchCodec;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Measurement of bytes per record and memory: all default loggers on the simulated drive, full batches. */
final class DrivingUnit {
    private static final String UNIT = "driving";
    private static final int BATCH = 500;
    private static final int MINUTES = 15;
    private static final double MOST_BYTES = 5;
    private static final int VEHICLE_SECONDS = 20;

    private final Path folder;

    DrivingUnit(Path folder) {
        this.folder = folder;
    }

    List<Figure> measure() throws Exception {
        BlockingQueue<byte[]> batches = new LinkedBlockingQueue<>();
        try (Mosquitto broker = Mosquitto.open(folder);
                PahoClient service = new PahoClient(broker.openPort(), "service")) {
            service.subscribe("outrider/v1/" + UNIT + "/telemetry", batches::add);
            Path home = new UnitBuilder(folder.resolve(UNIT), UNIT)
                    .broker(broker)
                    .settings("[upload]\nage = %d\n".formatted(MINUTES * 60))
                    .write();
            try (JavaProgram unit =
                    new JavaProgram(home.resolve("printed"), LoggingDaemonProgram.class, home.toString(), "drives")) {
                return List.of(wire(batches), memory(unit));
            }
        }
    }

    private double vehicleMegabytes() throws Exception {
        try (JavaProgram vehicle =
                new JavaProgram(folder.resolve("vehicle"), LoggingDaemonProgram.class, folder.toString(), "vehicle")) {
            Thread.sleep(VEHICLE_SECONDS * 1_000L); // loads what a drive needs
            return vehicle.memory().now();
        }
    }

    private static Figure wire(BlockingQueue<byte[]> batches) throws Exception {
        BatchCodec codec = new BatchCodec();
        for (byte[] batch = next(batches); ; batch = next(batches)) {
            List<BatchCodec.BatchRow> rows = codec.decode(batch).rows();
            if (rows.size() >= BATCH) {
                double bytes = batch.length / (double) rows.size();
                double yardstick = GzipJson.zipped(rows.stream()
                                        .map(BatchCodec.BatchRow::row)
                                        .toList())
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

    /** Memory of the unit: that of the process, less that of a process with the vehicle and the bus only. */
    private Figure memory(JavaProgram unit) throws Exception {
        ProcessMemory together = unit.memory();
        double megabytes = together.now() - (vehicleMegabytes() - JavaProgram.bareMegabytes());
        return Figure.memory(
                "resident memory with all default loggers on the drive, without the class archive of an installation",
                megabytes,
                String.format(
                        "%.1f MB, %d threads; %.1f MB with the simulated vehicle, which is in the same process",
                        megabytes, together.threads(), together.now()));
    }
}
