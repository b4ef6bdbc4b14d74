package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The daemon as it is installed, with a link, all default loggers and no bus: what it holds while a container adds a
 * record a second, and what it does when nobody wants anything of it. One thread.
 */
final class InstalledUnit implements AutoCloseable {
    private static final int SETTLED_SECONDS = 60;
    private static final int SECONDS = 60;
    private static final double MOST_MEGABYTES = 80;
    private static final long START_NANOS = 60_000_000_000L;
    private static final int PATIENCE_MILLIS = 10_000;

    private final int port = Mosquitto.freePort();
    private final DaemonProcess daemon;

    InstalledUnit(Path folder, Mosquitto broker) {
        daemon = new DaemonProcess(
                DaemonProcess.installed(), folder.resolve("installed"), """
                [unit]
                id = "installed"
                [local]
                port = %d
                open = true
                [link]
                url = "mqtt://127.0.0.1:%d"
                """.formatted(port, broker.port()));
    }

    static List<Figure> measure(Path folder) throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                InstalledUnit unit = new InstalledUnit(folder, broker)) {
            unit.start();
            unit.addRecords(SETTLED_SECONDS);
            double megabytes = unit.megabytes();
            double bare = JavaProgram.bareMegabytes();
            ProcessUse used = unit.rest(SETTLED_SECONDS, SECONDS);
            try (JavaProgram idle = new JavaProgram(folder.resolve("bare"), JavaProgram.Bare.class)) {
                ProcessUse begun = ProcessUse.now(idle.pid());
                Thread.sleep(SECONDS * 1_000L); // idleness is what is measured
                ProcessUse bareUsed = ProcessUse.now(idle.pid()).since(begun);
                return List.of(
                        new Figure(
                                "resident memory of the daemon, link, default loggers and a record a second",
                                String.format("%.1f MB", megabytes),
                                String.format("a Java program that does nothing %.1f MB", bare),
                                megabytes / bare,
                                "at most " + (int) MOST_MEGABYTES + " MB",
                                megabytes <= MOST_MEGABYTES),
                        RestingUnit.cpu("of the daemon, no bus", used, bareUsed),
                        RestingUnit.switches("of the daemon, no bus", used, bareUsed));
            }
        }
    }

    /** Returns when it takes records. */
    void start() throws InterruptedException {
        daemon.start(System.getProperty("outrider.options", ""));
        long begun = System.nanoTime();
        while (!adds(0)) {
            if (System.nanoTime() - begun > START_NANOS || !daemon.alive()) {
                throw new IllegalStateException("the unit takes no records, see " + daemon.log());
            }
            Thread.sleep(200);
        }
    }

    /** One a second. */
    void addRecords(int seconds) throws InterruptedException {
        for (int i = 1; i <= seconds; i++) {
            Thread.sleep(1_000);
            if (!adds(i)) {
                throw new IllegalStateException("the unit has not taken record " + i + ", see " + daemon.log());
            }
        }
    }

    private boolean adds(int value) {
        byte[] body =
                "[{\"@t\":\"bench.footprint\",\"value\":%d}]".formatted(value).getBytes(StandardCharsets.UTF_8);
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/records").openConnection();
            try {
                connection.setRequestMethod("POST");
                connection.setDoOutput(true);
                connection.setRequestProperty("Content-Type", "application/json");
                connection.setFixedLengthStreamingMode(body.length);
                connection.setReadTimeout(PATIENCE_MILLIS);
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(body);
                }
                return connection.getResponseCode() == 200;
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return false; // who asks tells
        }
    }

    double megabytes() {
        return JavaProgram.megabytes(daemon.pid(), Double.NaN);
    }

    /** What it uses in so many seconds when it was left alone for some others. */
    ProcessUse rest(int settled, int seconds) throws Exception {
        Thread.sleep(settled * 1_000L); // rest is what is measured
        ProcessUse begun = ProcessUse.now(daemon.pid());
        Thread.sleep(seconds * 1_000L);
        return ProcessUse.now(daemon.pid()).since(begun);
    }

    @Override
    public void close() {
        daemon.close();
    }
}
