package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.LocalApiClient;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.testkit.Await;
import io.outrider.testkit.Mosquitto;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measurement of the installed daemon with a link, all default loggers and no bus: memory while a container adds a record
 * per second, then processor time and wake-ups at rest. One thread.
 */
final class InstalledUnit implements AutoCloseable {
    private static final String UNIT = "installed";
    private static final int SECONDS = 60;
    private static final int CALL_MILLIS = 10_000;

    private final DaemonProcess daemon;
    private final LocalApiClient api;

    InstalledUnit(Path folder, Mosquitto broker) {
        daemon = new UnitBuilder(folder.resolve(UNIT), UNIT)
                .broker(broker)
                .localApi()
                .build();
        api = new LocalApiClient(daemon.apiPort(), UNIT);
    }

    static List<Figure> measure(Path folder) throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                InstalledUnit unit = new InstalledUnit(folder, broker)) {
            unit.start();
            unit.addRecords(SECONDS);
            double megabytes = unit.megabytes();
            List<Figure> figures = new ArrayList<>();
            figures.add(Figure.memory(
                    "resident memory of the daemon, link, default loggers and a record a second",
                    megabytes,
                    String.format("%.1f MB", megabytes)));
            figures.addAll(RestingUnit.figures("of the daemon, no bus", unit.daemon.pid()));
            return figures;
        }
    }

    /** Starts it and waits until it accepts records. */
    void start() {
        daemon.start();
        Await.until("the unit accepts records, see " + daemon.log(), () -> {
            if (!daemon.alive()) {
                throw new AssertionError("the daemon has ended, see " + daemon.log());
            }
            return adds(0);
        });
    }

    /** Adds one record per second. */
    void addRecords(int seconds) throws InterruptedException {
        for (int i = 1; i <= seconds; i++) {
            Thread.sleep(1_000); // one per second
            if (!adds(i)) {
                throw new IllegalStateException("the unit has not accepted record " + i + ", see " + daemon.log());
            }
        }
    }

    private boolean adds(int value) {
        String body = "[{\"@t\":\"bench.footprint\",\"value\":%d}]".formatted(value);
        return api.post("/records", body.getBytes(StandardCharsets.UTF_8), CALL_MILLIS)
                .isOk();
    }

    double megabytes() throws Exception {
        return daemon.memory().now();
    }

    /** Use within so many seconds. */
    CpuUsage use(int seconds) throws Exception {
        return CpuUsage.during(daemon.pid(), seconds);
    }

    @Override
    public void close() {
        daemon.close();
    }
}
